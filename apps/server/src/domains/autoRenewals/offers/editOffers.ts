import type {
  addOffer as addEndpoint,
  readOfferChoices as choicesEndpoint,
  deleteOffer as deleteEndpoint,
  editOffer as editEndpoint,
  enableOffer as enableEndpoint,
} from '@cardinal/contract/api/autoRenewals/offers.ts';
import {
  aboveTemplateMax,
  belowReserve,
  notListed,
  offeredAlready,
  offerNotFound,
  onlyMainPackages,
  ownOffersOnly,
  signedContractsExist,
  templateNotUsable,
} from '@cardinal/contract/api/autoRenewals/refusals.ts';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import { currentVersions, isRefuelling, priceChain } from '../../packages/face.ts';

const about = (id: string, title: string) => ({ objectKind: 'renewalOffer', objectId: id, summary: title });

const above = (ctx: Ctx) => ctx.beyondScope('templates of the levels that collect for a seller');

/** Templates a seller's end users may sign: its own and those of the levels above, which collect for it. */
async function usableTemplates(ctx: Ctx, sellerId: string) {
  const seller = await customerOf(ctx.db, sellerId);
  const ids = seller ? idsOfPath(seller.path) : [];
  return above(ctx)
    .selectFrom('auto_renewals.template as t')
    .selectAll('t')
    .where(sql<boolean>`t.customer_id = any(${ids}::bigint[])`)
    .where('t.is_enabled', '=', true)
    .orderBy('t.name');
}

const ownListings = (ctx: Ctx) =>
  ctx.db
    .selectFrom('retail_orders.v_listing as l')
    .innerJoin('public_accounts.v_account as a', 'a.id', 'l.account_id')
    .select([
      'l.id',
      'l.title',
      'l.account_id',
      'l.customer_id',
      'l.package_id',
      'l.price',
      'l.currency',
      'l.is_on_sale',
    ])
    .select('a.name as account_name')
    .where('l.customer_id', '=', accountOf(ctx).customerId);

export async function readOfferChoices(ctx: Ctx): Promise<AnswerOf<typeof choicesEndpoint>> {
  const sellerId = accountOf(ctx).customerId;
  const taken = await ctx.db.selectFrom('auto_renewals.package').select('listing_id').execute();
  const takenIds = new Set(taken.map(({ listing_id }) => listing_id));
  const listings = await ownListings(ctx).where('l.is_on_sale', '=', true).orderBy('l.title').limit(500).execute();
  const versions = await currentVersions(
    ctx,
    listings.map(({ package_id }) => package_id),
  );
  const templates = await (await usableTemplates(ctx, sellerId)).execute();
  return {
    listings: listings.flatMap((each) => {
      const found = versions.get(each.package_id);
      if (!found || isRefuelling(found.type) || takenIds.has(each.id)) return [];
      const { id, title, price, currency, account_name: accountName } = each;
      return [{ id, title, accountName, price, currency }];
    }),
    templates: templates.map(({ id, name, max_amount, currency, period_unit }) => ({
      id,
      name,
      maxAmount: max_amount,
      currency,
      periodUnit: period_unit,
    })),
  };
}

type Terms = Pick<BodyOf<typeof editEndpoint>, 'templateId' | 'renewPrice' | 'daysBefore' | 'retries'>;
type Listed = { package_id: string; customer_id: string; price: string };

