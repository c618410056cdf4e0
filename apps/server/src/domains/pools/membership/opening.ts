import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { ofPools } from '../cycles/poolStore.ts';
import { AT_ONCE, membersAfter, openFor } from './bringing.ts';
import { lockPools } from './lockPools.ts';

/** Opens a part of the cycle a pool is in; whether that was the last. */
async function openPart(ctx: Ctx, poolId: string): Promise<boolean> {
  return ctx.transact(async (inside) => {
    const pool = (await lockPools(inside, [poolId])).get(poolId);
    if (!pool) return true;
    const cycle = await ofPools(inside)
      .selectFrom('pools.pool_cycle')
      .select(['opened_to', 'opened_at'])
      .where('pool_id', '=', poolId)
      .where('cycle', '=', pool.cycle)
      .executeTakeFirstOrThrow();
    if (cycle.opened_at) return true;
    const members = await membersAfter(inside, poolId, cycle.opened_to);
    await openFor(inside, pool, members);
    const isDone = members.length < AT_ONCE;
    await ofPools(inside)
      .updateTable('pools.pool_cycle')
      .set({
        opened_to: members.at(-1)?.id ?? cycle.opened_to,
        opened_at: isDone ? inside.clock.now() : null,
      })
      .where('pool_id', '=', poolId)
      .where('cycle', '=', pool.cycle)
      .execute();
    return isDone;
  });
}

/** Moves pools whose cycle is over into the next one, in which their cards bring their allowance again. */
export async function openCycles(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const due = await ofPools(ctx)
    .selectFrom('pools.pool as p')
    .select('p.id')
    .where('p.state', '=', 'enabled')
    .where((on) =>
      on.or([
        on('p.cycle_ends_at', '<=', ctx.clock.now()),
        on.exists(
          on
            .selectFrom('pools.pool_cycle as c')
            .select('c.pool_id')
            .whereRef('c.pool_id', '=', 'p.id')
            .whereRef('c.cycle', '=', 'p.cycle')
            .where('c.opened_at', 'is', null),
        ),
      ]),
    )
    .orderBy('p.id')
    .execute();
  for (const { id } of due) while (!signal?.aborted && !(await openPart(ctx, id)));
}

export const openCyclesJob = job({
  name: 'pools.cycles',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await openCycles(ctx, signal);
  },
});
