import type {
  askRefundAgain as againEndpoint,
  refundByHand as byHandEndpoint,
  confirmRefundByHand as confirmEndpoint,
  returnPayment as returnEndpoint,
} from '@cardinal/contract/api/payments/paymentDecisions.ts';
import {
  anotherConfirms,
  collectorDecides,
  nothingToReturn,
  paymentNotFound,
  refundMoved,
  refundNotFound,
} from '@cardinal/contract/api/payments/refusals.ts';
import type { RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { firstOf, splitsOf } from '../payment/paymentSplits.ts';
import { roomOf } from '../payment/settling.ts';
import type { PaymentTable, RefundTable } from '../paymentTables.ts';
import { askRefund } from '../refunds/askRefund.ts';
import { keepRefund } from '../refunds/stepRefund.ts';

/** A payment that the caller's customer collects, locked until the transaction ends. */
async function mine(ctx: Ctx, id: string): Promise<PaymentTable> {
  const row = await ctx.db
    .selectFrom('payments.payment')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(paymentNotFound);
  if (row.collector_id !== accountOf(ctx).customerId) throw new Refused(collectorDecides);
  return row;
}

/** A refund in one of the states, with its payment; both are locked, the payment first, as everywhere. */
async function refundIn(ctx: Ctx, id: string, states: readonly RefundState[]) {
  const named = await ctx.db.selectFrom('payments.refund').select('payment_id').where('id', '=', id).executeTakeFirst();
  if (!named) throw new Refused(refundNotFound);
  const payment = await mine(ctx, named.payment_id);
  // The register of end users' refunds is no door to those of recharges.
  const isOfEndUser = payment.scene === PaymentScene.values.packageOrder;
  if (!isOfEndUser && !holds(ctx.actor, 'userRecharge.check')) throw new Refused(refundNotFound);
  const refund = await ctx.db
    .selectFrom('payments.refund')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!states.includes(refund.state)) throw new Refused(refundMoved);
  return { payment, refund };
}

function note(
  ctx: Ctx,
  payment: PaymentTable,
  refund: Pick<RefundTable, 'state'> | null,
  after: Record<string, unknown>,
) {
  ctx.note({
    customerId: payment.payer_id,
    objectKind: 'payment',
    objectId: payment.id,
    summary: payment.trade_no,
    before: { state: refund?.state ?? payment.state },
    after: { amount: payment.paid_amount, currency: payment.paid_currency, ...after },
  });
}

/** Once: what was returned already, or was paid as asked, stays. What it was for is told, in the same transaction. */
export async function returnPayment(
  ctx: Ctx,
  { id, reason }: BodyOf<typeof returnEndpoint>,
): Promise<AnswerOf<typeof returnEndpoint>> {
  const payment = await mine(ctx, id);
  if (payment.state !== 'differs' || payment.refunded !== '0') throw new Refused(nothingToReturn);
  await askRefund(ctx, payment, { amount: BigInt(payment.paid_amount ?? '0'), reason });
  await roomOf(ctx, payment.scene).ended(ctx, payment, 'returned');
  note(ctx, payment, null, { state: 'returned', reason });
  return DONE;
}

export async function askRefundAgain(
  ctx: Ctx,
  { id }: BodyOf<typeof againEndpoint>,
): Promise<AnswerOf<typeof againEndpoint>> {
  const { payment, refund } = await refundIn(ctx, id, ['abnormal', 'failed']);
  if (refund.state === 'abnormal') await keepRefund(ctx, id, { state: 'asked', steps: 0, next_at: ctx.clock.now() });
  else {
    const rest = BigInt(payment.paid_amount ?? '0') - BigInt(payment.refunded);
    if (BigInt(refund.amount) > rest) throw new Refused(nothingToReturn);
    const repeats = refund.repeats_id ?? refund.id;
    const later = await ctx.db
      .selectFrom('payments.refund')
      .select('id')
      .where('repeats_id', '=', repeats)
      .where('id', '>', refund.id)
      .executeTakeFirst();
    // What failed is due once, however often it is asked for.
    if (later) throw new Refused(refundMoved);
    await askRefund(ctx, payment, { amount: BigInt(refund.amount), reason: refund.reason, repeats });
  }
  note(ctx, payment, refund, { state: 'asked', refund: refund.refund_no });
  return DONE;
}

export async function refundByHand(
  ctx: Ctx,
  { id, reference }: BodyOf<typeof byHandEndpoint>,
): Promise<AnswerOf<typeof byHandEndpoint>> {
  const { payment, refund } = await refundIn(ctx, id, ['abnormal']);
  const { account, accountId } = accountOf(ctx);
  await keepRefund(ctx, id, { state: 'byHand', hand_reference: reference, hand_by: account, hand_by_id: accountId });
  note(ctx, payment, refund, { state: 'byHand', refund: refund.refund_no, reference });
  return DONE;
}

export async function confirmRefundByHand(
  ctx: Ctx,
  { id, isPaid }: BodyOf<typeof confirmEndpoint>,
): Promise<AnswerOf<typeof confirmEndpoint>> {
  const { payment, refund } = await refundIn(ctx, id, ['byHand']);
  const { account, accountId } = accountOf(ctx);
  if (isPaid && refund.hand_by_id === accountId) throw new Refused(anotherConfirms);
  await keepRefund(
    ctx,
    id,
    isPaid
      ? { state: 'done', done_at: ctx.clock.now(), confirmed_by: account, confirmed_by_id: accountId }
      : { state: 'abnormal', hand_reference: null, hand_by: null, hand_by_id: null },
  );
  if (isPaid) await splitsOf(ctx, payment)?.paidByHand?.(ctx, payment, firstOf(refund));
  note(ctx, payment, refund, { state: isPaid ? 'done' : 'abnormal', refund: refund.refund_no });
  return DONE;
}
