import type { Ctx } from '../../framework/context.ts';

/** Where the secrets of a code number stand; a sealed value opens at its own place only. */
export const numberPlace = (cardId: string, secret: 'matchingId' | 'activationCode'): string =>
  `esim.code_number:${cardId}:${secret}`;

/** A secret of a code number as it stands in its row, or null where it has none. */
export const openNumberSecret = (
  ctx: Ctx,
  cardId: string,
  secret: 'matchingId' | 'activationCode',
  sealed: string | null,
): string | null => (sealed === null ? null : ctx.secrets.open(sealed, numberPlace(cardId, secret)));
