import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Level, OpenPool } from '../../pools/face.ts';
import { poolLevel } from '../rating/poolRules.ts';
import { ofPools } from '../rating/poolStore.ts';
import { factsOf } from '../thresholds/judgePool.ts';

/** How full flow pools are; one that was never filled is absent. */
export async function flowLevelsOf(ctx: Ctx, poolIds: readonly string[]): Promise<ReadonlyMap<string, Level>> {
  if (poolIds.length === 0) return new Map();
  const feeds = await ofPools(ctx)
    .selectFrom('flow_pools.feed')
    .selectAll()
    .where(sql<boolean>`pool_id = any(${[...new Set(poolIds)]}::bigint[])`)
    .where('refunded_at', 'is', null)
    .execute();
  const now = ctx.clock.now();
  return new Map(
    [...Map.groupBy(feeds, ({ pool_id }) => pool_id)].map(([id, own]) => [id, poolLevel(own.map(factsOf), now)]),
  );
}

/** What pools gave cards from a day on: usage beyond their packages that is nobody's overage. */
export async function drawnSince(
  ctx: Ctx,
  cards: readonly { readonly cardId: string; readonly fromDay: string }[],
): Promise<ReadonlyMap<string, bigint>> {
  if (cards.length === 0) return new Map();
  const { rows } = await sql<{ card_id: string; bytes: string }>`
    select m.card_id, sum(d.drawn)::text as bytes
    from unnest(${cards.map(({ cardId }) => cardId)}::bigint[], ${cards.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join flow_pools.member m on m.card_id = g.card_id
    join flow_pools.member_day d on d.member_id = m.id and d.day >= g.day
    group by m.card_id`.execute(ofPools(ctx));
  return new Map(rows.map(({ card_id, bytes }) => [card_id, BigInt(bytes)]));
}

/** Open flow pools of these customers. */
export async function openFlowPools(ctx: Ctx, customerIds: readonly string[]): Promise<readonly OpenPool[]> {
  const { rows } = await sql<OpenPool>`
    select id, pool_code as "poolCode", name, customer_id as "customerId" from flow_pools.pool
    where state = 'open' and customer_id = any(${[...customerIds]}::bigint[]) order by id`.execute(ofPools(ctx));
  return rows;
}
