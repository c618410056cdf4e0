import { LtStatuses } from '@cardinal/contract/statuses/carrierStatuses.ts';

/**
 * Jasper's words are those of our Lt table. Older interfaces and some resellers write them with the suffix `_NAME`.
 * A word that is in no table (such as `START`) is handed on as it is; whoever keeps the card decides.
 */
export const statusOfWire = (word: string): string =>
  word
    .trim()
    .toUpperCase()
    .replace(/_NAME$/, '');

/** Words Jasper has no status for: ours alone, or made by the carrier only. */
const NOT_ASKED = new Set(['FORCED_STOP', 'SLEEP', 'FREE_PERIOD', 'PURGED_ING', 'PURGED', 'REPLACED', 'TRIAL']);

/** The word to ask for, or nothing where Jasper cannot be asked for it. */
export const statusToWire = (status: string): string | undefined =>
  Object.hasOwn(LtStatuses.statuses, status) && !NOT_ASKED.has(status) ? status : undefined;
