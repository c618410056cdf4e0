import { profitOutOfReach } from '@cardinal/contract/api/cashOuts/refusals.ts';
import { BUSINESS } from '@cardinal/contract/api/ledger/business.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import {
  type About,
  hold,
  type Leg,
  ofCustomer,
  openAccount,
  releaseHold,
  requirePosted,
  settleHold,
} from '../../ledger/face.ts';
import type { CashOutRow } from '../cashOutTables.ts';
import { cashOutEnded } from '../events.ts';
import { beyond, keepCashOut } from './cashOutStore.ts';

type Of = Pick<CashOutRow, 'id' | 'cash_out_no' | 'customer_id' | 'currency' | 'amount' | 'revived'>;

/** The key is the cash-out's own, for ever: whatever is repeated, it posts once. */
const about = (of: Of, step: '' | ':hold' | ':back'): About => ({
  // Settled at most once, it is held and given back once each time it is asked for.
  key: `${BUSINESS.cashOut}${of.id}${step}${step !== '' && of.revived > 0 ? `:${of.revived}` : ''}`,
  kind: 'cashOut',
  businessNo: of.cash_out_no,
});

/** Takes the amount from profit into frozen; refused where profit is short, which nothing but the posting decides. */
export async function holdProfit(ctx: Ctx, of: Of) {
  const account = (kind: 'profit' | 'frozen') => openAccount(ctx, ofCustomer(of.customer_id, of.currency, kind));
  const [from, into] = [await account('profit'), await account('frozen')];
  const held = await hold(ctx, about(of, ':hold'), { from, into, amount: money(BigInt(of.amount), of.currency) });
  if (held.isPosted) return { hold_id: held.holdId, hold_transaction_id: held.transactionId };
  if (held.why === 'reversedBefore') throw new Refused(profitOutOfReach);
  const { available } = held;
  const shown = available.minor > 0n ? available : money(0n, of.currency);
  throw refusedAt('amount', profitOutOfReach, { available: moneyText(shown), currency: of.currency });
}

/**
 * It has arrived: net clears in the account of the merchant that paid, or the platform's own of the bank; the fee is the platform's,
 * the tax is owed by it. The row is locked.
 */
export async function settleCashOut(ctx: Ctx, row: CashOutRow, more: Partial<CashOutRow> = {}): Promise<void> {
  const customer = await customerOf(beyond(ctx), row.customer_id);
  const [platformId] = idsOfPath(customer?.path ?? '');
  if (!platformId) throw new Error(`${row.customer_id} stands below nobody`);
  const ofPlatform = (kind: 'clearing' | 'fee' | 'payable', ownerId = platformId) =>
    openAccount(ctx, { owner: 'platform', ownerId, customerId: platformId, currency: row.currency, kind });
  const inCurrency = (minor: bigint) => money(minor, row.currency);
  const [amount, fee, tax] = [BigInt(row.amount), BigInt(row.fee), BigInt(row.tax)];
  const legs: Leg[] = [
    {
      account: await openAccount(ctx, ofCustomer(row.customer_id, row.currency, 'frozen')),
      amount: inCurrency(-amount),
    },
    { account: await ofPlatform('clearing', row.merchant_id ?? platformId), amount: inCurrency(BigInt(row.net)) },
  ];
  if (fee > 0n) legs.push({ account: await ofPlatform('fee'), amount: inCurrency(fee) });
  if (tax > 0n) legs.push({ account: await ofPlatform('payable'), amount: inCurrency(tax) });
  const posted = requirePosted(await settleHold(ctx, about(row, ''), row.hold_id, legs));
  await end(ctx, row, {
    ...more,
    state: CashOutState.values.done,
    end_transaction_id: posted.transactionId,
    reason_zh: null,
    reason_en: null,
  });
}

/** It will not arrive: all of it is profit again. The row is locked. */
export async function giveBack(ctx: Ctx, row: CashOutRow, why: Text, more: Partial<CashOutRow> = {}): Promise<void> {
  const posted = requirePosted(await releaseHold(ctx, about(row, ':back'), row.hold_id));
  await end(ctx, row, {
    ...more,
    state: CashOutState.values.failed,
    end_transaction_id: posted.transactionId,
    reason_zh: why.zh,
    reason_en: why.en,
  });
}

async function end(ctx: Ctx, row: CashOutRow, change: Partial<CashOutRow>): Promise<void> {
  const ended = { ended_at: ctx.clock.now(), ...change, waits_for: null, next_at: null };
  await keepCashOut(ctx, row.id, ended);
  ctx.log.info({ cashOut: row.id, state: ended.state }, 'cash-out ended');
  await ctx.emit(cashOutEnded, {
    cashOutId: row.id,
    cashOutNo: row.cash_out_no,
    customerId: row.customer_id,
    askedById: row.asked_by_id,
    amount: row.amount,
    currency: row.currency,
    again: row.revived,
    isDone: ended.state === CashOutState.values.done,
    reasonZh: ended.reason_zh ?? null,
    reasonEn: ended.reason_en ?? null,
  });
}
