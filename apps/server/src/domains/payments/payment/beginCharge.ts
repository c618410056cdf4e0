import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { PaymentTable } from '../paymentTables.ts';
import { newPayment } from './newPayment.ts';
import { keepPayment, lockPayment } from './paymentStore.ts';

/**
 * Begins a payment that the provider takes under a contract, in the caller's transaction. Its merchant is the contract's, which no
 * route changes. The provider is asked once the transaction has ended, and not after `until`.
 */
export async function beginCharge(
  ctx: Ctx,
  asked: {
    readonly scene: PaymentScene;
    readonly subjectId: string;
    readonly payerId: string;
    readonly collectorId: string;
    readonly provider: PaymentProvider;
    readonly merchantId: string;
    /** The provider's number of the contract. */
    readonly contractNo: string;
    readonly currency: Currency;
    readonly amount: bigint;
    readonly description: string;
    readonly until: Date;
  },
): Promise<{ readonly paymentId: string; readonly tradeNo: string }> {
  return newPayment(ctx, {
    scene: asked.scene,
    subject_id: asked.subjectId,
    payer_id: asked.payerId,
    collector_id: asked.collectorId,
    provider: asked.provider,
    merchant_id: asked.merchantId,
    collecting_account_id: null,
    program_route_id: null,
    contract_no: asked.contractNo,
    currency: asked.currency,
    amount: String(asked.amount),
    description: asked.description,
    return_url: '',
    buyer_appid: null,
    buyer_openid: null,
    phone_address: null,
    expires_at: asked.until,
  });
}

/**
 * Asks for one that was refused once more, under the same number, so that a period is never taken twice. Locks the payment, then
 * lets the room decide: null where it is not to be. False: it is not refused, and goes on by itself.
 */
export async function chargeAgain(
  ctx: Ctx,
  paymentId: string,
  decide: (payment: PaymentTable) => Promise<Date | undefined>,
): Promise<boolean> {
  const payment = await lockPayment(ctx, paymentId);
  if (!payment?.contract_no || (payment.state !== 'refused' && payment.state !== 'closed')) return false;
  const until = await decide(payment);
  if (!until) return false;
  await keepPayment(ctx, payment.id, {
    state: 'created',
    expires_at: until,
    refused_zh: null,
    refused_en: null,
    steps: 0,
    next_at: ctx.clock.now(),
  });
  return true;
}
