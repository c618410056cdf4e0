import type { Cycle } from '@cardinal/primitives/cycle.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { DayChange } from '../../usage/face.ts';
import { cycleOfDay } from '../cycles/cycleRules.ts';
import { ofPools } from '../cycles/poolStore.ts';
import { tellUsage } from '../membership/levels.ts';
import { partOfDay, type Stay } from '../membership/markRules.ts';
import type { MemberRow } from '../poolTables.ts';
import { judgeCaps, judgeQuotas } from './judgeLimits.ts';

const stayOf = (row: MemberRow): Stay => ({
  joinDay: row.join_day,
  joinMark: BigInt(row.join_mark),
  leaveDay: row.leave_day,
  leaveMark: row.leave_mark === null ? null : BigInt(row.leave_mark),
});

/** The stays these days may fall into. */
async function staysWithin(ctx: Ctx, changes: readonly DayChange[]): Promise<readonly MemberRow[]> {
  const days = changes.map(({ day }) => day).sort();
  return ofPools(ctx)
    .selectFrom('pools.member')
    .selectAll()
    .where(sql<boolean>`card_id = any(${[...new Set(changes.map(({ cardId }) => cardId))]}::bigint[])`)
    .where('join_day', '<=', days.at(-1) ?? '')
    .where((on) => on.or([on('leave_day', 'is', null), on('leave_day', '>=', days[0] ?? '')]))
    .execute();
}

export type Moved = { readonly member: MemberRow; readonly day: string; readonly bytes: bigint };

function movedBy(changes: readonly DayChange[], members: readonly MemberRow[]): Moved[] {
  const byCard = Map.groupBy(members, ({ card_id }) => card_id);
  return changes.flatMap(({ cardId, day, before, bytes }) =>
    (byCard.get(cardId) ?? []).flatMap((member): Moved[] => {
      const stay = stayOf(member);
      const moved = partOfDay(stay, day, bytes) - partOfDay(stay, day, before ?? 0n);
      return moved === 0n ? [] : [{ member, day, bytes: moved }];
    }),
  );
}

/**
 * Counts the days of cards as their pools' usage. What a day adds follows from the day as it stood and as it stands, so that
 * a reading that is corrected, comes late or is settled leaves every sum as if it had been right at first.
 */
export async function hearDays(ctx: Ctx, changes: readonly DayChange[]): Promise<void> {
  const members = await staysWithin(ctx, changes);
  if (members.length === 0) return;
  const moved = movedBy(changes, members);
  if (moved.length === 0) return;
  await countMoved(ctx, moved);
}

/** Adds bytes of days to what cards used of their pools, and to the sums of these. */
export async function countMoved(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  const pools = await ofPools(ctx)
    .selectFrom('pools.pool')
    .select(['id', 'customer_id', 'cycle_day', 'zone'])
    .where(sql<boolean>`id = any(${[...new Set(moved.map(({ member }) => member.pool_id))]}::bigint[])`)
    .execute();
  const poolOf = new Map(pools.map((pool) => [pool.id, pool]));
  const dated = moved.flatMap((each) => {
    const pool = poolOf.get(each.member.pool_id);
    return pool ? [{ ...each, pool, cycle: cycleOfDay(each.day, pool) }] : [];
  });
  await addToCards(ctx, dated);
  await addToCycles(ctx, dated);
  await addToDays(ctx, dated);
  await tellUsage(
    ctx,
    dated.map(({ pool, cycle, bytes }) => ({ poolId: pool.id, cycle: cycle.key, bytes })),
  );
  await judgeQuotas(ctx, [...poolOf.keys()]);
  const capped = dated.flatMap(({ member }) => (member.cap_bytes === null ? [] : member.id));
  if (capped.length > 0) await judgeCaps(ctx, capped);
}

type Dated = Moved & {
  readonly pool: { readonly id: string; readonly customer_id: string };
  readonly cycle: Cycle;
};

// A row is made as nothing and then changed: what is taken off is no row of its own.

