import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { isNearOverage, KIND_NUMBERS } from '../slots/pollSlotRules.ts';
import type { Rotation } from '../slots/pollSlotStore.ts';

/** Members whose poll slots are moved per statement. */
const MARKED_AT_ONCE = 5_000;

const dbOf = (ctx: Ctx) => ctx.beyondScope('a carrier account drives cards of every customer');

/** The account's pools near overage, by the carrier's pool ids. */
export async function nearPoolIds(ctx: Ctx, accountId: string): Promise<ReadonlySet<string>> {
  const pools = await dbOf(ctx)
    .selectFrom('carriers.v_pool')
    .select(['pool_id', 'used_bytes as used', 'total_bytes as total', 'read_at as readAt'])
    .where('account_id', '=', accountId)
    .where('gone_at', 'is', null)
    .execute();
  const now = ctx.clock.now();
  return new Set(pools.filter((pool) => isNearOverage(pool, now)).map(({ pool_id: poolId }) => poolId));
}

/**
 * Moves members of pools near overage to the shorter polling interval, a few thousand at a time, continuing where it stopped;
 * once each time a pool comes near. Members of a pool no longer near fall back with their next poll. Returns whether all are
 * done.
 */
export async function markNearPools(ctx: Ctx, { accountId, kind }: Rotation): Promise<boolean> {
  const db = dbOf(ctx);
  const near = [...(await nearPoolIds(ctx, accountId))];
  const number = KIND_NUMBERS[kind];
  const marks = await db
    .selectFrom('carrier_sync.near_pool')
    .select(['pool_id', 'marked_to', 'marked_at'])
    .where('carrier_account_id', '=', accountId)
    .where('kind', '=', number)
    .execute();
  const over = marks.filter((mark) => !near.includes(mark.pool_id)).map((mark) => mark.pool_id);
  if (over.length > 0) {
    await db
      .deleteFrom('carrier_sync.near_pool')
      .where('carrier_account_id', '=', accountId)
      .where('kind', '=', number)
      .where('pool_id', 'in', over)
      .execute();
  }
  const markOf = new Map(marks.map((mark) => [mark.pool_id, mark]));
  const poolId = near.find((each) => !markOf.get(each)?.marked_at);
  if (poolId === undefined) return true;
  const { n, last } = await markSome(ctx, { accountId, poolId, number, after: markOf.get(poolId)?.marked_to ?? '0' });
  const isDone = n < MARKED_AT_ONCE;
  const place = { marked_to: last ?? '0', marked_at: isDone ? ctx.clock.now() : null };
  await db
    .insertInto('carrier_sync.near_pool')
    .values({ carrier_account_id: accountId, pool_id: poolId, kind: number, ...place })
    .onConflict((conflict) => conflict.columns(['carrier_account_id', 'pool_id', 'kind']).doUpdateSet(place))
    .execute();
  return isDone && near.every((each) => each === poolId || markOf.get(each)?.marked_at);
}

async function markSome(
  ctx: Ctx,
  { accountId, poolId, number, after }: { accountId: string; poolId: string; number: number; after: string },
): Promise<{ n: number; last: string | null }> {
  const { rows } = await sql<{ n: number; last: string | null }>`
    with part as (
      select card_id from carrier_sync.card_pool
      where carrier_account_id = ${accountId}::bigint and pool_id = ${poolId} and card_id > ${after}::bigint
      order by card_id limit ${MARKED_AT_ONCE}
    ), put as (
      update carrier_sync.poll_slot t set is_soon = true from part p join cards.v_card c on c.id = p.card_id
      where t.card_id = p.card_id and t.kind = ${number}::smallint and t.carrier_account_id = ${accountId}::bigint
        and not t.is_soon and c.lifecycle = 'activated'
    )
    select count(*)::int as n, max(card_id) as last from part`.execute(dbOf(ctx));
  return rows[0] ?? { n: 0, last: null };
}
