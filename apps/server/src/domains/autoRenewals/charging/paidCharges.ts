import { SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { PaidFor, PaymentTable } from '../../payments/face.ts';
import { sellRenewal } from '../../retailOrders/face.ts';
import { beginEnding, keepCharge, keepContract, lockContract } from '../contracts/contractStore.ts';
import { renewalOverdue } from '../events.ts';
import type { ChargeRow, ContractRow } from '../renewalTables.ts';
import { onDay } from './chargeRules.ts';
import { chargeOf, lockCharge } from './stepCharge.ts';

const { overdue, signed } = SigningState.values;
const NOT_TAKEN = text('扣款未成功', 'The charge did not succeed');
const FIRST_FAILED = text('首期扣款失败，未开通自动续费', 'The first charge failed; auto-renewal was not set up');

async function bothOf(ctx: Ctx, payment: PaymentTable): Promise<{ contract: ContractRow; charge: ChargeRow }> {
  const found = await chargeOf(ctx, payment.subject_id);
  const contract = found && (await lockContract(ctx, found.contract_id));
  const charge = found && (await lockCharge(ctx, found.id));
  if (!contract || !charge) throw new Error(`No charge ${payment.subject_id}`);
  return { contract, charge };
}

/**
 * The provider has taken a period: it is set up as a retail order, in the payment's transaction. Whatever has become of the contract
 * meanwhile, what was paid is delivered or goes back.
 */
const settle: PaidFor['settle'] = async (ctx, payment) => {
  const { contract, charge } = await bothOf(ctx, payment);
  if (charge.state === 'paid') return 'again';
  const title = charge.period === 1 ? contract.title : `${contract.title} · ${charge.period}`;
  await sellRenewal(ctx, payment, {
    retailOrderId: charge.retail_order_id,
    accountId: contract.account_id,
    customerId: contract.customer_id,
    endUserId: contract.end_user_id,
    listingId: contract.listing_id,
    packageId: contract.package_id,
    cardId: contract.card_id,
    iccid: contract.iccid,
    title,
  });
  const now = ctx.clock.now();
  await keepCharge(ctx, charge.id, {
    state: 'paid',
    paid_at: payment.paid_at ?? now,
    said: null,
    said_zh: null,
    said_en: null,
    next_at: null,
  });
  const runs = contract.ended_at === null && contract.ending_at === null;
  await keepContract(ctx, contract.id, {
    periods: contract.periods + 1,
    said: null,
    said_zh: null,
    said_en: null,
    ...(runs ? { state: signed, plan_at: now } : {}),
  });
  return 'settled';
};

/** Refused, for want of money or else: tried on another day up to the retries; then the contract is overdue. */
const ended: PaidFor['ended'] = async (ctx, payment) => {
  const { contract, charge } = await bothOf(ctx, payment);
  if (charge.state !== 'charging') return;
  const now = ctx.clock.now();
  const words =
    payment.refused_zh === null ? NOT_TAKEN : text(payment.refused_zh, payment.refused_en ?? payment.refused_zh);
  const said = { said: payment.said, said_zh: words.zh, said_en: words.en };
  const runs = contract.ended_at === null && contract.ending_at === null;
  await keepContract(ctx, contract.id, said);
  if (charge.period === 1) {
    await keepCharge(ctx, charge.id, { ...said, state: 'failed', next_at: null });
    if (runs)
      await beginEnding(
        ctx,
        contract,
        'us',
        text(`${FIRST_FAILED.zh}：${words.zh}`, `${FIRST_FAILED.en}: ${words.en}`),
      );
    return;
  }
  if (runs && charge.tries <= contract.retries) {
    const next = onDay(now, 1);
    await keepCharge(ctx, charge.id, { ...said, state: 'announced', charge_at: next, next_at: next });
    return;
  }
  await keepCharge(ctx, charge.id, { ...said, state: runs ? 'failed' : 'skipped', next_at: null });
  if (!runs) return;
  await keepContract(ctx, contract.id, { state: overdue });
  await ctx.emit(renewalOverdue, {
    chargeId: charge.id,
    contractId: contract.id,
    contractNo: contract.contract_no,
    customerId: contract.customer_id,
    iccid: contract.iccid,
    period: charge.period,
  });
};

export const renewalPaid: PaidFor = { scene: PaymentScene.values.autoRenewal, settle, ended };
