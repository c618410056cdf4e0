import type { Text } from '@cardinal/primitives/text.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type Judged, judgePackages } from '../../orders/face.ts';
import { kindOf, type OwnCard } from '../../publicAccounts/face.ts';
import type { ListingTable } from '../retailTables.ts';
import { leftOf, whyNotSold } from './listingRules.ts';

export type ListingRow = Selectable<ListingTable>;

export type Offer = {
  readonly listing: ListingRow;
  readonly judged: Judged | undefined;
  readonly left: number | null;
  /** Why this card is not offered it; undefined: it is. */
  readonly whyNot: Text | undefined;
};

const ENOUGH = text('已达限购次数', 'Bought as often as it may be');
export const GONE = text('套餐已停用', 'The package is gone');
export const LOSS = text('售价低于底价，暂停销售', 'Priced below what is owed; not sold');

const counted = (ctx: Ctx) => ctx.beyondScope('orders of every buyer of a card count');

/** How often a card has each of these listings, paid or still to be paid, and not given back. */
async function boughtOf(ctx: Ctx, cardId: string, listingIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await counted(ctx)
    .selectFrom('retail_orders.retail_order')
    .select(['listing_id', sql<number>`count(*)::int`.as('n')])
    .where('card_id', '=', cardId)
    .where(sql<boolean>`listing_id = any(${[...listingIds]}::bigint[])`)
    .where('fulfil_state', 'in', [0, 1, 2, 4])
    .where(sql<boolean>`refunded < price`)
    .groupBy('listing_id')
    .execute();
  return new Map(rows.map(({ listing_id, n }) => [listing_id, n]));
}

/** What an account lists, judged for one card by everything that an order is judged by. `ctx` sees what the seller sees. */
export async function offersFor(
  ctx: Ctx,
  account: { readonly id: string; readonly customer_id: string },
  card: OwnCard,
  listingId?: string,
): Promise<Offer[]> {
  const all = ctx.db.selectFrom('retail_orders.listing').selectAll().where('account_id', '=', account.id);
  const listings = await (listingId === undefined ? all : all.where('id', '=', listingId))
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const kind = await kindOf(ctx, account.id);
  const judged = await judgePackages(ctx, {
    sellerId: account.customer_id,
    card,
    packageIds: listings.map(({ package_id }) => package_id),
    channel: kind,
  });
  const bought = await boughtOf(
    ctx,
    card.id,
    listings.map(({ id }) => id),
  );
  const now = ctx.clock.now();
  return listings.map((row) => {
    const of = judged.get(row.package_id);
    const listing = { ...row, price: of?.retailPrice ?? row.price };
    const left = leftOf(listing.buy_limit, bought.get(listing.id) ?? 0);
    const owed = of?.chain?.at(-1)?.reservePrice;
    const isLoss = owed !== undefined && BigInt(listing.price) < owed.minor && (of?.chain?.length ?? 0) > 1;
    const whyNot =
      whyNotSold(listing, now) ??
      (of ? (of.whyNot ?? of.renewal(listing.price)?.words) : GONE) ??
      (isLoss ? LOSS : undefined) ??
      (left === 0 ? ENOUGH : undefined);
    return { listing, judged: of, left, whyNot };
  });
}
