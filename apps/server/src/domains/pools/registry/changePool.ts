import type {
  closeCardPool as closeEndpoint,
  editCardPool as editEndpoint,
} from '@cardinal/contract/api/pools/cardPools.ts';
import { poolClosed, poolHasSubPools, poolNotEmpty } from '@cardinal/contract/api/pools/refusals.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { PoolRow } from '../poolTables.ts';
import { heldPool } from './createPool.ts';

const stateOf = ({ name, oversell_percent }: PoolRow) => ({ name, oversellPercent: oversell_percent });

export async function editCardPool(ctx: Ctx, body: BodyOf<typeof editEndpoint>) {
  const before = await heldPool(ctx, body.id);
  if (before.state === 'closed') throw new Refused(poolClosed);
  if (before.version !== body.version) throw new Refused(changedByAnother);
  const after = { name: body.name, oversell_percent: body.oversellPercent };
  await ctx.db
    .updateTable('pools.pool')
    .set((row) => ({ ...after, version: row('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', before.id)
    .execute();
  ctx.note({
    objectKind: 'cardPool',
    objectId: before.id,
    summary: `${before.pool_code} ${body.name}`,
    customerId: before.customer_id,
    before: stateOf(before),
    after: stateOf({ ...before, ...after }),
  });
  return DONE;
}

export async function closeCardPool(ctx: Ctx, { id }: BodyOf<typeof closeEndpoint>) {
  const pool = await heldPool(ctx, id);
  if (pool.state === 'closed') throw new Refused(poolClosed);
  if (pool.cards > 0) throw new Refused(poolNotEmpty, { n: pool.cards });
  const below = await ctx.db
    .selectFrom('pools.pool')
    .select((on) => on.fn.countAll<string>().as('n'))
    .where('parent_id', '=', id)
    .where('state', '=', 'enabled')
    .executeTakeFirstOrThrow();
  if (Number(below.n) > 0) throw new Refused(poolHasSubPools, { n: Number(below.n) });
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('pools.pool')
    .set((row) => ({ state: 'closed', closed_at: now, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'cardPool',
    objectId: id,
    summary: `${pool.pool_code} ${pool.name}`,
    customerId: pool.customer_id,
    before: { state: pool.state },
    after: { state: 'closed' },
  });
  return DONE;
}
