import type { Ctx } from '../../framework/context.ts';

/** Where a code number's secrets are stored; an encrypted value can be decrypted at its own place only. */
export const numberPlace = (cardId: string, secret: 'matchingId' | 'activationCode'): string =>
  `esim.code_number:${cardId}:${secret}`;

/** A secret of a code number from its row, or null if it has none. */
export const openNumberSecret = (
  ctx: Ctx,
  cardId: string,
  secret: 'matchingId' | 'activationCode',
  sealed: string | null,
): string | null => (sealed === null ? null : ctx.secrets.open(sealed, numberPlace(cardId, secret)));
