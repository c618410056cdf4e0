import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';
import { fullest, type Level, levelOf } from '../cycles/levelRules.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { AnyPool } from './cardsInPools.ts';

/** A pool whose level is another now. */
export type LevelMoved = AnyPool & {
  /** Of the pool's own, by its key. */
  readonly cycle: string;
  readonly before: Level;
  readonly after: Level;
};

/**
 * Later rooms hear which pools are fuller or emptier, of whatever kind, in the transaction that changed them. Pools of cards are told of
 * by usage alone: what joining, leaving and a new cycle change is told with the next reading.
 */
export const levelHearers =
  extensionList<(ctx: Ctx, moved: readonly LevelMoved[]) => Promise<void>>('pools.levelHearers');

/** Tells whoever hears of it. Levels that stay are not told. */
export async function tellLevels(ctx: Ctx, moved: readonly LevelMoved[]): Promise<void> {
  const changed = moved.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return;
  for (const hear of ctx.contributed(levelHearers)) await hear(ctx, changed);
}

/** A pool, and one that measures it: what it has and has used in the cycle that runs. */
type Measured = {
  readonly id: string;
  readonly measure_id: string;
  readonly pool_code: string;
  readonly customer_id: string;
  readonly cycle: string;
  readonly total: string;
  readonly used: string;
};

/**
 * What a card of a pool may use is measured by the pool's own quota, if it has one, by the quotas above it, and by what all cards of the
 * whole pool bring. A pool whose next cycle is not opened yet is absent.
 */
async function measuresOf(ctx: Ctx, poolIds: readonly string[]): Promise<readonly Measured[]> {
  const { rows } = await sql<Measured>`
    select p.id, r.id as measure_id, r.pool_code, r.customer_id, r.cycle, coalesce(r.quota_bytes, sum(c.contributed), 0)::text as total,
      coalesce(sum(c.used), 0)::text as used
    from pools.pool p
      join pools.pool r on p.path like r.path || '%' and (r.parent_id is null or r.quota_bytes is not null)
      join pools.pool s on s.path like r.path || '%'
      left join pools.pool_cycle c on c.pool_id = s.id and c.cycle = r.cycle
    where p.id = any(${[...new Set(poolIds)]}::bigint[]) and r.cycle_ends_at > ${ctx.clock.now()}
    group by p.id, r.id, r.pool_code, r.customer_id, r.cycle, r.quota_bytes`.execute(ofPools(ctx));
  return rows;
}

/** How full pools of month packages are for the cards in them. */
export async function levelsOf(ctx: Ctx, poolIds: readonly string[]): Promise<ReadonlyMap<string, Level>> {
  if (poolIds.length === 0) return new Map();
  const byPool = Map.groupBy(await measuresOf(ctx, poolIds), ({ id }) => id);
  return new Map(
    [...byPool].map(([id, own]) => [id, fullest(own.map(({ used, total }) => levelOf(BigInt(used), BigInt(total))))]),
  );
}

/** Tells of pools whose usage moved by these bytes in a cycle, and of those that measure them. */
export async function tellUsage(
  ctx: Ctx,
  moved: readonly { readonly poolId: string; readonly cycle: string; readonly bytes: bigint }[],
): Promise<void> {
  if (ctx.contributed(levelHearers).length === 0) return;
  const measures = await measuresOf(
    ctx,
    moved.map(({ poolId }) => poolId),
  );
  const levels = [...Map.groupBy(measures, ({ measure_id }) => measure_id)].map(([id, own]): LevelMoved => {
    const { used, total, cycle, pool_code: poolCode, customer_id: customerId } = own[0] as Measured;
    const inside = new Set(own.map((each) => each.id));
    const by = moved
      .filter((each) => inside.has(each.poolId) && each.cycle === cycle)
      .reduce((sum, { bytes }) => sum + bytes, 0n);
    const sum = BigInt(total);
    const [before, after] = [levelOf(BigInt(used) - by, sum), levelOf(BigInt(used), sum)];
    return { id, kind: 'card', poolCode, customerId, cycle, before, after };
  });
  await tellLevels(ctx, levels);
}

/** Some cards of a pool and of its sub-pools, in the order of their ids, behind one of them. */
export async function cardsOfPool(
  ctx: Ctx,
  { id, kind }: Pick<AnyPool, 'id' | 'kind'>,
  { after, most }: { readonly after: string; readonly most: number },
): Promise<readonly string[]> {
  const inside =
    kind === 'card'
      ? sql`i.pool_id in (select s.id from pools.pool r join pools.pool s on s.path like r.path || '%' where r.id = ${id}::bigint)`
      : sql`i.pool_id = ${id}::bigint`;
  const { rows } = await sql<{ card_id: string }>`
    select i.card_id from pools.card_in_pool i where i.kind = ${kind} and ${inside} and i.card_id > ${after}::bigint
    order by i.card_id limit ${most}`.execute(ofPools(ctx));
  return rows.map(({ card_id }) => card_id);
}
