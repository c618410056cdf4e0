import { noMerchantTakes, providerNotOffered } from '@cardinal/contract/api/payments/refusals.ts';
import type { buy as endpoint } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import {
  boughtEnough,
  listingNotFound,
  notForCard,
  notPayableNow,
  priceMoved,
  tooManyUnpaid,
} from '@cardinal/contract/api/retailOrders/refusals.ts';
import { FulfilmentState, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import { PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { money } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { keptChain, marginsOf } from '../../orders/face.ts';
import { type Begun, beginPayment, isCollectedFrom } from '../../payments/face.ts';
import { asSeller, cardOf, lockEndUser, openAccountPage } from '../../publicAccounts/face.ts';
import { keepSplit } from '../../subAccounts/face.ts';
import { offersFor } from '../listings/offers.ts';
import { PAYABLE_MS } from './payable.ts';

/** Short, easy to say, and derived from the unique id. */
export const orderNoOf = (id: string) => `W${BigInt(id).toString(36).toUpperCase()}`;
const MOST_UNPAID = 10;

const own = (ctx: Ctx) => ctx.beyondScope('an end user’s own orders');

async function unpaidOf(ctx: Ctx) {
  return own(ctx)
    .selectFrom('retail_orders.retail_order')
    .select(['id', 'card_id', 'listing_id', 'price', 'pay_until'])
    .where('end_user_id', '=', endUserOf(ctx).endUserId)
    .where('pay_state', '=', PaymentState.values.unpaid)
    .where('fulfil_state', '=', FulfilmentState.values.none)
    .execute();
}

/**
 * The merchant that takes the money: of whoever collects from the seller's children; by Lianlian where a route for package orders
 * leads there.
 */
async function paymentFor(
  ctx: Ctx,
  seller: Ctx,
  sellerId: string,
  about: { id: string; title: string; price: string; returnUrl: string },
): Promise<Begun> {
  const account = await openAccountPage(ctx, endUserOf(ctx).publicAccountId);
  const customer = await customerOf(seller.db, sellerId);
  if (!account || !customer) throw new Refused(notFound);
  const user = await own(ctx)
    .selectFrom('public_accounts.v_end_user')
    .select('openid')
    .where('id', '=', endUserOf(ctx).endUserId)
    .executeTakeFirstOrThrow();
  const scene = PaymentScene.values.packageOrder;
  // An end user stands below his seller like one of its children.
  const payer = { id: sellerId, parentId: sellerId, path: `${customer.path}0/`, currency: customer.currency };
  const { lianlian, wechat } = PaymentProvider.values;
  const isByLianlian = await isCollectedFrom(seller, payer, { scene, provider: lianlian });
  try {
    return await beginPayment(seller, {
      scene,
      subjectId: about.id,
      payer,
      provider: isByLianlian ? lianlian : wechat,
      amount: BigInt(about.price),
      description: `${account.name} ${about.title}`,
      returnUrl: about.returnUrl,
      buyer: { appid: account.appid, openid: user.openid },
    });
  } catch (error) {
    const isRoute = error instanceof Refused && [noMerchantTakes, providerNotOffered].includes(error.refusal);
    if (!isRoute) throw error;
    ctx.log.warn({ publicAccount: account.id, refusal: error.refusal.name }, 'nobody takes the money of end users');
    throw new Refused(notPayableNow);
  }
}

/**
 * Begins an order at the price the buyer has seen, for fifteen minutes. Taps and phones at once are taken one after the other; what
 * he has not paid yet of the same for the same card is the order he gets.
 */
export async function buy(
  ctx: Ctx,
  { cardId, listingId, price }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { endUserId, publicAccountId, customerId } = endUserOf(ctx);
  await lockEndUser(ctx);
  const card = await cardOf(ctx, cardId);
  const unpaid = await unpaidOf(ctx);
  const now = ctx.clock.now();
  const same = unpaid.find((each) => each.card_id === cardId && each.listing_id === listingId);
  if (same && same.price === price && same.pay_until > now) return { orderId: same.id };
  if (unpaid.length >= MOST_UNPAID) throw new Refused(tooManyUnpaid);
  // Several users may have added one card: what a card may buy is counted for all of them.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`listing ${listingId} ${cardId}`}, 0))`.execute(own(ctx));
  const seller = await asSeller(ctx, customerId);
  const [offer] = await offersFor(seller, { id: publicAccountId, customer_id: customerId }, card, listingId);
  if (!offer) throw new Refused(listingNotFound);
  const { listing, judged, left, whyNot } = offer;
  if (left === 0) throw new Refused(boughtEnough, { most: String(listing.buy_limit) });
  if (whyNot || !judged?.chain) throw new Refused(notForCard, { reason: whyNot ?? '' });
  // One that was not paid at another price or in time is about to close; a second one of the same cannot stand beside it.
  if (listing.price !== price || same) throw new Refused(priceMoved);
  const id = ctx.ids.next();
  const returnUrl = `/h5/${publicAccountId}/?order=${id}`;
  const begun = await paymentFor(ctx, seller, customerId, {
    id,
    title: listing.title,
    price: listing.price,
    returnUrl,
  });
  // Only the platform's channels split, and it is the root of the chain.
  if (begun.collectorId === judged.chain[0]?.customerId) {
    const price = money(BigInt(listing.price), listing.currency);
    const split = { paymentId: begun.paymentId, merchantId: begun.merchantId, price: price.minor };
    await keepSplit(ctx, { ...split, margins: marginsOf(judged.chain, price) });
  }
  await own(ctx)
    .insertInto('retail_orders.retail_order')
    .values({
      id,
      order_no: orderNoOf(id),
      account_id: publicAccountId,
      customer_id: customerId,
      end_user_id: endUserId,
      listing_id: listing.id,
      card_id: card.id,
      iccid: card.iccid,
      package_id: listing.package_id,
      title: listing.title,
      price: listing.price,
      currency: listing.currency,
      chain: JSON.stringify({ versionId: judged.found.id, levels: JSON.parse(keptChain(judged.chain)) }),
      payment_id: begun.paymentId,
      trade_no: begun.tradeNo,
      collector_id: begun.collectorId,
      is_self_collected: begun.collectorId === customerId && judged.chain.length > 1,
      pay_until: new Date(now.getTime() + PAYABLE_MS),
      pay_state: PaymentState.values.unpaid,
      paid_at: null,
      fulfil_state: FulfilmentState.values.none,
      why_zh: null,
      why_en: null,
      package_order_id: null,
      remark: null,
      created_at: now,
      finished_at: null,
    })
    .execute();
  return { orderId: id };
}
