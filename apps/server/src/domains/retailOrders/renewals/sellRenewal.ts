import { FulfilmentState, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import type { RetailProgress } from '@cardinal/contract/enumerations/retail.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { judgePackages, keptChain, owedBySeller, RENEWAL_RULE, type RenewalAttempt } from '../../orders/face.ts';
import type { PaymentTable } from '../../payments/face.ts';
import { asSeller, type OwnCard } from '../../publicAccounts/face.ts';
import { orderNoOf } from '../buying/beginOrder.ts';
import { CARD_GONE, leaveOnDesk, lockOf, setUp, type Terms } from '../buying/paidOrders.ts';
import { reasonGroup } from '../cases/caseRules.ts';
import type { Failure } from '../cases/caseStore.ts';
import { GONE, LOSS } from '../listings/offers.ts';
import { progressOf, refundsDone } from '../reading/progress.ts';

const { none } = FulfilmentState.values;
const OFF = text('已下架', 'Not on sale');

const beyond = (ctx: Ctx) => ctx.beyondScope('a renewal is set up when the provider has taken its money');

/** Whether a listing can be renewed on a card now, on which terms, or why it cannot. */
export type Renewable = { readonly card: OwnCard | undefined } & (
  | { readonly terms: Terms; readonly failure?: undefined; readonly attempt?: undefined }
  /** `attempt` where rules of renewals are the reason. */
  | { readonly failure: Failure; readonly terms?: undefined; readonly attempt?: RenewalAttempt | undefined }
);

/**
 * Judges a listing for a card that has it, at a renewal's own price: by the switches of every order, whether it is listed and that
 * nobody loses. A limit per card and the time on sale are for new buyers; what was taken (`isTaken`) is delivered though the listing
 * went off sale meanwhile.
 */
export async function renewable(
  ctx: Ctx,
  of: {
    readonly customerId: string;
    readonly cardId: string;
    readonly listingId: string;
    readonly price: bigint;
    readonly isTaken?: true;
  },
): Promise<Renewable> {
  const seller = await asSeller(ctx, of.customerId);
  const card = await seller.db.selectFrom('cards.v_card').selectAll().where('id', '=', of.cardId).executeTakeFirst();
  if (!card) return { card: undefined, failure: { reason: 'cardGone', why: CARD_GONE } };
  const listing = await seller.db
    .selectFrom('retail_orders.listing')
    .select(['package_id', 'is_on_sale'])
    .where('id', '=', of.listingId)
    .executeTakeFirst();
  const isListed = listing?.is_on_sale || of.isTaken;
  if (!listing || !isListed) return { card, failure: { reason: 'packageOff', why: OFF } };
  const judged = await judgePackages(seller, {
    sellerId: of.customerId,
    card,
    packageIds: [listing.package_id],
    channel: 'publicAccount',
    paid: of.price,
  });
  const found = judged.get(listing.package_id);
  if (!found?.chain || found.whyNot)
    return {
      card,
      failure: { reason: reasonGroup(found?.whyKey ?? 'notHeld'), why: found?.whyNot ?? GONE },
      attempt: found?.whyKey === RENEWAL_RULE ? found.renewal() : undefined,
    };
  if (found.chain.length > 1 && of.price < owedBySeller(found.chain).minor)
    return { card, failure: { reason: 'packageOff', why: LOSS } };
  return { card, terms: { chain: found.chain, versionId: found.found.id } };
}

const isPlatform = async (ctx: Ctx, customerId: string): Promise<boolean> =>
  (await customerOf(beyond(ctx), customerId))?.kind === 'PLATFORM';

/**
 * Sets up what a renewal has paid, in the payment's transaction, as a retail order like any other: its money comes into the buyer's
 * wallet, the package is ordered from there, and what cannot be set up now waits at the desk.
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
): Promise<void> {
  const now = ctx.clock.now();
  const { amount, currency } = payment;
  const seller = await asSeller(ctx, of.customerId);
  const { failure, terms } = await renewable(ctx, { ...of, price: BigInt(amount), isTaken: true });
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
    is_self_collected: payment.collector_id === of.customerId && !(await isPlatform(ctx, of.customerId)),
    pay_until: now,
    pay_state: PaymentState.values.paid,
    paid_at: payment.paid_at ?? now,
    remark: null,
    created_at: now,
  };
  await beyond(ctx)
    .insertInto('retail_orders.retail_order')
    .values({ ...row, fulfil_state: none, package_order_id: null, finished_at: null })
    .execute();
  const paid = await lockOf(ctx, row.id);
  if (!paid) throw new Error(`No retail order ${row.id}`);
  const title = text(`自动续费 ${of.title}`, `Auto-renewal: ${of.title}`);
  const notNow = terms ? await setUp(seller, paid, payment.merchant_id, { ...terms, title }) : failure;
  if (notNow) await leaveOnDesk(ctx, paid, notNow);
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
