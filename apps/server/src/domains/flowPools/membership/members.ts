import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { overageDays } from '../../metering/face.ts';
import { type AnyPool, letGo, markAfter, takeIn } from '../../pools/face.ts';
import type { FlowMemberRow, FlowPoolRow } from '../flowPoolTables.ts';
import { ofPools } from '../rating/poolStore.ts';
import { settleStopsJob } from '../thresholds/stops.ts';

export const asAnyPool = (pool: FlowPoolRow): AnyPool => ({
  id: pool.id,
  kind: 'flow',
  poolCode: pool.pool_code,
  customerId: pool.customer_id,
});

/** The open memberships of cards, by card, whoever has the pools. */
export async function openMembers(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlyMap<string, FlowMemberRow>> {
  const rows = await ofPools(ctx)
    .selectFrom('flow_pools.member')
    .selectAll()
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('left_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.card_id, row]));
}

/** What each card has used beyond its packages today, as far as it was read. */
async function overageToday(ctx: Ctx, cardIds: readonly string[], today: string): Promise<ReadonlyMap<string, bigint>> {
  const days = await overageDays(
    ctx,
    cardIds.map((cardId) => ({ cardId, fromDay: today })),
  );
  return new Map(days.flatMap(({ cardId, day, bytes }) => (day === today ? [[cardId, bytes] as const] : [])));
}

/** Puts cards, whose locks the caller holds and that are in no pool, into a locked one. What they used before is not its. */
export async function joinFlowPool(
  ctx: Ctx,
  pool: FlowPoolRow,
  cards: readonly { readonly cardId: string; readonly iccid: string }[],
): Promise<void> {
  if (cards.length === 0) return;
  const now = ctx.clock.now();
  const today = dayText(now, pool.zone);
  const ids = cards.map(({ cardId }) => cardId);
  const known = await overageToday(ctx, ids, today);
  const left = await ofPools(ctx)
    .selectFrom('flow_pools.member')
    .select(['card_id', 'leave_mark'])
    .where(sql<boolean>`card_id = any(${ids}::bigint[])`)
    .where('leave_day', '=', today)
    .execute();
  const ends = Map.groupBy(left, ({ card_id }) => card_id);
  const marks = ids.map((id) =>
    markAfter(
      known.get(id) ?? 0n,
      (ends.get(id) ?? []).map(({ leave_mark }) => BigInt(leave_mark ?? 0)),
    ),
  );
  await sql`
    insert into flow_pools.member (id, card_id, iccid, pool_id, customer_id, joined_at, join_day, join_mark)
    select g.id, g.card_id, g.iccid, ${pool.id}::bigint, ${pool.customer_id}::bigint, ${now}, ${today}::date, g.mark
    from unnest(${ids.map(() => ctx.ids.next())}::bigint[], ${ids}::bigint[], ${cards.map(({ iccid }) => iccid)}::text[],
      ${marks.map(String)}::bigint[]) as g (id, card_id, iccid, mark)`.execute(ofPools(ctx));
  await takeIn(ctx, asAnyPool(pool), ids);
  await count(ctx, pool.id, ids.length);
}

const count = (ctx: Ctx, poolId: string, by: number) =>
  ofPools(ctx)
    .updateTable('flow_pools.pool')
    .set((row) => ({ cards: row('cards', '+', by) }))
    .where('id', '=', poolId)
    .execute();

/** Takes members, whose cards' locks the caller holds, out of their locked pool. What they drew stays drawn. */
export async function leaveFlowPool(ctx: Ctx, pool: FlowPoolRow, members: readonly FlowMemberRow[]): Promise<void> {
  if (members.length === 0) return;
  const now = ctx.clock.now();
  const today = dayText(now, pool.zone);
  const ids = members.map(({ card_id }) => card_id);
  const known = await overageToday(ctx, ids, today);
  const marks = members.map(({ card_id, join_day, join_mark }) => {
    const used = known.get(card_id) ?? 0n;
    const start = join_day === today ? BigInt(join_mark) : 0n;
    return used > start ? used : start;
  });
  await sql`
    update flow_pools.member m set left_at = ${now}, leave_day = ${today}::date, leave_mark = g.mark
    from unnest(${members.map(({ id }) => id)}::bigint[], ${marks.map(String)}::bigint[]) as g (id, mark)
    where m.id = g.id`.execute(ofPools(ctx));
  await letGo(ctx, ids);
  await count(ctx, pool.id, -members.length);
  await ctx.enqueue(settleStopsJob, { poolId: pool.id });
}
