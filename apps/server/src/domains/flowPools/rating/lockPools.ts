import { dayText } from '@cardinal/primitives/time.ts';
import { startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { FlowPoolRow } from '../flowPoolTables.ts';
import { feedsOf, holdPools, ofPools } from './poolStore.ts';
import { ratePool } from './ratePool.ts';

/** Holds pools in the order of their ids. What began or ended meanwhile has its mark from here on. */
export async function lockPools(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, FlowPoolRow>> {
  if (ids.length === 0) return new Map();
  const rows = await holdPools(ctx, ids);
  for (const row of rows) await passTime(ctx, row);
  return new Map(rows.map((row) => [row.id, row]));
}

const isWithinDay = (at: Date, zone: string): boolean => startOfDay(zone, wallTimeIn(zone, at)) < at;

/**
 * Marks how much of the day had been asked for when a feed of a held pool began or ended, as far as that was read by now, and draws
 * from that day on again. What begins or ends with the day needs no mark.
 */
export async function passTime(ctx: Ctx, pool: FlowPoolRow): Promise<void> {
  const now = ctx.clock.now();
  const due = (await feedsOf(ctx, pool.id)).flatMap((feed) => [
    ...(feed.begun_at === null && feed.starts_at <= now ? [feed.starts_at] : []),
    ...(feed.ended_at === null && feed.ends_at <= now ? [feed.ends_at] : []),
  ]);
  if (due.length === 0) return;
  const db = ofPools(ctx);
  const moments = [...new Map(due.map((at) => [at.getTime(), at])).values()].map((at) => ({
    at,
    day: dayText(at, pool.zone),
  }));
  const within = moments.filter(({ at }) => isWithinDay(at, pool.zone));
  await sql`
    insert into flow_pools.mark (pool_id, at, day, bytes)
    select ${pool.id}::bigint, g.at, g.day, coalesce((select d.offered from flow_pools.pool_day d
      where d.pool_id = ${pool.id}::bigint and d.day = g.day), 0)
    from unnest(${within.map(({ at }) => at)}::timestamptz[], ${within.map(({ day }) => day)}::date[]) as g (at, day)
    on conflict do nothing`.execute(db);
  await sql`
    update flow_pools.feed set begun_at = case when starts_at <= ${now} then starts_at end,
      ended_at = case when ends_at <= ${now} then ends_at end
    where pool_id = ${pool.id}::bigint and refunded_at is null
      and ((begun_at is null and starts_at <= ${now}) or (ended_at is null and ends_at <= ${now}))`.execute(db);
  await ratePool(ctx, pool, moments.map(({ day }) => day).sort()[0] as string);
}
