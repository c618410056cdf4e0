import { FulfilmentState, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import type { RetailProgress } from '@cardinal/contract/enumerations/retail.ts';
import { money } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { type ChainLevel, judgePackages, keptChain, owedBySeller, sellToEndUser } from '../../orders/face.ts';
import type { PaymentTable } from '../../payments/face.ts';
import { asSeller, type OwnCard } from '../../publicAccounts/face.ts';
import { orderNoOf } from '../buying/buy.ts';
import { giveBackJob } from '../buying/giveBack.ts';
import { takeIn } from '../buying/retailMoney.ts';
import { progressOf, refundsDone } from '../reading/progress.ts';

const { ordering, failed } = FulfilmentState.values;
const OFF = text('已下架', 'Not on sale');
const GONE = text('套餐已停用', 'The package is gone');
const LOSS = text('售价低于底价，暂停销售', 'Priced below what is owed; not sold');
const CARD_GONE = text('卡已不属于此公众号', 'The card is no longer one of this account');

const beyond = (ctx: Ctx) => ctx.beyondScope('a renewal is set up when the provider has taken its money');

type Terms = { readonly chain: readonly ChainLevel[]; readonly versionId: string };
/** Whether a listing can be renewed on a card now, on which terms, or why it cannot. */
export type Renewable = {
  readonly card: OwnCard | undefined;
  readonly whyNot: Text | undefined;
  readonly terms?: Terms;
};

/**
 * Judges a listing for a card that has it, at a renewal's own price: by the switches of every order, whether it is listed and that
 * nobody loses. A limit per card and the time on sale are for new buyers.
 */
export async function renewable(
  ctx: Ctx,
  of: { readonly customerId: string; readonly cardId: string; readonly listingId: string; readonly price: bigint },
): Promise<Renewable> {
  const seller = await asSeller(ctx, of.customerId);
  const card = await seller.db.selectFrom('cards.v_card').selectAll().where('id', '=', of.cardId).executeTakeFirst();
  if (!card) return { card: undefined, whyNot: CARD_GONE };
  const listing = await seller.db
    .selectFrom('retail_orders.listing')
    .select(['package_id', 'is_on_sale'])
    .where('id', '=', of.listingId)
    .executeTakeFirst();
  if (!listing?.is_on_sale) return { card, whyNot: OFF };
  const judged = await judgePackages(seller, {
    sellerId: of.customerId,
    card,
    packageIds: [listing.package_id],
    channel: 'publicAccount',
  });
  const found = judged.get(listing.package_id);
  if (!found) return { card, whyNot: GONE };
  if (found.whyNot || !found.chain) return { card, whyNot: found.whyNot ?? GONE };
  if (found.chain.length > 1 && of.price < owedBySeller(found.chain).minor) return { card, whyNot: LOSS };
  return { card, whyNot: undefined, terms: { chain: found.chain, versionId: found.found.id } };
}

/**
 * Sets up what a renewal has paid, in the payment's transaction, as a retail order like any other: its money comes into the buyer's
 * wallet, the package is ordered from there, and what cannot be set up goes back. Later: the seller that has the cash is short.
 */
export async function sellRenewal(
  ctx: Ctx,
  payment: PaymentTable,
  of: {
    readonly retailOrderId: string;
    readonly accountId: string;
    readonly customerId: string;
    readonly endUserId: string;
    readonly listingId: string;
    readonly packageId: string;
    readonly cardId: string;
    readonly iccid: string;
    readonly title: string;
  },
): Promise<'settled' | 'later'> {
  const now = ctx.clock.now();
  const { amount, currency } = payment;
  const { whyNot, terms } = await renewable(ctx, { ...of, price: BigInt(amount) });
  const isSelfCollected = payment.collector_id === of.customerId && (terms?.chain.length ?? 0) > 1;
  if (isSelfCollected && terms) {
    const { spendable } = await fundsOf(ctx, ofCustomer(of.customerId, currency, 'balance'));
    if (spendable < owedBySeller(terms.chain).minor) return 'later';
  }
  const row = {
    id: of.retailOrderId,
    order_no: orderNoOf(of.retailOrderId),
    account_id: of.accountId,
    customer_id: of.customerId,
    end_user_id: of.endUserId,
    listing_id: of.listingId,
    card_id: of.cardId,
    iccid: of.iccid,
    package_id: of.packageId,
    title: of.title,
    price: amount,
    currency,
    chain: JSON.stringify({ versionId: terms?.versionId ?? '0', levels: JSON.parse(keptChain(terms?.chain ?? [])) }),
    payment_id: payment.id,
    trade_no: payment.trade_no,
    collector_id: payment.collector_id,
    is_self_collected: isSelfCollected,
    pay_until: now,
    pay_state: PaymentState.values.paid,
    paid_at: payment.paid_at ?? now,
    remark: null,
    created_at: now,
  };
  const taken = await takeIn(ctx, row, payment.merchant_id, BigInt(amount));
  if (taken && !taken.isPosted) return 'later';
  const orderId = terms
    ? await sellToEndUser(await asSeller(ctx, of.customerId), {
        chain: terms.chain,
        packageVersionId: terms.versionId,
        card: { id: of.cardId, iccid: of.iccid },
        title: text(`自动续费 ${of.title}`, `Auto-renewal: ${of.title}`),
        buyer: isSelfCollected ? undefined : { id: of.endUserId, price: money(BigInt(amount), currency) },
      })
    : null;
  await beyond(ctx)
    .insertInto('retail_orders.retail_order')
    .values({
      ...row,
      fulfil_state: orderId === null ? failed : ordering,
      why_zh: whyNot?.zh ?? null,
      why_en: whyNot?.en ?? null,
      package_order_id: orderId,
      finished_at: orderId === null ? now : null,
    })
    .execute();
  if (orderId === null) await ctx.enqueue(giveBackJob, { retailOrderId: row.id, cause: 'failed' }, { key: row.id });
  return 'settled';
}

export type RetailStanding = {
  readonly progress: RetailProgress;
  readonly packageOrderId: string | null;
  readonly why: Text | null;
};

/** How far retail orders are, by their ids. */
export async function retailStandings(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, RetailStanding>> {
  const rows = await beyond(ctx)
    .selectFrom('retail_orders.retail_order')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
  const done = await refundsDone(ctx, rows);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        progress: progressOf(row, done.get(row.id) ?? true),
        packageOrderId: row.package_order_id,
        why: row.why_zh === null ? null : text(row.why_zh, row.why_en ?? row.why_zh),
      },
    ]),
  );
}
