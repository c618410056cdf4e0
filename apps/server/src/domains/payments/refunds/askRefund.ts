import type { Ctx } from '../../../framework/context.ts';
import { splitsOf } from '../payment/paymentSplits.ts';
import { beyond, numberOf, stepNamed } from '../payment/paymentStore.ts';
import type { PaymentTable, RefundTable } from '../paymentTables.ts';

/**
 * Asks for money of a payment to be returned; its row is locked by this transaction. The database refuses more than what came,
 * all refunds together.
 */
export async function askRefund(
  ctx: Ctx,
  payment: PaymentTable,
  asked: {
    readonly amount: bigint;
    readonly reason: string /** The first of those that failed. */;
    readonly repeats?: string;
  },
): Promise<string> {
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const row: RefundTable = {
    id,
    refund_no: numberOf('F', id),
    payment_id: payment.id,
    payer_id: payment.payer_id,
    amount: String(asked.amount),
    reason: asked.reason,
    state: 'asked',
    provider_no: null,
    said: null,
    refused_zh: null,
    refused_en: null,
    done_at: null,
    next_at: now,
    steps: 0,
    repeats_id: asked.repeats ?? null,
    hand_reference: null,
    hand_by: null,
    hand_by_id: null,
    confirmed_by: null,
    confirmed_by_id: null,
    created_at: now,
    updated_at: now,
  };
  await beyond(ctx)
    .updateTable('payments.payment')
    .set((on) => ({ refunded: on('refunded', '+', row.amount), updated_at: now }))
    .where('id', '=', payment.id)
    .execute();
  await beyond(ctx).insertInto('payments.refund').values(row).execute();
  // One that repeats another takes back what that was to.
  if (!asked.repeats) await splitsOf(ctx, payment)?.refundAsked?.(ctx, payment, { id, amount: asked.amount });
  await ctx.enqueue(stepNamed('payments.refundStep'), { id }, { key: id });
  return id;
}
