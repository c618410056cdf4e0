import { type Cycle, cycleOf } from '@cardinal/primitives/cycle.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { FeedRow, FlowPoolRow } from '../flowPoolTables.ts';

/** Cards of a pool may belong to customers below its own, and usage to nobody who asks. */
export const ofPools = (ctx: Ctx) => ctx.beyondScope('what cards draw on pools that were judged within the scope');

export const cycleAt = (moment: Date, pool: Pick<FlowPoolRow, 'cycle_day' | 'zone'>): Cycle =>
  cycleOf(moment, { day: pool.cycle_day, zone: pool.zone });

/** What a pool was ever filled with, without what was given back. */
export const feedsOf = (ctx: Ctx, poolId: string): Promise<FeedRow[]> =>
  ofPools(ctx)
    .selectFrom('flow_pools.feed')
    .selectAll()
    .where('pool_id', '=', poolId)
    .where('refunded_at', 'is', null)
    .orderBy('id')
    .execute();

/** Changes a locked pool. */
export async function writePool(ctx: Ctx, id: string, change: Partial<FlowPoolRow>): Promise<void> {
  await ofPools(ctx).updateTable('flow_pools.pool').set(change).where('id', '=', id).execute();
}

/** Holds pools in the order of their ids: members, days and feeds of a pool change only so. */
export async function holdPools(ctx: Ctx, ids: readonly string[]): Promise<FlowPoolRow[]> {
  return ofPools(ctx)
    .selectFrom('flow_pools.pool')
    .selectAll()
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}
