import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { beyond, stepPayload } from '../payment/paymentStore.ts';
import { stepRefund } from '../refunds/stepRefund.ts';
import { leaveFailing } from '../routing/leaveFailing.ts';
import { stepPayment } from './stepPayment.ts';

export const paymentStep = job({
  name: 'payments.step',
  payload: stepPayload,
  keyed: true,
  concurrency: 8,
  run: (ctx, { id }) => stepPayment(ctx, id),
});

export const refundStep = job({
  name: 'payments.refundStep',
  payload: stepPayload,
  keyed: true,
  concurrency: 4,
  run: (ctx, { id }) => stepRefund(ctx, id),
});

/** Asked whenever a call for a payment through this account had no answer. */
export const routeGuard = job({
  name: 'payments.routeGuard',
  payload: stepPayload,
  keyed: true,
  concurrency: 1,
  run: (ctx, { id }) => leaveFailing(ctx, id),
});

const AT_ONCE = 500;
const CALLS = 8;

/** Steps that are due, whether or not their own job was lost. Returns how many. */
export async function stepDue(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const now = ctx.clock.now();
  const due = (table: 'payments.payment' | 'payments.refund') =>
    beyond(ctx).selectFrom(table).select('id').where('next_at', '<=', now).orderBy('next_at').limit(AT_ONCE).execute();
  const [payments, refunds] = [await due('payments.payment'), await due('payments.refund')];
  const goesOn = () => !signal?.aborted;
  await mapConcurrently(payments, CALLS, ({ id }) => stepPayment(ctx, id), goesOn);
  await mapConcurrently(refunds, CALLS, ({ id }) => stepRefund(ctx, id), goesOn);
  return payments.length + refunds.length;
}

export const stepsSweep = job({
  name: 'payments.steps',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await stepDue(ctx, signal);
  },
});
