import { type findInArea as endpoint, MOST_IN_AREA } from '@cardinal/contract/api/cardLookups/positioning.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { isWithin } from '@cardinal/primitives/area.ts';
import type { Ctx } from '../../../framework/context.ts';
import { placesSeen, shown } from './positionList.ts';

/**
 * Cards whose newest position, as queried by the caller's customers, lies within an area. Positions are encrypted, so each is
 * decrypted and compared here. Above the limit, only the most recently located cards are checked.
 */
export async function findInArea(ctx: Ctx, { area }: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const rows = await ctx.db
    .selectFrom((from) =>
      from
        .selectFrom('card_lookups.position_query')
        .selectAll()
        .distinctOn('card_id')
        .where('is_found', '=', true)
        .orderBy('card_id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .as('newest'),
    )
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(MOST_IN_AREA.known + 1)
    .execute();
  const seen = await placesSeen(ctx, rows.slice(0, MOST_IN_AREA.known));
  const inside = seen
    .flatMap((row) => shown(ctx, row))
    .filter(
      ({ longitude, latitude }) => longitude !== null && latitude !== null && isWithin([longitude, latitude], area),
    );
  const positions = inside.slice(0, MOST_IN_AREA.shown);
  ctx.note({ objectKind: 'card', summary: `${positions.length}`, after: { cards: positions.length, area } });
  return { positions, isCut: rows.length > MOST_IN_AREA.known || inside.length > positions.length };
}
