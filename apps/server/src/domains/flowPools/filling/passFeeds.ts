import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { lockPools } from '../rating/lockPools.ts';
import { ofPools } from '../rating/poolStore.ts';
import { judgePool } from '../thresholds/judgePool.ts';

/** Pools of which something has begun or ended that is not marked yet. */
async function poolsDue(ctx: Ctx): Promise<string[]> {
  const now = ctx.clock.now();
  const rows = await ofPools(ctx)
    .selectFrom('flow_pools.feed')
    .select('pool_id')
    .distinct()
    .where('refunded_at', 'is', null)
    .where((on) =>
      on.or([
        on.and([on('begun_at', 'is', null), on('starts_at', '<=', now)]),
        on.and([on('ended_at', 'is', null), on('ends_at', '<=', now)]),
      ]),
    )
    .orderBy('pool_id')
    .execute();
  return rows.map(({ pool_id }) => pool_id);
}

/** Begins and ends at their own moments what pools were filled with, however late it runs. */
export async function passFeeds(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (const id of await poolsDue(ctx)) {
    if (signal?.aborted) return;
    await ctx.transact(async (inside) => {
      const pool = (await lockPools(inside, [id])).get(id);
      if (pool) await judgePool(inside, pool);
    });
  }
}

export const passFeedsJob = job({
  name: 'flowPools.passFeeds',
  payload: z.object({}),
  schedule: '* * * * *',
  run: (ctx, _payload, signal) => passFeeds(ctx, signal),
});
