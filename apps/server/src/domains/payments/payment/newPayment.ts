import type { Insertable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { PaymentTable } from '../paymentTables.ts';
import { beyond, keepPayment, numberOf } from './paymentStore.ts';

type Asked = Pick<
  Insertable<PaymentTable>,
  | 'scene'
  | 'subject_id'
  | 'payer_id'
  | 'collector_id'
  | 'provider'
  | 'merchant_id'
  | 'collecting_account_id'
  | 'program_route_id'
  | 'contract_no'
  | 'currency'
  | 'amount'
  | 'description'
  | 'return_url'
  | 'buyer_appid'
  | 'buyer_openid'
  | 'phone_address'
  | 'expires_at'
>;

/** Writes a payment that nothing was heard of yet, with its number; its first step is due now. */
export async function newPayment(
  ctx: Ctx,
  asked: Asked,
): Promise<{ readonly paymentId: string; readonly tradeNo: string }> {
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const tradeNo = numberOf('P', id);
  await beyond(ctx)
    .insertInto('payments.payment')
    .values({
      ...asked,
      id,
      trade_no: tradeNo,
      state: 'created',
      target_kind: null,
      target_url: null,
      provider_no: null,
      said: null,
      refused_zh: null,
      refused_en: null,
      paid_amount: null,
      paid_currency: null,
      paid_at: null,
      settled_at: null,
      next_at: now,
      steps: 0,
      created_at: now,
      updated_at: now,
      refunded: '0',
    })
    .execute();
  await keepPayment(ctx, id, { next_at: now });
  return { paymentId: id, tradeNo };
}
