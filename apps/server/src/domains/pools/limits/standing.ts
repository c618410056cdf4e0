import { FlowBase } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { runningFlows } from '../../control/face.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { PoolRow } from '../poolTables.ts';

/** What pools with all their sub-pools have used in the cycle they are in. */
export async function usedBy(ctx: Ctx, poolIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ id: string; used: string }>`
    select r.id, coalesce(sum(c.used), 0)::text as used
    from pools.pool r join pools.pool s on s.path like r.path || '%'
      left join pools.pool_cycle c on c.pool_id = s.id and c.cycle = r.cycle
    where r.id = any(${[...poolIds]}::bigint[]) group by r.id`.execute(ofPools(ctx));
  return new Map(rows.map(({ id, used }) => [id, BigInt(used)]));
}

/**
 * Of these pools those for whose cards a strategy in force goes by the pool and does more than remind: it decides what becomes of the
 * cards, their quota does not.
 */
export async function decidedByStrategy(
  ctx: Ctx,
  pools: readonly Pick<PoolRow, 'id' | 'package_id' | 'customer_id'>[],
): Promise<ReadonlySet<string>> {
  const deciding = (await runningFlows(ctx)).filter(
    ({ state, rules }) =>
      state === 'on' &&
      rules.some(({ base, action }) => base === FlowBase.values.pool && action !== ControlAction.values.NO_CONTROL),
  );
  const decided = new Set<string>();
  if (deciding.length === 0) return decided;
  for (const [customerId, own] of Map.groupBy(pools, ({ customer_id }) => customer_id)) {
    const customer = await customerOf(ctx.beyondScope('strategies of everybody above act'), customerId);
    const above = new Set(customer ? idsOfPath(customer.path) : [customerId]);
    for (const { id, package_id } of own)
      if (deciding.some((each) => above.has(each.customer_id) && each.packageIds.includes(package_id))) decided.add(id);
  }
  return decided;
}

/** Whether the quota of a pool is used up in the cycle that runs, so that its cards are stopped. */
export async function quotaStands(ctx: Ctx, pool: PoolRow): Promise<boolean> {
  if (pool.quota_bytes === null || pool.state === 'closed' || pool.cycle_ends_at <= ctx.clock.now()) return false;
  if (((await usedBy(ctx, [pool.id])).get(pool.id) ?? 0n) < BigInt(pool.quota_bytes)) return false;
  return !(await decidedByStrategy(ctx, [pool])).has(pool.id);
}
