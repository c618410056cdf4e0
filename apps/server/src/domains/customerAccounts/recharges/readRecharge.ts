import {
  type previewRecharge as previewEndpoint,
  type readRecharge as readEndpoint,
  rechargeNotFound,
} from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { ONLINE_METHODS, PROVIDER_OF_METHOD, type RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { isCollectedFrom, payableInto, paymentsFor } from '../../payments/face.ts';
import { childOf } from './enterRecharge.ts';
import { rechargeDataset } from './rechargeList.ts';
import { withSameVoucher } from './sameVoucher.ts';

export async function readRecharge(
  ctx: Ctx,
  { id }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const row = await rechargeDataset
    .select(rechargeDataset.from(ctx, {}), ctx)
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refused(rechargeNotFound);
  const [shown] = await rechargeDataset.present([row as never], ctx);
  if (!shown) throw new Refused(rechargeNotFound);
  const { seen_payer_id, ...recharge } = row as unknown as Parameters<typeof withSameVoucher>[1] & {
    seen_payer_id: string | null;
    voucher_type: string | null;
    voucher_name: string | null;
    repeat_reason: string | null;
    transaction_id: string | null;
  };
  const seesStaff = seen_payer_id !== null;
  return {
    ...shown,
    name: shown.rechargeNo,
    voucherType: recharge.voucher_type,
    voucherName: recharge.voucher_name,
    repeatReason: seesStaff ? recharge.repeat_reason : null,
    transactionId: recharge.transaction_id,
    sameVoucher: seesStaff ? await withSameVoucher(ctx, recharge) : [],
    payments: await paymentsFor(ctx, PaymentScene.values.balanceRecharge, id),
  };
}

/** The methods through which somebody above collects now. */
async function onlineMethods(ctx: Ctx, customer: Parameters<typeof isCollectedFrom>[1]): Promise<RechargeMethod[]> {
  const offered: RechargeMethod[] = [];
  for (const method of ONLINE_METHODS) {
    const way = { scene: PaymentScene.values.balanceRecharge, provider: PROVIDER_OF_METHOD[method] };
    if (await isCollectedFrom(ctx, customer, way)) offered.push(method);
  }
  return offered;
}

export async function previewRecharge(
  ctx: Ctx,
  { customerId, bank, voucherNo }: QueryOf<typeof previewEndpoint>,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const own = accountOf(ctx).customerId;
  const payer = await customerOf(ctx.db, own);
  const isOwn = customerId === own;
  const customer = isOwn && payer ? payer : await childOf(ctx, customerId);
  const { currency } = customer;
  const fundsIn = (id: string) => fundsOf(ctx, ofCustomer(id, currency, 'balance'));
  const funds = await fundsIn(customerId);
  return {
    currency,
    balance: String(funds.balance),
    spendable: String(funds.spendable),
    parentSpendable: isOwn || payer?.kind === 'PLATFORM' ? null : String((await fundsIn(own)).spendable),
    sameVoucher: await withSameVoucher(ctx, { payer_id: own, bank: bank ?? null, voucher_no: voucherNo ?? null }),
    collectingAccounts: isOwn ? [] : await payableInto(ctx, customer, PaymentScene.values.balanceRecharge),
    onlineMethods: isOwn ? await onlineMethods(ctx, customer) : [],
  };
}
