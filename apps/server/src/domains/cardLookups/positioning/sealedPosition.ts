import type { Ctx } from '../../../framework/context.ts';
import type { CarrierLocation } from '../../carriers/face.ts';

/** The part of an answer that is encrypted. */
export type SealedPosition = Pick<CarrierLocation, 'latitude' | 'longitude' | 'district'>;

/** Bound to the row: an encrypted position copied to another row cannot be decrypted. */
const placeOf = (id: string) => `card_lookups.position_query:${id}`;

export const sealPosition = (ctx: Ctx, id: string, { latitude, longitude, district }: SealedPosition): string =>
  ctx.secrets.seal(JSON.stringify({ latitude, longitude, district }), placeOf(id));

export const openPosition = (ctx: Ctx, id: string, sealed: string): SealedPosition =>
  JSON.parse(ctx.secrets.open(sealed, placeOf(id))) as SealedPosition;
