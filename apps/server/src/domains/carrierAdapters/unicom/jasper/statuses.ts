import { LtStatuses } from '@cardinal/contract/statuses/carrierStatuses.ts';

/**
 * Jasper's words are those of our Lt table. Older interfaces and some resellers add the suffix `_NAME`. A word in no table
 * (such as `START`) is passed on; the caller decides.
 */
export const statusOfWire = (word: string): string =>
  word
    .trim()
    .toUpperCase()
    .replace(/_NAME$/, '');

/** Statuses Jasper cannot be asked for: ours only, or set by the carrier only. */
const NOT_ASKED = new Set(['FORCED_STOP', 'SLEEP', 'FREE_PERIOD', 'PURGED_ING', 'PURGED', 'REPLACED', 'TRIAL']);

/** The word to request; undefined if Jasper cannot be asked for it. */
export const statusToWire = (status: string): string | undefined =>
  Object.hasOwn(LtStatuses.statuses, status) && !NOT_ASKED.has(status) ? status : undefined;
