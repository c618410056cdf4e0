import type { Ctx } from '../../../framework/context.ts';
import type { CarrierLocation } from '../../carriers/face.ts';

/** What is kept secret of an answer. */
export type SealedPosition = Pick<CarrierLocation, 'latitude' | 'longitude' | 'district'>;

/** A sealed position that is copied to another row does not open there. */
const placeOf = (id: string) => `card_lookups.position_query:${id}`;

export const sealPosition = (ctx: Ctx, id: string, { latitude, longitude, district }: SealedPosition): string =>
  ctx.secrets.seal(JSON.stringify({ latitude, longitude, district }), placeOf(id));

export const openPosition = (ctx: Ctx, id: string, sealed: string): SealedPosition =>
  JSON.parse(ctx.secrets.open(sealed, placeOf(id))) as SealedPosition;
