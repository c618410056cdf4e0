import { BUSINESS } from '@cardinal/contract/api/ledger/business.ts';
import { RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import { money } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import {
  type About,
  hold,
  type Leg,
  ofCustomer,
  openAccount,
  post,
  requirePosted,
  settleHold,
} from '../../ledger/face.ts';
import type { RechargeTable } from './rechargeTables.ts';

const { parentBalance, profitDeduction, deduction } = RechargeMethod.values;

type Postable = Pick<
  RechargeTable,
  'id' | 'recharge_no' | 'customer_id' | 'payer_id' | 'method' | 'currency' | 'amount' | 'bonus' | 'remark'
>;

const kindOf = (method: RechargeMethod) =>
  method === deduction ? 'correction' : method === parentBalance ? 'transfer' : 'recharge';

/** The key is the recharge's own, for ever: whatever is repeated, it posts once. */
const aboutOf = (of: Postable, step = ''): About => ({
  key: `${BUSINESS.recharge}${of.id}${step}`,
  kind: kindOf(of.method),
  businessNo: of.recharge_no,
  ...(of.remark ? { remark: of.remark } : {}),
});

/**
 * Posts a recharge in the caller's transaction, or refuses it where somebody's money does not suffice. What a provider collected for
 * the platform clears in the account of its merchant, what a bank did in the platform's own.
 */
export async function postRecharge(
  ctx: Ctx,
  of: Postable,
  merchantId?: string,
): Promise<{ account_id: string; transaction_id: string }> {
  const { currency, customer_id: customerId } = of;
  const inCurrency = (minor: bigint) => money(minor, currency);
  const balance = await openAccount(ctx, ofCustomer(customerId, currency, 'balance'));
  const amount = BigInt(of.amount);
  if (of.method === profitDeduction) {
    // Through a hold, which alone finds the money where an account has no floor.
    const profit = await openAccount(ctx, ofCustomer(customerId, currency, 'profit'));
    const frozen = await openAccount(ctx, ofCustomer(customerId, currency, 'frozen'));
    const held = requirePosted(
      await hold(ctx, aboutOf(of, ':hold'), { from: profit, into: frozen, amount: inCurrency(amount) }),
    );
    const settled = requirePosted(
      await settleHold(ctx, aboutOf(of), held.holdId, [
        { account: frozen, amount: inCurrency(-amount) },
        { account: balance, amount: inCurrency(amount) },
      ]),
    );
    return { account_id: balance.id, transaction_id: settled.transactionId };
  }
  const bonus = BigInt(of.bonus);
  const legs: Leg[] = [{ account: balance, amount: inCurrency(amount + bonus) }];
  const payer = await customerOf(ctx.beyondScope('the parent pays for its child'), of.payer_id);
  if (payer?.kind === 'PLATFORM') {
    const ofPlatform = (kind: 'clearing' | 'revenue', ownerId = payer.id) =>
      openAccount(ctx, { owner: 'platform', ownerId, customerId: payer.id, currency, kind });
    legs.push({ account: await ofPlatform('clearing', merchantId), amount: inCurrency(-amount) });
    if (bonus > 0n) legs.push({ account: await ofPlatform('revenue'), amount: inCurrency(-bonus) });
  } else {
    const parent = await openAccount(ctx, ofCustomer(of.payer_id, currency, 'balance'));
    legs.push({ account: parent, amount: inCurrency(-amount - bonus) });
  }
  const posted = requirePosted(await post(ctx, aboutOf(of), legs));
  return { account_id: balance.id, transaction_id: posted.transactionId };
}
