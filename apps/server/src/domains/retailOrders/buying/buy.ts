import type { buy as endpoint } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { boughtEnough, listingNotFound, notForCard, priceMoved } from '@cardinal/contract/api/retailOrders/refusals.ts';
import { OrderType } from '@cardinal/contract/enumerations/order.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import { keptChain, marginsOf, saleRefused } from '../../orders/face.ts';
import { asSeller, cardOf, lockEndUser } from '../../publicAccounts/face.ts';
import { keepSharing } from '../../splitOrders/face.ts';
import { keepSplit } from '../../subAccounts/face.ts';
import { GONE, offersFor } from '../listings/offers.ts';
import { beginOrder, unpaidOf } from './beginOrder.ts';

/**
 * Begins an order at the price the buyer has seen, for fifteen minutes. Taps and phones at once are taken one after the other; what
 * he has not paid yet of the same for the same card is the order he gets.
 */
export async function buy(
  ctx: Ctx,
  { cardId, listingId, price }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { publicAccountId, customerId } = endUserOf(ctx);
  await lockEndUser(ctx);
  const card = await cardOf(ctx, cardId);
  const unpaid = await unpaidOf(ctx);
  const now = ctx.clock.now();
  const same = unpaid.find((each) => each.card_id === cardId && each.listing_id === listingId);
  if (same && same.price === price && same.pay_until > now) return { orderId: same.id };
  // Several users may have added one card: what a card may buy is counted for all of them.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`listing ${listingId} ${cardId}`}, 0))`.execute(
    ctx.beyondScope('what a card may buy is counted for all its users'),
  );
  const seller = await asSeller(ctx, customerId);
  const [offer] = await offersFor(seller, { id: publicAccountId, customer_id: customerId }, card, listingId);
  if (!offer) throw new Refused(listingNotFound);
  const { listing, judged, left, whyNot } = offer;
  if (left === 0) throw new Refused(boughtEnough, { most: String(listing.buy_limit) });
  if (whyNot || !judged?.chain)
    throw saleRefused(judged?.renewal(listing.price), notForCard, { reason: whyNot ?? GONE });
  // One that was not paid at another price or in time is about to close; a second one of the same cannot stand beside it.
  if (listing.price !== price || same) throw new Refused(priceMoved);
  const { chain } = judged;
  const { orderId, begun } = await beginOrder(ctx, seller, {
    type: OrderType.values.buyPackage,
    listing_id: listing.id,
    card_id: card.id,
    iccid: card.iccid,
    package_id: listing.package_id,
    title: listing.title,
    price: listing.price,
    currency: listing.currency,
    chain: JSON.stringify({ versionId: judged.found.id, levels: JSON.parse(keptChain(chain)) }),
    isSelf: ({ collectorId }) => collectorId === customerId && chain.length > 1,
  });
  // Only the platform's channels split, and it is the root of the chain.
  if (begun.collectorId === chain[0]?.customerId) {
    const whole = money(BigInt(listing.price), listing.currency);
    const { merchantId, paymentId } = begun;
    const margins = marginsOf(chain, whole);
    await keepSplit(ctx, { paymentId, merchantId, price: whole.minor, margins });
    await keepSharing(ctx, { paymentId, merchantId, margins });
  }
  return { orderId };
}