async function addToCards(ctx: Ctx, dated: readonly Dated[]): Promise<void> {
  const sums = added(dated, ({ member, cycle }) => `${member.id} ${cycle.key}`);
  const column = (pick: (first: Dated) => string) => sums.map(({ first }) => pick(first));
  const [members, cycles] = [column(({ member }) => member.id), column(({ cycle }) => cycle.key)];
  await sql`
    insert into pools.member_cycle (member_id, cycle, pool_id, customer_id, card_id)
    select * from unnest(
      ${members}::bigint[], ${cycles}::text[], ${column(({ pool }) => pool.id)}::bigint[],
      ${column(({ pool }) => pool.customer_id)}::bigint[], ${column(({ member }) => member.card_id)}::bigint[])
    on conflict do nothing`.execute(ofPools(ctx));
  await sql`
    update pools.member_cycle c set used = c.used + g.bytes
    from unnest(${members}::bigint[], ${cycles}::text[], ${sums.map(({ bytes }) => bytes)}::bigint[])
      as g (member_id, cycle, bytes)
    where c.member_id = g.member_id and c.cycle = g.cycle`.execute(ofPools(ctx));
}

/** Holds the rows in one order: readings of several pools then never wait in a circle. */
async function addToCycles(ctx: Ctx, dated: readonly Dated[]): Promise<void> {
  const now = ctx.clock.now();
  const sums = added(dated, ({ pool, cycle }) => `${pool.id} ${cycle.key}`);
  const column = <T>(pick: (first: Dated) => T) => sums.map(({ first }) => pick(first));
  const [pools, cycles] = [column(({ pool }) => pool.id), column(({ cycle }) => cycle.key)];
  await sql`
    insert into pools.pool_cycle as c (pool_id, cycle, customer_id, starts_at, ends_at)
    select * from unnest(
      ${pools}::bigint[], ${cycles}::text[], ${column(({ pool }) => pool.customer_id)}::bigint[],
      ${column(({ cycle }) => cycle.start)}::timestamptz[], ${column(({ cycle }) => cycle.end)}::timestamptz[]
    ) as g (pool_id, cycle, customer_id, starts_at, ends_at) order by pool_id, cycle
    on conflict (pool_id, cycle) do update set used = c.used`.execute(ofPools(ctx));
  await sql`
    update pools.pool_cycle c set used = c.used + g.bytes, used_at = ${now},
      late = c.late + case when c.ends_at <= ${now} then g.bytes else 0 end
    from unnest(${pools}::bigint[], ${cycles}::text[], ${sums.map(({ bytes }) => bytes)}::bigint[])
      as g (pool_id, cycle, bytes)
    where c.pool_id = g.pool_id and c.cycle = g.cycle`.execute(ofPools(ctx));
}

async function addToDays(ctx: Ctx, dated: readonly Dated[]): Promise<void> {
  const sums = added(dated, ({ pool, day }) => `${pool.id} ${day}`);
  const column = (pick: (first: Dated) => string) => sums.map(({ first }) => pick(first));
  const [pools, days] = [column(({ pool }) => pool.id), column(({ day }) => day)];
  await sql`
    insert into pools.pool_day (pool_id, day, customer_id, used)
    select g.*, 0 from unnest(${pools}::bigint[], ${days}::date[],
      ${column(({ pool }) => pool.customer_id)}::bigint[]) as g
    on conflict do nothing`.execute(ofPools(ctx));
  await sql`
    update pools.pool_day d set used = d.used + g.bytes
    from unnest(${pools}::bigint[], ${days}::date[], ${sums.map(({ bytes }) => bytes)}::bigint[]) as g (pool_id, day, bytes)
    where d.pool_id = g.pool_id and d.day = g.day`.execute(ofPools(ctx));
}

const added = <T extends { readonly bytes: bigint }>(moved: readonly T[], keyOf: (each: T) => string) =>
  [...Map.groupBy(moved, keyOf).values()].map((group) => ({
    first: group[0] as T,
    bytes: String(group.reduce((sum, each) => sum + each.bytes, 0n)),
  }));
