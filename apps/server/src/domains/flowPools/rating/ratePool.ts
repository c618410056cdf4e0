import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type Allowance, beginningOf, consume, slicesOf } from '../../metering/face.ts';
import type { FlowPoolRow } from '../flowPoolTables.ts';
import { drawnHearers } from './drawnHearers.ts';
import { feedsOf, ofPools } from './poolStore.ts';

type PoolDay = { readonly day: string; readonly offered: string; readonly drawn: string };

/** What feeds had given before a day. */
async function givenBefore(ctx: Ctx, poolId: string, day: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await ofPools(ctx)
    .selectFrom('flow_pools.feed_day')
    .select(['feed_id', sql<string>`sum(bytes)::text`.as('bytes')])
    .where('pool_id', '=', poolId)
    .where('day', '<', day)
    .groupBy('feed_id')
    .execute();
  return new Map(rows.map(({ feed_id, bytes }) => [feed_id, BigInt(bytes)]));
}

/**
 * Draws the days of a locked pool from its feeds again, from one on: the earliest end first, nothing outside their time, no feed more
 * than it has. The same days give the same shares, in whatever order they came; later days change nothing of earlier ones.
 */
export async function ratePool(ctx: Ctx, pool: FlowPoolRow, fromDay: string): Promise<void> {
  const db = ofPools(ctx);
  const days: PoolDay[] = await db
    .selectFrom('flow_pools.pool_day')
    .select(['day', 'offered', 'drawn'])
    .where('pool_id', '=', pool.id)
    .where('day', '>=', fromDay)
    .orderBy('day')
    .execute();
  const marks = await db
    .selectFrom('flow_pools.mark')
    .select(['at', 'day', 'bytes'])
    .where('pool_id', '=', pool.id)
    .where('day', '>=', fromDay)
    .execute();
  const feeds = (await feedsOf(ctx, pool.id)).filter(({ begun_at }) => begun_at !== null);
  const before = await givenBefore(ctx, pool.id, fromDay);
  const shares = consume(
    slicesOf(
      days.map(({ day, offered }) => ({ day, beginsAt: beginningOf(day, pool.zone), bytes: BigInt(offered) })),
      marks.map(({ at, day, bytes }) => ({ at, day, bytes: BigInt(bytes) })),
    ),
    feeds.map(
      (feed): Allowance => ({
        id: feed.id,
        isMain: true,
        bytes: BigInt(feed.total) - (before.get(feed.id) ?? 0n),
        startsAt: feed.starts_at,
        endsAt: feed.ends_at,
      }),
    ),
  ).flatMap(({ day, allowance, bytes }) => (allowance === null ? [] : [{ day, feedId: allowance, bytes }]));
  await db.deleteFrom('flow_pools.feed_day').where('pool_id', '=', pool.id).where('day', '>=', fromDay).execute();
  if (shares.length > 0)
    await sql`
      insert into flow_pools.feed_day (feed_id, day, pool_id, bytes)
      select g.feed_id, g.day, ${pool.id}::bigint, g.bytes
      from unnest(${shares.map(({ feedId }) => feedId)}::bigint[], ${shares.map(({ day }) => day)}::date[],
        ${shares.map(({ bytes }) => String(bytes))}::bigint[]) as g (feed_id, day, bytes)`.execute(db);
  await keepFeeds(
    ctx,
    feeds,
    shares.reduce((used, { feedId, bytes }) => used.set(feedId, (used.get(feedId) ?? 0n) + bytes), new Map(before)),
  );
  const drawn = new Map<string, bigint>();
  for (const { day, bytes } of shares) drawn.set(day, (drawn.get(day) ?? 0n) + bytes);
  await keepDays(ctx, pool.id, days, drawn);
}

async function keepFeeds(
  ctx: Ctx,
  feeds: readonly { readonly id: string; readonly used: string }[],
  used: ReadonlyMap<string, bigint>,
): Promise<void> {
  const moved = feeds.filter((feed) => BigInt(feed.used) !== (used.get(feed.id) ?? 0n));
  if (moved.length === 0) return;
  await sql`
    update flow_pools.feed f set used = g.used
    from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ id }) => String(used.get(id) ?? 0n))}::bigint[])
      as g (id, used) where f.id = g.id`.execute(ofPools(ctx));
}

/**
 * A day that the pool gave whole is each card's own; of any other, cards have parts of what was given (`splitDay`). Tells of which
 * cards that is another part than before.
 */
async function keepDays(
  ctx: Ctx,
  poolId: string,
  days: readonly PoolDay[],
  drawn: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (days.length === 0) return;
  const moved = days.map((day) => ({ ...day, now: drawn.get(day.day) ?? 0n }));
  const columns = [moved.map(({ day }) => day), moved.map(({ now }) => String(now))] as const;
  await sql`
    update flow_pools.pool_day d set drawn = g.drawn
    from unnest(${columns[0]}::date[], ${columns[1]}::bigint[]) as g (day, drawn)
    where d.pool_id = ${poolId}::bigint and d.day = g.day and d.drawn <> g.drawn`.execute(ofPools(ctx));
  const { rows } = await sql<{ card_id: string; day: string }>`
    with parts as (
      select m.member_id, m.day, m.offered, m.drawn as was, d.drawn as given,
        floor(m.offered::numeric * d.drawn / d.offered) as part, mod(m.offered::numeric * d.drawn, d.offered) as rest
      from flow_pools.pool_day d join flow_pools.member_day m on m.pool_id = d.pool_id and m.day = d.day
      where d.pool_id = ${poolId}::bigint and d.day = any(${columns[0]}::date[]) and d.offered > 0
    ), ranked as (
      select member_id, day, was, part, given - sum(part) over (partition by day) as open,
        row_number() over (partition by day order by rest desc, member_id) as place
      from parts
    )
    update flow_pools.member_day m set drawn = (r.part + case when r.place <= r.open then 1 else 0 end)::bigint
    from ranked r join flow_pools.member b on b.id = r.member_id
    where m.member_id = r.member_id and m.day = r.day
      and m.drawn <> (r.part + case when r.place <= r.open then 1 else 0 end)::bigint
    returning b.card_id, m.day`.execute(ofPools(ctx));
  const first = new Map<string, string>();
  for (const { card_id, day } of rows) if (day < (first.get(card_id) ?? '9')) first.set(card_id, day);
  const redrawn = [...first].map(([cardId, fromDay]) => ({ cardId, fromDay }));
  if (redrawn.length > 0) for (const hear of ctx.contributed(drawnHearers)) await hear(ctx, redrawn);
}
