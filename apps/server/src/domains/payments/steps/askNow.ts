import type { PaymentState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { Ctx } from '../../../framework/context.ts';
import { paymentOf } from '../payment/paymentStore.ts';
import { stepPayment } from './stepPayment.ts';

const AGAIN_MS = 2_000;

/** Does the next step of a payment for whoever waits before it, if it was not done just now. Outside any transaction. */
export async function askNow(ctx: Ctx, id: string): Promise<void> {
  const payment = await paymentOf(ctx, id);
  if (!payment) return;
  const isWaiting = payment.state === 'created' || payment.state === 'open';
  const isFresh = ctx.clock.now().getTime() - payment.updated_at.getTime() < AGAIN_MS;
  if (isWaiting && (payment.state === 'created' || !isFresh)) await stepPayment(ctx, id);
}

/** Asks the provider whatever is next about a payment, whoever wants to know. Outside any transaction. Answers how it stands. */
export async function queryPayment(ctx: Ctx, id: string): Promise<PaymentState> {
  await stepPayment(ctx, id);
  const payment = await paymentOf(ctx, id);
  if (!payment) throw new Error(`No payment ${id}`);
  return payment.state;
}
