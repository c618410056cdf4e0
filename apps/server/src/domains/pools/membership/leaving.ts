import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { bytesOfDay } from '../../usage/face.ts';
import { keptAtLeaving } from '../cycles/contributionRules.ts';
import { daysBetween } from '../cycles/cycleRules.ts';
import { addToPool, ofPools } from '../cycles/poolStore.ts';
import type { MemberRow, PoolRow } from '../poolTables.ts';
import { openFor } from './bringing.ts';
import { letGo } from './cardsInPools.ts';
import { calendarOf } from './joining.ts';

/** The open memberships of cards, by card, whoever has the pools. */
export async function openMemberships(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlyMap<string, MemberRow>> {
  const rows = await ofPools(ctx)
    .selectFrom('pools.member')
    .selectAll()
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('left_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.card_id, row]));
}

/** What a member brought in the cycle, and what of it stays where it leaves today. */
export type Parting = { readonly before: bigint; readonly kept: bigint };

/** What members that leave their pool today leave there; `unopened` is brought by a card for which the cycle is not opened yet. */
export async function partings(
  ctx: Ctx,
  pool: PoolRow,
  members: readonly Pick<MemberRow, 'id' | 'card_id' | 'join_day'>[],
  unopened: ReadonlyMap<string, bigint> = new Map(),
): Promise<ReadonlyMap<string, Parting>> {
  const { first, last, left } = calendarOf(pool, ctx.clock.now());
  const brought = await broughtBy(ctx, pool, members);
  return new Map(
    members.map(({ id, card_id, join_day }) => {
      const before = brought.get(id) ?? unopened.get(card_id) ?? 0n;
      const stay = { days: daysBetween(join_day > first ? join_day : first, last), left: left - 1 };
      return [id, { before, kept: keptAtLeaving(pool.contribution_rule, before, stay) }];
    }),
  );
}

/**
 * Takes members, whose cards' locks the caller holds, out of their locked pool. Answers by card what they brought in this cycle
 * for the days they are no longer there: it is what they may bring elsewhere.
 */
export async function leavePool(
  ctx: Ctx,
  pool: PoolRow,
  members: readonly MemberRow[],
): Promise<ReadonlyMap<string, bigint>> {
  if (members.length === 0) return new Map();
  const now = ctx.clock.now();
  const { today } = calendarOf(pool, now);
  await openFor(ctx, pool, members);
  const parting = await partings(ctx, pool, members);
  const known = await bytesOfDay(
    ctx,
    members.map(({ card_id }) => card_id),
    today,
  );
  const rows = members.map((member) => {
    const counter = known.get(member.card_id) ?? 0n;
    const start = member.join_day === today ? BigInt(member.join_mark) : 0n;
    return {
      ...member,
      mark: counter > start ? counter : start,
      ...(parting.get(member.id) ?? { before: 0n, kept: 0n }),
    };
  });
  const column = (pick: (row: (typeof rows)[number]) => string) => rows.map(pick);
  await sql`
    update pools.member m set left_at = ${now}, leave_day = ${today}::date, leave_mark = g.mark
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ mark }) => String(mark))}::bigint[]) as g (id, mark)
    where m.id = g.id`.execute(ofPools(ctx));
  await sql`
    update pools.member_cycle c set contributed = g.kept
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ kept }) => String(kept))}::bigint[]) as g (id, kept)
    where c.member_id = g.id and c.cycle = ${pool.cycle}`.execute(ofPools(ctx));
  await letGo(
    ctx,
    rows.map(({ card_id }) => card_id),
  );
  await addToPool(ctx, pool, {
    cards: -rows.length,
    contributed: rows.reduce((sum, { kept, before }) => sum + kept - before, 0n),
  });
  return new Map(rows.map(({ card_id, before, kept }) => [card_id, before - kept]));
}

async function broughtBy(
  ctx: Ctx,
  pool: PoolRow,
  members: readonly Pick<MemberRow, 'id'>[],
): Promise<Map<string, bigint>> {
  const rows = await ofPools(ctx)
    .selectFrom('pools.member_cycle')
    .select(['member_id', 'contributed'])
    .where(sql<boolean>`member_id = any(${members.map(({ id }) => id)}::bigint[])`)
    .where('cycle', '=', pool.cycle)
    .where('contributed', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.member_id, BigInt(row.contributed ?? 0)]));
}
