import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import {
  cardNotOfAccount,
  ownPublicAccountsOnly,
  publicAccountNotFound,
} from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import type {
  addListing as addEndpoint,
  editListing as editEndpoint,
  readListable as listableEndpoint,
  previewListings as previewEndpoint,
  shelveListing as shelveEndpoint,
} from '@cardinal/contract/api/retailOrders/listings.ts';
import {
  belowLeastPrice,
  listedAlready,
  listingNotFound,
  notHeld,
  originalBelowPrice,
  retailPriceGiven,
} from '@cardinal/contract/api/retailOrders/refusals.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { findCard } from '../../cards/face.ts';
import { customerOf } from '../../customers/face.ts';
import { packagesHeldBy, priceChain, priceChains } from '../../packages/face.ts';
import { ownAccount } from '../../publicAccounts/face.ts';
import { leastPrice } from './listingRules.ts';
import { offersFor } from './offers.ts';

type Terms = Omit<BodyOf<typeof editEndpoint>, 'id' | 'version'>;

/** The amounts of a listing, none below what its seller owes; refused at the field that is wrong. */
async function termsOf(ctx: Ctx, sellerId: string, packageId: string, body: Terms) {
  const chain = await priceChain(ctx, packageId, sellerId, ctx.clock.now());
  const own = chain?.at(-1);
  if (!own) throw refusedAt('packageId', notHeld);
  const currency = own.currency as Currency;
  const price = sentAmount('price', body.price, currency, 'smallest').minor;
  // The maker of a package owes nobody.
  const least = chain && chain.length > 1 ? leastPrice(own) : 0n;
  if (own.retailPrice !== null && String(price) !== own.retailPrice)
    throw refusedAt('price', retailPriceGiven, { price: moneyText(money(BigInt(own.retailPrice), currency)) });
  if (price < least) throw refusedAt('price', belowLeastPrice, { least: moneyText(money(least, currency)) });
  const original = body.originalPrice
    ? sentAmount('originalPrice', body.originalPrice, currency, 'smallest').minor
    : null;
  if (original !== null && original < price) throw refusedAt('originalPrice', originalBelowPrice);
  return {
    title: body.title,
    price: String(price),
    original_price: original === null ? null : String(original),
    currency,
    badge: body.badge,
    sort: body.sort,
    buy_limit: body.buyLimit,
    sale_from: body.saleFrom ? new Date(body.saleFrom) : null,
    sale_until: body.saleUntil ? new Date(body.saleUntil) : null,
  };
}

const about = (id: string, title: string) => ({ objectKind: 'listing', objectId: id, summary: title });

export async function addListing(
  ctx: Ctx,
  { accountId, packageId, ...body }: BodyOf<typeof addEndpoint>,
): Promise<AnswerOf<typeof addEndpoint>> {
  const account = await ownAccount(ctx, accountId);
  const terms = await termsOf(ctx, account.customer_id, packageId, body);
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  const write = ctx.db
    .insertInto('retail_orders.listing')
    .values({
      ...terms,
      id,
      account_id: account.id,
      customer_id: account.customer_id,
      package_id: packageId,
      is_on_sale: true,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await refuseDuplicate('listing_once', refusedAt('packageId', listedAlready), write);
  ctx.note({ ...about(id, terms.title), after: terms });
  return { id };
}

async function ownListing(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('retail_orders.listing')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(listingNotFound);
  if (row.customer_id !== accountOf(ctx).customerId) throw new Refused(ownPublicAccountsOnly);
  return row;
}

export async function editListing(
  ctx: Ctx,
  { id, version, ...body }: BodyOf<typeof editEndpoint>,
): Promise<AnswerOf<typeof editEndpoint>> {
  const before = await ownListing(ctx, id);
  if (before.version !== version) throw new Refused(changedByAnother);
  const terms = await termsOf(ctx, before.customer_id, before.package_id, body);
  await ctx.db
    .updateTable('retail_orders.listing')
    .set({ ...terms, version: version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  const was = Object.fromEntries(Object.keys(terms).map((name) => [name, before[name as keyof typeof before]]));
  ctx.note({ ...about(id, terms.title), before: was, after: terms });
  return DONE;
}

/** Orders under way are delivered at their price; nothing new is sold. */
export async function shelveListing(
  ctx: Ctx,
  { id, isOnSale }: BodyOf<typeof shelveEndpoint>,
): Promise<AnswerOf<typeof shelveEndpoint>> {
  const before = await ownListing(ctx, id);
  await ctx.db
    .updateTable('retail_orders.listing')
    .set((row) => ({ is_on_sale: isOnSale, version: row('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .execute();
  ctx.note({ ...about(id, before.title), before: { isOnSale: before.is_on_sale }, after: { isOnSale } });
  return DONE;
}

const MOST = 200;

/** What the owner of an account may sell there, with the lowest price. */
export async function readListable(
  ctx: Ctx,
  { accountId, keyword }: QueryOf<typeof listableEndpoint>,
): Promise<AnswerOf<typeof listableEndpoint>> {
  const account = await seenAccount(ctx, accountId);
  if (account.customer_id !== accountOf(ctx).customerId) throw new Refused(ownPublicAccountsOnly);
  const sellerId = account.customer_id;
  const [seller, found, listed] = [
    await customerOf(ctx.db, sellerId),
    await packagesHeldBy(ctx, sellerId, { keyword: keyword ?? '', most: MOST }),
    await ctx.db.selectFrom('retail_orders.listing').select('package_id').where('account_id', '=', accountId).execute(),
  ];
  const taken = new Set(listed.map(({ package_id }) => package_id));
  const ids = found.map(({ package_id }) => package_id);
  const chainTo = await priceChains(ctx, ids, [sellerId], ctx.clock.now());
  return {
    packages: found.flatMap(({ package_id, code, name }) => {
      const own = chainTo(package_id, sellerId)?.at(-1);
      if (!own || taken.has(package_id) || own.currency !== seller?.currency) return [];
      return [
        {
          id: package_id,
          code,
          name,
          least: String(leastPrice(own)),
          suggested: own.suggestPrice,
          currency: own.currency,
        },
      ];
    }),
  };
}

async function seenAccount(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('public_accounts.v_account')
    .select(['id', 'customer_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refused(publicAccountNotFound);
  return row;
}

/** How the page looks for one card of the caller's scope. */
export async function previewListings(
  ctx: Ctx,
  { accountId, iccid }: QueryOf<typeof previewEndpoint>,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const account = await seenAccount(ctx, accountId);
  const found = await findCard(ctx.db, iccid);
  const card =
    found && (await ctx.db.selectFrom('cards.v_card').selectAll().where('id', '=', found.id).executeTakeFirst());
  if (!card) throw new Refused(cardNotOfAccount);
  const offers = await offersFor(ctx, account, card);
  return {
    listings: offers.map(({ listing, whyNot }) => ({
      id: listing.id,
      title: listing.title,
      price: listing.price,
      originalPrice: listing.original_price,
      currency: listing.currency,
      badge: listing.badge,
      hidden: whyNot ?? null,
    })),
  };
}