/** The terms of an offer: a plan of the package's period, and a price within the plan and not below what the seller owes. */
async function termsOf(ctx: Ctx, listing: Listed, { templateId, renewPrice, daysBefore, retries }: Terms) {
  const version = (await currentVersions(ctx, [listing.package_id])).get(listing.package_id);
  if (!version) throw refusedAt('listingId', notListed);
  if (isRefuelling(version.type)) throw refusedAt('listingId', onlyMainPackages);
  const usable = await usableTemplates(ctx, listing.customer_id);
  const template = await usable.where('t.id', '=', templateId).executeTakeFirst();
  if (template?.period_unit !== version.validity_unit) throw refusedAt('templateId', templateNotUsable);
  const { currency } = template;
  const price = sentAmount('renewPrice', renewPrice, currency, 'smallest').minor;
  const most = BigInt(template.max_amount);
  if (price > most || BigInt(listing.price) > most)
    throw refusedAt(price > most ? 'renewPrice' : 'templateId', aboveTemplateMax, {
      most: moneyText(money(most, currency)),
    });
  const chain = await priceChain(ctx, listing.package_id, listing.customer_id, ctx.clock.now());
  const own = chain?.at(-1);
  const least = own && chain && chain.length > 1 ? BigInt(own.retailPrice ?? own.reservePrice) : 0n;
  if (price < least) throw refusedAt('renewPrice', belowReserve, { least: moneyText(money(least, currency)) });
  return { template_id: templateId, renew_price: String(price), currency, days_before: daysBefore, retries };
}

export async function addOffer(
  ctx: Ctx,
  { listingId, ...body }: BodyOf<typeof addEndpoint>,
): Promise<AnswerOf<typeof addEndpoint>> {
  const listing = await ownListings(ctx).where('l.id', '=', listingId).executeTakeFirst();
  if (!listing?.is_on_sale) throw refusedAt('listingId', notListed);
  const terms = await termsOf(ctx, listing, body);
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  const write = ctx.db
    .insertInto('auto_renewals.package')
    .values({
      ...terms,
      id,
      account_id: listing.account_id,
      customer_id: listing.customer_id,
      listing_id: listing.id,
      package_id: listing.package_id,
      is_enabled: true,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await refuseDuplicate('package_once', refusedAt('listingId', offeredAlready), write);
  ctx.note({ ...about(id, listing.title), after: terms });
  return { id };
}

async function ownOffer(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('auto_renewals.package')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(offerNotFound);
  if (row.customer_id !== accountOf(ctx).customerId) throw new Refused(ownOffersOnly);
  const listing = await ownListings(ctx).where('l.id', '=', row.listing_id).executeTakeFirst();
  if (!listing) throw new Refused(offerNotFound);
  return { row, listing };
}

export async function editOffer(ctx: Ctx, { id, version, ...body }: BodyOf<typeof editEndpoint>) {
  const { row: before, listing } = await ownOffer(ctx, id);
  if (before.version !== version) throw new Refused(changedByAnother);
  const terms = await termsOf(ctx, listing, body);
  await ctx.db
    .updateTable('auto_renewals.package')
    .set({ ...terms, version: version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  const was = Object.fromEntries(Object.keys(terms).map((name) => [name, before[name as keyof typeof before]]));
  ctx.note({ ...about(id, listing.title), before: was, after: terms });
  return DONE;
}

export async function enableOffer(ctx: Ctx, { id, isEnabled }: BodyOf<typeof enableEndpoint>) {
  const { row, listing } = await ownOffer(ctx, id);
  await ctx.db
    .updateTable('auto_renewals.package')
    .set((set) => ({ is_enabled: isEnabled, version: set('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .execute();
  ctx.note({ ...about(id, listing.title), before: { isEnabled: row.is_enabled }, after: { isEnabled } });
  return DONE;
}

/** What was ever signed for stays, with its contracts. */
export async function deleteOffer(ctx: Ctx, { id }: BodyOf<typeof deleteEndpoint>) {
  const { row, listing } = await ownOffer(ctx, id);
  const signed = await ctx.db
    .selectFrom('auto_renewals.contract')
    .select('id')
    .where('offer_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (signed) throw new Refused(signedContractsExist);
  await ctx.db.deleteFrom('auto_renewals.package').where('id', '=', id).execute();
  ctx.note({ ...about(id, listing.title), before: { renewPrice: row.renew_price } });
  return DONE;
}
