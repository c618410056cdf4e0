import { FulfilmentState, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { money } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { type ChainLevel, chainKept, owedBySeller, sellToEndUser } from '../../orders/face.ts';
import type { PaidFor, PaymentTable } from '../../payments/face.ts';
import { asSeller } from '../../publicAccounts/face.ts';
import { offersFor } from '../listings/offers.ts';
import type { RetailOrderTable } from '../retailTables.ts';
import { giveBackJob } from './giveBack.ts';
import { type RetailOrderRow, takeIn } from './retailMoney.ts';

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
const CARD_GONE = text('卡已不属于此公众号', 'The card is no longer one of this account');

const beyond = (ctx: Ctx) => ctx.beyondScope('the provider’s word is about anybody’s order');

const lockOf = (ctx: Ctx, id: string): Promise<RetailOrderRow | undefined> =>
  beyond(ctx).selectFrom('retail_orders.retail_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const write = (ctx: Ctx, id: string, change: Partial<Omit<RetailOrderTable, 'chain' | 'refunded'>>) =>
  beyond(ctx).updateTable('retail_orders.retail_order').set(change).where('id', '=', id).execute();

type Terms = { readonly chain: readonly ChainLevel[]; readonly versionId: string };

/**
 * The terms on which what was paid is set up, or why it cannot be. In time, those he was shown hold; later only what is still offered
 * at that price, on the terms of now.
 */
async function termsOf(seller: Ctx, row: RetailOrderRow, paidAt: Date): Promise<{ terms: Terms } | { why: Text }> {
  const card = await seller.db.selectFrom('cards.v_card').selectAll().where('id', '=', row.card_id).executeTakeFirst();
  if (!card) return { why: CARD_GONE };
  if (row.fulfil_state !== closed && paidAt <= row.pay_until)
    return { terms: { chain: chainKept(row.chain.levels), versionId: row.chain.versionId } };
  const [offer] = await offersFor(seller, { id: row.account_id, customer_id: row.customer_id }, card, row.listing_id);
  const isSame = offer !== undefined && offer.whyNot === undefined && offer.listing.price === row.price;
  return isSame && offer.judged?.chain
    ? { terms: { chain: offer.judged.chain, versionId: offer.judged.found.id } }
    : { why: LATE };
}

/** Orders the package at the prices that were shown, in the transaction in which it is paid. */
async function place(ctx: Ctx, row: RetailOrderRow, { chain, versionId }: Terms): Promise<string> {
  const price = money(BigInt(row.price), row.currency);
  return sellToEndUser(ctx, {
    chain,
    packageVersionId: versionId,
    card: { id: row.card_id, iccid: row.iccid },
    title: text(`公众号订购 ${row.title}`, `Public account: ${row.title}`),
    buyer: row.is_self_collected ? undefined : { id: row.end_user_id, price },
  });
}

/** Where the seller has the cash, its balance must carry what it owes; undefined: it does, or need not. */
async function shortOf(ctx: Ctx, row: RetailOrderRow, { chain }: Terms): Promise<Text | undefined> {
  if (!row.is_self_collected) return undefined;
  const owed = owedBySeller(chain);
  const { spendable } = await fundsOf(ctx, ofCustomer(row.customer_id, row.currency, 'balance'));
  return spendable < owed.minor ? BALANCE_SHORT : undefined;
}

/**
 * A paid order is set up once; a second payment goes back. The money comes into the buyer's wallet, and from there pays the order
 * like any other: it is held, and settled when the card has the package. What cannot be set up goes back.
 */
const settle: PaidFor['settle'] = async (ctx, payment: PaymentTable) => {
  const row = await lockOf(ctx, payment.subject_id);
  if (!row || row.package_order_id !== null || row.fulfil_state === failed) return 'again';
  const isFirst = row.pay_state !== paid;
  const paidAt = payment.paid_at ?? ctx.clock.now();
  const seller = await asSeller(ctx, row.customer_id);
  if (isFirst) {
    const taken = await takeIn(ctx, row, payment.merchant_id, BigInt(row.price));
    if (taken && !taken.isPosted) {
      await write(ctx, row.id, { why_zh: BALANCE_SHORT.zh, why_en: BALANCE_SHORT.en });
      return 'later';
    }
  }
  const whole = { pay_state: paid, paid_at: paidAt } as const;
  const judged = await termsOf(seller, row, paidAt);
  if ('why' in judged) {
    const { why } = judged;
    const now = ctx.clock.now();
    await write(ctx, row.id, { ...whole, fulfil_state: failed, why_zh: why.zh, why_en: why.en, finished_at: now });
    await ctx.enqueue(giveBackJob, { retailOrderId: row.id, cause: 'failed' }, { key: row.id });
    return 'settled';
  }
  const short = await shortOf(ctx, row, judged.terms);
  if (short) {
    await write(ctx, row.id, { ...whole, fulfil_state: none, why_zh: short.zh, why_en: short.en });
    return 'later';
  }
  const orderId = await place(seller, row, judged.terms);
  await write(ctx, row.id, {
    ...whole,
    fulfil_state: ordering,
    package_order_id: orderId,
    why_zh: null,
    why_en: null,
    finished_at: null,
  });
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
