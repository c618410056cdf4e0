import { daysOfCycle } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { bytesOfDay } from '../../usage/face.ts';
import { broughtAtJoining, notTwice } from '../cycles/contributionRules.ts';
import { cycleAt, daysBetween } from '../cycles/cycleRules.ts';
import { addToPool, ofPools } from '../cycles/poolStore.ts';
import type { PoolRow } from '../poolTables.ts';
import { takeIn } from './cardsInPools.ts';
import { markAfter } from './markRules.ts';

/**
 * A card that joins, with what its package grants. Whoever comes from another pool brings exactly what it took along there
 * (`brings`): both pools together have what they had, whatever its package is by now.
 */
export type Joining = {
  readonly cardId: string;
  readonly iccid: string;
  readonly allowance: bigint;
  readonly brings?: bigint;
};

/** The calendar of a pool's running cycle as it is today. */
export function calendarOf(pool: PoolRow, now: Date) {
  const days = daysOfCycle(cycleAt(now, pool), { day: pool.cycle_day, zone: pool.zone });
  const today = dayText(now, pool.zone);
  const [first = today, last = today] = [days[0], days.at(-1)];
  return { days: days.length, today, first, last, left: daysBetween(today, last) };
}

/** What each card brought already in this cycle, in whatever pool. */
async function broughtBefore(ctx: Ctx, cardIds: readonly string[], cycle: string): Promise<Map<string, bigint>> {
  const rows = await ofPools(ctx)
    .selectFrom('pools.member_cycle')
    .select(['card_id', sql<string>`coalesce(sum(contributed), 0)::text`.as('brought')])
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('cycle', '=', cycle)
    .groupBy('card_id')
    .execute();
  return new Map(rows.map((row) => [row.card_id, BigInt(row.brought)]));
}

/** Where earlier stays of the cards ended today. */
async function endsToday(ctx: Ctx, cardIds: readonly string[], today: string): Promise<Map<string, bigint[]>> {
  const rows = await ofPools(ctx)
    .selectFrom('pools.member')
    .select(['card_id', 'leave_mark'])
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('leave_day', '=', today)
    .execute();
  const ends = new Map<string, bigint[]>();
  for (const row of rows) ends.set(row.card_id, [...(ends.get(row.card_id) ?? []), BigInt(row.leave_mark ?? 0)]);
  return ends;
}

/** What cards that join a pool now would bring in the running cycle. */
export async function wouldBring(
  ctx: Ctx,
  pool: PoolRow,
  joining: readonly Joining[],
): Promise<ReadonlyMap<string, bigint>> {
  const calendar = calendarOf(pool, ctx.clock.now());
  const before = await broughtBefore(
    ctx,
    joining.map(({ cardId }) => cardId),
    cycleAt(ctx.clock.now(), pool).key,
  );
  return new Map(
    joining.map(({ cardId, allowance, brings }) => [
      cardId,
      brings ??
        notTwice(broughtAtJoining(pool.contribution_rule, allowance, calendar), allowance, before.get(cardId) ?? 0n),
    ]),
  );
}

type Entering = { readonly cardId: string; readonly iccid: string; readonly mark: bigint };
type Entered = Entering & { readonly id: string };

/** Writes that cards are in a locked pool from a moment on; what they bring its caller says. */
export async function enterPool<E extends Entering>(
  ctx: Ctx,
  pool: PoolRow,
  entering: readonly E[],
  { at, day }: { readonly at: Date; readonly day: string },
): Promise<readonly (E & Entered)[]> {
  const rows = entering.map((each) => ({ ...each, id: ctx.ids.next() }));
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick);
  const ids = column(({ cardId }) => cardId);
  await sql`
    insert into pools.member (id, card_id, iccid, pool_id, customer_id, joined_at, join_day, join_mark)
    select g.id, g.card_id, g.iccid, ${pool.id}::bigint, ${pool.customer_id}::bigint, ${at}, ${day}::date, g.mark
    from unnest(${column(({ id }) => id)}::bigint[], ${ids}::bigint[], ${column(({ iccid }) => iccid)}::text[],
      ${column(({ mark }) => String(mark))}::bigint[]) as g (id, card_id, iccid, mark)`.execute(ofPools(ctx));
  await takeIn(ctx, { id: pool.id, kind: pool.kind, poolCode: pool.pool_code, customerId: pool.customer_id }, ids);
  return rows;
}

/** Puts cards, whose locks the caller holds and that are in no pool, into a locked one. */
export async function joinPool(ctx: Ctx, pool: PoolRow, joining: readonly Joining[]): Promise<void> {
  if (joining.length === 0) return;
  const now = ctx.clock.now();
  const { today } = calendarOf(pool, now);
  const ids = joining.map(({ cardId }) => cardId);
  const [known, ends] = [await bytesOfDay(ctx, ids, today), await endsToday(ctx, ids, today)];
  const brought = await wouldBring(ctx, pool, joining);
  const entering = joining.map((each) => ({
    ...each,
    mark: markAfter(known.get(each.cardId) ?? 0n, ends.get(each.cardId) ?? []),
    brings: brought.get(each.cardId) ?? 0n,
  }));
  const rows = await enterPool(ctx, pool, entering, { at: now, day: today });
  await sql`
    insert into pools.member_cycle (member_id, cycle, pool_id, customer_id, card_id, contributed)
    select g.id, ${pool.cycle}, ${pool.id}::bigint, ${pool.customer_id}::bigint, g.card_id, g.brings
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${ids}::bigint[],
      ${rows.map(({ brings }) => String(brings))}::bigint[]) as g (id, card_id, brings)`.execute(ofPools(ctx));
  await addToPool(ctx, pool, {
    cards: rows.length,
    contributed: rows.reduce((sum, { brings }) => sum + brings, 0n),
  });
}
