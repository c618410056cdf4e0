import { DAY_MS } from '@cardinal/primitives/time.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { actDue, type DueRow } from '../../../framework/dueRows.ts';
import { beyond, changeBatch } from './batchStore.ts';
import { expireUnused } from './voidCodes.ts';

async function expire(ctx: Ctx, rows: readonly DueRow[]): Promise<void> {
  for (const { key } of rows) {
    const batch = await beyond(ctx)
      .selectFrom('group_buys.batch')
      .selectAll()
      .where('id', '=', key)
      .executeTakeFirstOrThrow();
    await expireUnused(ctx, batch);
    await changeBatch(ctx, batch.id, { expire_at: null, sealed_seed: null });
  }
}

/** Codes expire at their moment, however late the sweep is: a code that has expired is not redeemed before it either. */
export const expireJob = job({
  name: 'groupBuys.expire',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await actDue(ctx, { table: 'group_buys.batch', key: 'id', due: 'expire_at', atOnce: 1, act: expire }, signal);
    await beyond(ctx)
      .deleteFrom('group_buys.wrong_try')
      .where('at', '<', new Date(ctx.clock.now().getTime() - DAY_MS))
      .execute();
  },
});
