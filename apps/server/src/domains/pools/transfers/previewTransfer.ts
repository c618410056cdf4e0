import type { previewTransfer as endpoint } from '@cardinal/contract/api/pools/myPool.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { ofPools } from '../cycles/poolStore.ts';
import { afterTransfer, figuresOf, type Going, isOverBecause, type Side } from '../cycles/transferRules.ts';
import { decidedByStrategy } from '../limits/standing.ts';
import { allowancesOf } from '../membership/allowances.ts';
import { partings } from '../membership/leaving.ts';
import type { PoolRow } from '../poolTables.ts';
import { sumsOf } from '../reading/poolFigures.ts';
import { type Asked, type Chosen, judged, type Pair, pairOf } from './chosenCards.ts';

const sum = <T>(of: readonly T[], pick: (each: T) => bigint) => of.reduce((all, each) => all + pick(each), 0n);

/** What moving cards take along: of the running cycle, or all that their packages bring in the next. */
async function takenAlong(ctx: Ctx, { from }: Pair, moving: readonly Chosen[], isNext: boolean): Promise<bigint> {
  const cardIds = moving.map(({ card_id }) => card_id);
  if (isNext) return sum([...(await nextAllowances(ctx, from, cardIds)).values()], (each) => each);
  const unopened = await allowancesOf(ctx, cardIds, from.package_id);
  return sum([...(await partings(ctx, from, moving, unopened)).values()], ({ before, kept }) => before - kept);
}

/** What packages of these cards bring at the beginning of a pool's next cycle. */
async function nextAllowances(
  ctx: Ctx,
  pool: PoolRow,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const at = { ...ctx, clock: { ...ctx.clock, now: () => pool.cycle_ends_at } };
  return allowancesOf(at, cardIds, pool.package_id);
}

/** What all cards of a pool and its sub-pools will bring in the next cycle. */
async function broughtNext(ctx: Ctx, pool: PoolRow): Promise<bigint> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(o.flow_bytes), 0)::text as bytes
    from pools.pool p join pools.member m on m.pool_id = p.id and m.left_at is null
      join orders.v_main_package o on o.card_id = m.card_id and o.package_id = p.package_id
    where p.path like ${`${pool.path}%`} and o.starts_at <= ${pool.cycle_ends_at} and o.ends_at > ${pool.cycle_ends_at}`.execute(
    ofPools(ctx),
  );
  return BigInt(rows[0]?.bytes ?? 0);
}

async function sidesOf(ctx: Ctx, { from, to }: Pair): Promise<readonly [Side, Side]> {
  const sums = await sumsOf(ctx, [from.id, to.id]);
  const side = (pool: PoolRow): Side => {
    const own = sums.get(pool.id);
    return {
      path: pool.path,
      cards: own?.cards ?? 0,
      contributed: BigInt(own?.contributed ?? 0),
      used: BigInt(own?.used ?? 0),
      running: BigInt(own?.running ?? 0),
      quota: pool.quota_bytes === null ? null : BigInt(pool.quota_bytes),
    };
  };
  return [side(from), side(to)];
}

/** A pool as the next cycle begins, were nothing moved. */
const nextOf = async (ctx: Ctx, pool: PoolRow, side: Side): Promise<Side> => ({
  ...side,
  contributed: await broughtNext(ctx, pool),
  used: 0n,
  running: 0n,
  quota: pool.next_quota_bytes === null ? side.quota : BigInt(pool.next_quota_bytes),
});

/** Cards that the used-up quota of the target stops when they come. */
async function willStop(ctx: Ctx, { to }: Pair, side: Side, moving: readonly Chosen[]): Promise<number> {
  if (side.quota === null || side.used < side.quota) return 0;
  if ((await decidedByStrategy(ctx, [to])).has(to.id)) return 0;
  return moving.filter(({ is_stoppable }) => is_stoppable).length;
}

export async function previewTransfer(ctx: Ctx, asked: Asked): Promise<AnswerOf<typeof endpoint>> {
  const pair = await pairOf(ctx, asked);
  const isNext = asked.isFromNextCycle;
  const { moving, skipped, notIn } = await judged(ctx, pair, asked);
  const [from, to] = await sidesOf(ctx, pair);
  const going: Going = {
    cards: moving.length,
    contributed: await takenAlong(ctx, pair, moving, isNext),
    running: isNext
      ? 0n
      : sum(
          moving.filter(({ is_running }) => is_running),
          ({ used }) => BigInt(used),
        ),
  };
  const way = { from: from.path, to: to.path };
  const start = (pool: PoolRow, side: Side) => (isNext ? nextOf(ctx, pool, side) : side);
  const after = {
    from: afterTransfer(await start(pair.from, from), way, going),
    to: afterTransfer(await start(pair.to, to), way, going),
  };
  const now = ctx.clock.now();
  const cycleOf = (pool: PoolRow) => ({ startsAt: pool.cycle_starts_at, endsAt: pool.cycle_ends_at, now });
  const sides = (pool: PoolRow, before: Side, then: Side) => ({
    before: figuresOf(before, cycleOf(pool)),
    // Nothing is known of a cycle that has not begun.
    after: { ...figuresOf(then, cycleOf(pool)), ...(isNext ? { forecastPercent: null } : {}) },
  });
  return {
    cards: moving.length,
    skipped: skipped.map(({ verdict, count }) => ({
      reason: verdict.key,
      words: say(verdict.words, ctx.language),
      count,
    })),
    notIn,
    contributed: String(going.contributed),
    from: sides(pair.from, from, after.from),
    to: sides(pair.to, to, after.to),
    isSourceOver: !isNext && isOverBecause(from, after.from),
    willStop: isNext ? 0 : await willStop(ctx, pair, to, moving),
    effectiveAt: isNext ? pair.from.cycle_ends_at.toISOString() : null,
  };
}
