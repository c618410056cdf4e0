import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type Moved, overageDays } from '../../metering/face.ts';
import { partOfDay, type Stay } from '../../pools/face.ts';
import type { FlowMemberRow, FlowPoolRow } from '../flowPoolTables.ts';
import { lockPools } from '../rating/lockPools.ts';
import { ofPools, writePool } from '../rating/poolStore.ts';
import { ratePool } from '../rating/ratePool.ts';
import { judgePool } from '../thresholds/judgePool.ts';

const stayOf = (row: FlowMemberRow): Stay => ({
  joinDay: row.join_day,
  joinMark: BigInt(row.join_mark),
  leaveDay: row.leave_day,
  leaveMark: row.leave_mark === null ? null : BigInt(row.leave_mark),
});

/** The stays that days from these on may fall into. */
async function staysWithin(ctx: Ctx, moved: readonly Moved[]): Promise<readonly (FlowMemberRow & { from: string })[]> {
  const { rows } = await sql<FlowMemberRow & { from: string }>`
    select m.*, g.day as "from"
    from unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join flow_pools.member m on m.card_id = g.card_id and (m.leave_day is null or m.leave_day >= g.day)
    order by m.id`.execute(ofPools(ctx));
  return rows;
}

type Day = { readonly memberId: string; readonly day: string; readonly offered: bigint };

/**
 * What cards used beyond their packages is asked of the pools they were in, in the transaction that shares their days out, which
 * holds the locks of the cards. What a stay asks for follows from the day as it stands, so that readings that are late, corrected or
 * settled leave every sum as if they had been right at first.
 */
export async function hearShares(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  const stays = await staysWithin(ctx, moved);
  if (stays.length === 0) return;
  const pools = await lockPools(
    ctx,
    stays.map(({ pool_id }) => pool_id),
  );
  const days = Map.groupBy(await overageDays(ctx, moved), ({ cardId }) => cardId);
  const offers = stays.flatMap((member): Day[] =>
    (days.get(member.card_id) ?? []).flatMap(({ day, bytes }) => {
      const offered = day < member.from ? 0n : partOfDay(stayOf(member), day, bytes);
      return offered === 0n ? [] : [{ memberId: member.id, day, offered }];
    }),
  );
  for (const [poolId, own] of Map.groupBy(stays, ({ pool_id }) => pool_id)) {
    const pool = pools.get(poolId);
    if (!pool) continue;
    const ids = new Set(own.map(({ id }) => id));
    const first = await offer(
      ctx,
      pool,
      own,
      offers.filter(({ memberId }) => ids.has(memberId)),
    );
    if (first === undefined) continue;
    await ratePool(ctx, pool, first);
    await writePool(ctx, pool.id, { used_at: ctx.clock.now() });
    await judgePool(ctx, pool);
  }
}

/** Writes what members ask their locked pool for on each day that moved. Answers the first day of which that is another. */
async function offer(
  ctx: Ctx,
  pool: FlowPoolRow,
  members: readonly { readonly id: string; readonly from: string }[],
  offers: readonly Day[],
): Promise<string | undefined> {
  const db = ofPools(ctx);
  const { rows: before } = await sql<{ member_id: string; day: string; offered: string }>`
    select d.member_id, d.day, d.offered
    from unnest(${members.map(({ id }) => id)}::bigint[], ${members.map(({ from }) => from)}::date[]) as g (member_id, day)
    join flow_pools.member_day d on d.member_id = g.member_id and d.day >= g.day`.execute(db);
  const keyOf = (memberId: string, day: string) => `${memberId} ${day}`;
  const were = new Map(before.map((row) => [keyOf(row.member_id, row.day), BigInt(row.offered)]));
  const are = new Map(offers.map(({ memberId, day, offered }) => [keyOf(memberId, day), offered]));
  const changed = [...new Set([...were.keys(), ...are.keys()])].flatMap((key) => {
    const [memberId = '', day = ''] = key.split(' ');
    const [was, offered] = [were.get(key) ?? 0n, are.get(key) ?? 0n];
    return was === offered ? [] : [{ memberId, day, offered, by: offered - was }];
  });
  if (changed.length === 0) return undefined;
  const column = <T>(pick: (each: (typeof changed)[number]) => T) => changed.map(pick);
  // What is drawn follows once the pool is drawn from again; until then it is no more than what is asked for.
  await sql`
    insert into flow_pools.member_day as d (member_id, day, pool_id, customer_id, offered)
    select g.member_id, g.day, ${pool.id}::bigint, ${pool.customer_id}::bigint, g.offered
    from unnest(${column(({ memberId }) => memberId)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ offered }) => String(offered))}::bigint[]) as g (member_id, day, offered)
    on conflict (member_id, day) do update set offered = excluded.offered, drawn = least(d.drawn, excluded.offered)`.execute(
    db,
  );
  const byDay = new Map<string, bigint>();
  for (const { day, by } of changed) byDay.set(day, (byDay.get(day) ?? 0n) + by);
  const days = [...byDay.keys()];
  await sql`
    insert into flow_pools.pool_day (pool_id, day, customer_id, offered)
    select ${pool.id}::bigint, day, ${pool.customer_id}::bigint, 0 from unnest(${days}::date[]) as day
    on conflict do nothing`.execute(db);
  await sql`
    update flow_pools.pool_day d set offered = d.offered + g.bytes, drawn = least(d.drawn, d.offered + g.bytes)
    from unnest(${days}::date[], ${[...byDay.values()].map(String)}::bigint[]) as g (day, bytes)
    where d.pool_id = ${pool.id}::bigint and d.day = g.day`.execute(db);
  return days.sort()[0];
}
