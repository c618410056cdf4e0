import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import { type payOnline as endpoint, noBalanceToGive } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { targetNotAllowed } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { PROVIDER_OF_METHOD } from '@cardinal/contract/enumerations/recharge.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { isAllowedAddress } from '../../../outbound/addressRules.ts';
import { customerNames, customerOf } from '../../customers/face.ts';
import { beginPayment, type PaidFor, type PaymentTable } from '../../payments/face.ts';
import { rechargeChecked } from '../events.ts';
import { keepRecharge, newRecharge } from './enterRecharge.ts';
import { postRecharge } from './postRecharge.ts';
import type { RechargeTable } from './rechargeTables.ts';

/** Begins a recharge of one's own balance at a provider; it is posted when the provider says that it is paid. */
export async function payOnline(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const own = await customerOf(ctx.db, accountOf(ctx).customerId);
  if (!own) throw new Refused(notFound);
  if (own.kind === 'PLATFORM') throw refusedAt('amount', noBalanceToGive);
  if (!isAllowedAddress(body.returnUrl, ctx.config.production)) throw refusedAt('returnUrl', targetNotAllowed);
  const { method } = body;
  const row = newRecharge(ctx, own, body, method);
  const begun = await beginPayment(ctx, {
    scene: PaymentScene.values.balanceRecharge,
    subjectId: row.id,
    payer: own,
    provider: PROVIDER_OF_METHOD[method],
    amount: sentAmount('amount', body.amount, own.currency, 'smallest').minor,
    description: `${own.name} ${row.recharge_no}`,
    returnUrl: body.returnUrl,
    phoneAddress: body.isOnPhone ? ctx.address : undefined,
  });
  const entered = await keepRecharge(
    ctx,
    { ...row, state: 'paying', payer_id: begun.collectorId, collecting_account_id: begun.collectingAccountId },
    own,
  );
  return { ...entered, paymentId: begun.paymentId };
}

/** Kept with a recharge that was paid with another amount. */
const DIFFERENT_AMOUNT = '金额不符，款项已原路退回';

const beyond = (ctx: Ctx) => ctx.beyondScope('a provider’s word is about anybody’s recharge');

const lockOf = (ctx: Ctx, { subject_id }: PaymentTable): Promise<RechargeTable> =>
  beyond(ctx)
    .selectFrom('customer_accounts.recharge')
    .selectAll()
    .where('id', '=', subject_id)
    .forUpdate()
    .executeTakeFirstOrThrow();

const write = (ctx: Ctx, id: string, change: Partial<RechargeTable>) =>
  beyond(ctx).updateTable('customer_accounts.recharge').set(change).where('id', '=', id).execute();

async function tell(ctx: Ctx, row: RechargeTable, state: 'passed' | 'closed', reason: string | null) {
  await ctx.emit(rechargeChecked, {
    rechargeId: row.id,
    rechargeNo: row.recharge_no,
    payerId: row.payer_id,
    makerId: row.entered_by_id,
    customerName: (await customerNames(beyond(ctx), [row.customer_id])).get(row.customer_id) ?? '',
    amount: row.amount,
    currency: row.currency,
    state,
    reason,
  });
}

/**
 * Money that a provider has is posted, once: also what was paid after its end. Where the collector is an agent, it has the cash and
 * pays from its balance; while that is short, the recharge is held. A second payment of the same recharge goes back.
 */
const settle: PaidFor['settle'] = async (ctx, payment) => {
  const row = await lockOf(ctx, payment);
  if (row.state === 'passed') return 'again';
  const now = ctx.clock.now();
  try {
    const posted = await postRecharge(ctx, row, payment.merchant_id);
    await write(ctx, row.id, { ...posted, state: 'passed', decided_at: now, decision: null });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await write(ctx, row.id, { state: 'held', decided_at: null });
    return 'later';
  }
  await tell(ctx, row, 'passed', null);
  return 'settled';
};

const ended: PaidFor['ended'] = async (ctx, payment, why) => {
  const row = await lockOf(ctx, payment);
  if (row.state !== 'paying') return;
  const decision =
    why === 'refused' ? (payment.refused_zh ?? payment.said) : why === 'returned' ? DIFFERENT_AMOUNT : null;
  await write(ctx, row.id, { state: 'closed', decided_at: ctx.clock.now(), decision });
};

export const rechargesPaid: PaidFor = { scene: PaymentScene.values.balanceRecharge, settle, ended };
