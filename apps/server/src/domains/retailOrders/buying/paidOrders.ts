import { FulfilmentState, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { money } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { type ChainLevel, chainKept, owedBySeller, sellToEndUser } from '../../orders/face.ts';
import type { PaidFor, PaymentTable } from '../../payments/face.ts';
import { asSeller, kindOf } from '../../publicAccounts/face.ts';
import { orderOfSharing } from '../../splitOrders/face.ts';
import { isSplit, orderOfSplit } from '../../subAccounts/face.ts';
import { type Failure, putOnDesk } from '../cases/caseStore.ts';
import { ORDER_SOURCES } from '../listings/listingRules.ts';
import { offersFor } from '../listings/offers.ts';
import type { RetailOrderTable } from '../retailTables.ts';
import { becameSetUp, giveBackJob } from './giveBack.ts';
import { type RetailOrderRow, takeIn } from './retailMoney.ts';
import { type SoldAs, soldAsOf } from './soldAs.ts';

const { none, ordering, failed, closed } = FulfilmentState.values;
const { unpaid, paid } = PaymentState.values;

const BALANCE_SHORT = text(
  '商户余额不足，充值后自动开通',
  'The seller’s balance is short; set up once it is recharged',
);
const LATE = text(
  '支付时已超过下单时限，且价格或套餐已变化',
  'Paid after the time to pay, and the price or the package has changed',
);
const LATE_SPLIT = text(
  '支付时已超过下单时限；已分账的付款不按新价格开通',
  'Paid after the time to pay; a split payment is not set up at other terms',
);
export const CARD_GONE = text('卡已不属于此公众号', 'The card is no longer one of this account');

const beyond = (ctx: Ctx) => ctx.beyondScope('the provider’s word is about anybody’s order');

export const lockOf = (ctx: Ctx, id: string): Promise<RetailOrderRow | undefined> =>
  beyond(ctx).selectFrom('retail_orders.retail_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Change = Partial<Omit<Selectable<RetailOrderTable>, 'chain' | 'refunded'>>;
const write = (ctx: Ctx, id: string, change: Change) =>
  beyond(ctx).updateTable('retail_orders.retail_order').set(change).where('id', '=', id).execute();

/** `title` is that of the package order; by default that of a public account's. */
export type Terms = { readonly chain: readonly ChainLevel[]; readonly versionId: string; readonly title?: Text };

const isLate = (row: RetailOrderRow, paidAt: Date): boolean => row.fulfil_state === closed || paidAt > row.pay_until;

/**
 * The terms on which what was paid is set up, or why it cannot be. In time, those he was shown hold; later only what is still offered
 * at that price, on the terms of now.
 */
async function termsOf(
  seller: Ctx,
  row: RetailOrderRow,
  paidAt: Date,
): Promise<{ terms: Terms } | Failure | { late: Text }> {
  const card = await seller.db.selectFrom('cards.v_card').selectAll().where('id', '=', row.card_id).executeTakeFirst();
  if (!card) return { reason: 'cardGone', why: CARD_GONE };
  if (!isLate(row, paidAt)) return { terms: { chain: chainKept(row.chain.levels), versionId: row.chain.versionId } };
  // Levels were paid by the margins he was shown, and by no others.
  if (await isSplit(seller, row.payment_id)) return { late: LATE_SPLIT };
  const [offer] = await offersFor(seller, { id: row.account_id, customer_id: row.customer_id }, card, row.listing_id);
  const isSame = offer !== undefined && offer.whyNot === undefined && offer.listing.price === row.price;
  return isSame && offer.judged?.chain
    ? { terms: { chain: offer.judged.chain, versionId: offer.judged.found.id } }
    : { late: LATE };
}

/** Orders the package at the prices that were shown, in the transaction in which it is paid or tried again. */
async function place(ctx: Ctx, row: RetailOrderRow, { chain, versionId, title }: Terms): Promise<string> {
  const price = money(BigInt(row.price), row.currency);
  const source = ORDER_SOURCES[await kindOf(ctx, row.account_id)];
  return sellToEndUser(ctx, {
    source,
    chain,
    packageVersionId: versionId,
    card: { id: row.card_id, iccid: row.iccid },
    title: title ?? text(`公众号订购 ${row.title}`, `Public account: ${row.title}`),
    buyer: row.is_self_collected ? undefined : { id: row.end_user_id, price },
  });
}

/** Where the seller has the cash, its balance must carry what it owes. */
async function isShort(ctx: Ctx, row: RetailOrderRow, { chain }: Terms): Promise<boolean> {
  if (!row.is_self_collected) return false;
  const { spendable } = await fundsOf(ctx, ofCustomer(row.customer_id, row.currency, 'balance'));
  return spendable < owedBySeller(chain).minor;
}

const SHORT: Failure = { reason: 'balanceShort', why: BALANCE_SHORT };

/** Takes in the money of a locked paid order, if that is still to be done; false where the collector is short. */
async function takeInOnce(seller: Ctx, row: RetailOrderRow, merchantId: string): Promise<boolean> {
  if (row.is_taken_in || row.is_self_collected) return true;
  const taken = await takeIn(seller, row, merchantId, BigInt(row.price));
  if (taken && !taken.isPosted) return false;
  await write(seller, row.id, { is_taken_in: true });
  return true;
}

/** Delivers a locked paid order that is no package, after it was judged. Answers why it could not. */
export async function deliverAs(
  seller: Ctx,
  row: RetailOrderRow,
  merchantId: string,
  as: SoldAs,
): Promise<Failure | undefined> {
  if (!(await takeInOnce(seller, row, merchantId))) return SHORT;
  const failure = await as.deliver(seller, row);
  if (!failure) await becameSetUp(seller, row);
  return failure;
}

/**
 * Takes in the money of a locked paid order, if that is still to be done, and orders its package; `seller` sees what the seller
 * sees. Answers why it could not.
 */
export async function setUp(
  seller: Ctx,
  row: RetailOrderRow,
  merchantId: string,
  terms: Terms,
): Promise<Failure | undefined> {
  if (!(await takeInOnce(seller, row, merchantId))) return SHORT;
  if (await isShort(seller, row, terms)) return SHORT;
  const orderId = await place(seller, row, terms);
  await orderOfSplit(seller, row.payment_id, orderId);
  await orderOfSharing(seller, row.payment_id, orderId);
  await write(seller, row.id, {
    fulfil_state: ordering,
    package_order_id: orderId,
    why_zh: null,
    why_en: null,
    finished_at: null,
  });
  return undefined;
}

/** What was paid is not set up now: it waits at the desk. */
export async function leaveOnDesk(ctx: Ctx, row: RetailOrderRow, failure: Failure): Promise<void> {
  const { reason, why } = failure;
  // While only the balance is short nothing has failed for the buyer.
  const ended = reason === 'balanceShort' ? { fulfil_state: none, finished_at: null } : { fulfil_state: failed };
  await write(ctx, row.id, { finished_at: ctx.clock.now(), ...ended, why_zh: why.zh, why_en: why.en });
  await putOnDesk(ctx, row, failure);
}

/**
 * A paid order is set up once; a second payment goes back. The money comes into the buyer's wallet, and from there pays the order
 * like any other: it is held, and settled when the card has the package. What cannot be set up waits at the desk; what was paid
 * too late goes back.
 */
const settle: PaidFor['settle'] = async (ctx, payment: PaymentTable) => {
  const row = await lockOf(ctx, payment.subject_id);
  if (!row || row.package_order_id !== null || row.fulfil_state === failed) return 'again';
  const as = soldAsOf(ctx, row);
  if (as && row.pay_state === paid) return 'again';
  const paidAt = payment.paid_at ?? ctx.clock.now();
  const seller = await asSeller(ctx, row.customer_id);
  const judged = as ? await as.judge(seller, row, isLate(row, paidAt)) : await termsOf(seller, row, paidAt);
  await write(ctx, row.id, { pay_state: paid, paid_at: paidAt });
  if (judged && 'late' in judged) {
    const { zh, en } = judged.late;
    // The wallet may be left without what never came into it.
    const taken = await takeIn(ctx, row, payment.merchant_id, BigInt(row.price));
    const now = ctx.clock.now();
    await write(ctx, row.id, {
      is_taken_in: taken?.isPosted === true,
      fulfil_state: failed,
      why_zh: zh,
      why_en: en,
      finished_at: now,
    });
    await ctx.enqueue(giveBackJob, { retailOrderId: row.id, cause: 'failed' }, { key: row.id });
    return 'settled';
  }
  const failure = await (as && !judged
    ? deliverAs(seller, row, payment.merchant_id, as)
    : judged && 'terms' in judged
      ? setUp(seller, row, payment.merchant_id, judged.terms)
      : judged);
  if (failure) await leaveOnDesk(ctx, row, failure);
  return 'settled';
};

/** Unpaid past its time, or refused by the provider. */
const ended: PaidFor['ended'] = async (ctx, payment, why) => {
  const row = await lockOf(ctx, payment.subject_id);
  if (!row || row.pay_state !== unpaid || row.fulfil_state !== none) return;
  const said = why === 'refused' ? { why_zh: payment.refused_zh, why_en: payment.refused_en } : {};
  await write(ctx, row.id, { ...said, fulfil_state: closed, finished_at: ctx.clock.now() });
};

export const retailPaid: PaidFor = { scene: PaymentScene.values.packageOrder, settle, ended };
