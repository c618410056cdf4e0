import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { stepGiveBack } from '../returning/stepGiveBack.ts';
import { ofLevels, STEP, stepPayload } from '../sharing/sharedPayments.ts';
import { stepShared } from './stepShared.ts';
import { stepSplit } from './stepSplit.ts';

type Step = z.output<typeof stepPayload>;
const STEPS: Readonly<Record<Step['what'], (ctx: Ctx, id: string) => Promise<void>>> = {
  payment: stepShared,
  split: stepSplit,
  return: stepGiveBack,
};

export const splitStep = job({
  name: STEP.name,
  payload: stepPayload,
  keyed: true,
  concurrency: 4,
  run: (ctx, { what, id }) => STEPS[what](ctx, id),
});

const AT_ONCE = 500;
const CALLS = 8;

/** Steps that are due, whether or not their own job was lost. Returns how many. */
export async function stepDue(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const now = ctx.clock.now();
  const due = async (what: Step['what'], table: 'split_orders.split' | 'split_orders.give_back'): Promise<Step[]> =>
    (
      await ofLevels(ctx)
        .selectFrom(table)
        .select('id')
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(AT_ONCE)
        .execute()
    ).map(({ id }) => ({ what, id }));
  const shared = await ofLevels(ctx)
    .selectFrom('split_orders.payment')
    .select('payment_id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute();
  const all: readonly Step[] = [
    ...(await due('split', 'split_orders.split')),
    ...(await due('return', 'split_orders.give_back')),
    ...shared.map(({ payment_id }) => ({ what: 'payment' as const, id: payment_id })),
  ];
  await mapConcurrently(
    all,
    CALLS,
    ({ what, id }) => STEPS[what](ctx, id),
    () => !signal?.aborted,
  );
  return all.length;
}

export const splitSweep = job({
  name: 'splitOrders.steps',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await stepDue(ctx, signal);
  },
});
