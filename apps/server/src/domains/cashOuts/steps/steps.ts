import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { beyond, STEP, stepPayload } from '../cashOut/cashOutStore.ts';
import { stepCashOut } from './stepCashOut.ts';

export const cashOutStep = job({
  name: STEP.name,
  payload: stepPayload,
  keyed: true,
  concurrency: 4,
  run: (ctx, { id }) => stepCashOut(ctx, id),
});

const AT_ONCE = 500;
const CALLS = 8;

/** Steps that are due, whether or not their own job was lost. Returns how many. */
export async function stepDue(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const due = await beyond(ctx)
    .selectFrom('cash_outs.cash_out')
    .select('id')
    .where('next_at', '<=', ctx.clock.now())
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute();
  await mapConcurrently(
    due,
    CALLS,
    ({ id }) => stepCashOut(ctx, id),
    () => !signal?.aborted,
  );
  return due.length;
}

export const cashOutSweep = job({
  name: 'cashOuts.steps',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await stepDue(ctx, signal);
  },
});
