import { BUSINESS } from '@cardinal/contract/api/ledger/business.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { money, negated } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import {
  type AccountOf,
  hold,
  ofCustomer,
  openAccount,
  post,
  releaseHold,
  requirePosted,
  settleHold,
} from '../../ledger/face.ts';
import type { AllocationRow } from '../allocationTables.ts';
import { amountOf } from './documentRules.ts';

export type Priced = {
  /** Of one card, in minor units. */
  readonly unitPrice: string;
  readonly currency: Currency;
  readonly payerId: string;
  readonly payeeId: string;
};

const beyond = (ctx: Ctx) => ctx.beyondScope('cards are paid for by one customer to another');

export const isPlatform = async (ctx: Ctx, customerId: string): Promise<boolean> =>
  (await customerOf(beyond(ctx), customerId))?.kind === 'PLATFORM';

/** Where a customer has its money: the platform's is revenue, everybody else's is on the balance. */
async function purseOf(ctx: Ctx, customerId: string, currency: string): Promise<AccountOf> {
  return (await isPlatform(ctx, customerId))
    ? { owner: 'platform', ownerId: customerId, customerId, currency, kind: 'revenue' }
    : ofCustomer(customerId, currency, 'balance');
}

const aboutDocument = (allocationNo: string, step: 'hold' | 'settle' | 'release', isBack = false) => ({
  key: `${BUSINESS.allocation}${allocationNo}:${step}`,
  kind: isBack ? ('refund' as const) : ('sale' as const),
  businessNo: allocationNo,
});

/** Holds what all cards of a document cost, or refuses; the platform's revenue has no floor, and nothing is held of it. */
export async function holdPrice(
  ctx: Ctx,
  {
    unitPrice,
    currency,
    payerId,
    allocationNo,
    cards,
  }: Priced & { readonly allocationNo: string; readonly cards: number },
): Promise<string | undefined> {
  if (await isPlatform(ctx, payerId)) return undefined;
  const held = requirePosted(
    await hold(ctx, aboutDocument(allocationNo, 'hold'), {
      from: await openAccount(ctx, ofCustomer(payerId, currency, 'balance')),
      into: await openAccount(ctx, ofCustomer(payerId, currency, 'frozen')),
      amount: money(BigInt(unitPrice) * BigInt(cards), currency),
    }),
  );
  return held.holdId;
}

/**
 * Pays for the cards of a finished document in one posting, and gives the rest of what was held back. Answers the posting, if
 * there was anything to pay.
 */
export async function payDocument(ctx: Ctx, row: AllocationRow): Promise<string | null> {
  const { currency, payer_id, payee_id, hold_id, done, asked, allocation_no } = row;
  if (currency === null || payer_id === null || payee_id === null) return null;
  const amount = money(BigInt(amountOf(row) ?? 0), currency);
  const payee = { account: await openAccount(ctx, await purseOf(ctx, payee_id, currency)), amount };
  const about = aboutDocument(allocation_no, 'settle', row.reverses_id !== null);
  let posted: string | null = null;
  if (done > 0 && hold_id !== null) {
    const frozen = await openAccount(ctx, ofCustomer(payer_id, currency, 'frozen'));
    const legs = [{ account: frozen, amount: negated(amount) }, payee];
    posted = requirePosted(await settleHold(ctx, about, hold_id, legs)).transactionId;
  } else if (done > 0) {
    const payer = await openAccount(ctx, await purseOf(ctx, payer_id, currency));
    posted = requirePosted(await post(ctx, about, [{ account: payer, amount: negated(amount) }, payee])).transactionId;
  }
  if (hold_id !== null && done < asked) await releaseHold(ctx, aboutDocument(allocation_no, 'release'), hold_id);
  return posted;
}
