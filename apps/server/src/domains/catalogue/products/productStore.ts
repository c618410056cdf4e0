import { type RawBuilder, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import type { ProductRow } from '../catalogueTables.ts';
import { distributed } from '../distributing/distributed.ts';
import { plansGone } from '../gonePlans.ts';
import { gapsOf, type ProductTerms, type Surroundings } from './productRules.ts';

export const termsOf = (row: ProductRow): ProductTerms => ({
  name: row.name,
  carrierAccountId: row.carrier_account_id,
  kind: row.kind,
  sizes: row.sizes,
  communicationPlan: row.communication_plan,
  ratePlan: row.rate_plan,
  apn: row.apn,
  businessMode: row.business_mode,
  realNameMode: row.real_name_mode,
  realNameChannel: row.real_name_channel,
  imeiLock: row.imei_lock,
  testDays: row.test_days,
  silentDays: row.silent_days,
  serviceYears: row.service_years,
  cardPrice: row.card_price,
});

export const columnsOf = (terms: ProductTerms) => ({
  name: terms.name,
  carrier_account_id: terms.carrierAccountId,
  kind: terms.kind,
  sizes: [...terms.sizes].sort((a, b) => a - b),
  communication_plan: terms.communicationPlan,
  rate_plan: terms.ratePlan,
  apn: terms.apn,
  business_mode: terms.businessMode,
  real_name_mode: terms.realNameMode,
  real_name_channel: terms.realNameChannel,
  imei_lock: terms.imeiLock,
  test_days: terms.testDays,
  silent_days: terms.silentDays,
  service_years: terms.serviceYears,
  card_price: terms.cardPrice,
});

/**
 * The distribution whose prices a customer pays for its product: its own row, or for the maker of a variant that of the base
 * product. `row` is the alias of a distribution.
 */
const pricedBy = (row: string): RawBuilder<string> => {
  const [product, customer, own] = ['product_id', 'customer_id', 'id'].map((name) => sql.ref(`${row}.${name}`));
  return sql`coalesce((
    select paid.id from catalogue.product variant
    join catalogue.product_distribution paid on paid.product_id = variant.base_id and paid.customer_id = ${customer}
    where variant.id = ${product} and variant.customer_id = ${customer}), ${own})`;
};

export const PRODUCTS = distributed({
  distributions: 'catalogue.product_distribution',
  prices: 'catalogue.card_price',
  thing: 'product_id',
  pricedBy,
});
const { priceAt, stateAt } = PRODUCTS;

/** A product as a customer has it. */
export type HeldProduct = ProductRow & {
  /** The distribution whose prices its holder pays. */
  priced_by: string;
  holder_id: string;
  from_customer_id: string | null;
  held: 'on' | 'toReprice' | 'recalled';
  my_reserve_price: string | null;
  /** The minimum its holder may charge a child per card. */
  floor: string | null;
};

/** Products with their holders, within the caller's scope: alias `p` for the product, `d` for the distribution. */
export const heldProducts = (ctx: Ctx) => {
  const now = ctx.clock.now();
  return ctx.db
    .selectFrom('catalogue.product_distribution as d')
    .innerJoin('catalogue.product as p', 'p.id', 'd.product_id')
    .selectAll('p')
    .select([
      pricedBy('d').as('priced_by'),
      'd.customer_id as holder_id',
      'd.from_customer_id',
      sql<HeldProduct['held']>`${stateAt(now)}`.as('held'),
      priceAt(pricedBy('d'), 'reserve_price', now).as('my_reserve_price'),
      priceAt(pricedBy('d'), 'min_price', now).as('floor'),
    ]);
};

/** A product the caller's own customer has. */
export const findMine = (ctx: Ctx, id: string): Promise<HeldProduct | undefined> =>
  heldProducts(ctx).where('d.customer_id', '=', accountOf(ctx).customerId).where('p.id', '=', id).executeTakeFirst();

/** Several products of the caller's own customer; others are absent. */
export async function findMany(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, HeldProduct>> {
  const rows = await heldProducts(ctx)
    .where('d.customer_id', '=', accountOf(ctx).customerId)
    .where('p.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** What each of these products is judged by besides its terms, by id. */
export async function surroundingsOf(
  ctx: Ctx,
  rows: readonly ProductRow[],
): Promise<ReadonlyMap<string, Surroundings>> {
  const accounts = await carrierAccounts(
    ctx,
    rows.map((row) => row.carrier_account_id),
  );
  const gone = await plansGone(
    ctx,
    rows.map((row) => row.carrier_account_id),
  );
  const variants = rows.filter((row) => row.base_id !== null);
  const bases = new Map<string, ProductRow>();
  if (variants.length > 0) {
    const found = await heldProducts({
      ...ctx,
      db: ctx.beyondScope('what a variant narrows belongs to somebody above its maker; its terms bound the variant'),
    })
      .where((on) =>
        on.or(variants.map((row) => on.and({ 'p.id': row.base_id as string, 'd.customer_id': row.customer_id }))),
      )
      .execute();
    for (const base of found) {
      if (base.held === 'on' && base.state === 'on') bases.set(`${base.id}:${base.holder_id}`, base);
    }
  }
  return new Map(
    rows.map((row) => {
      const base = bases.get(`${row.base_id}:${row.customer_id}`);
      return [
        row.id,
        {
          isAccountOff: accounts.get(row.carrier_account_id)?.state === 'off',
          isPlanGone: gone.has(`${row.carrier_account_id}:${row.communication_plan}`),
          ...(row.base_id === null ? {} : { base: base ? termsOf(base) : ('gone' as const) }),
        },
      ];
    }),
  );
}

export async function gapsByProduct(ctx: Ctx, rows: readonly ProductRow[]) {
  const around = await surroundingsOf(ctx, rows);
  return new Map(rows.map((row) => [row.id, gapsOf(termsOf(row), around.get(row.id) ?? { isAccountOff: false })]));
}

/** Stores the terms of a version permanently. */
export async function keepVersion(ctx: Ctx, productId: string, version: number, terms: ProductTerms): Promise<void> {
  const { actor } = ctx;
  await ctx.db
    .insertInto('catalogue.product_version')
    .values({
      product_id: productId,
      version,
      terms: JSON.stringify(terms),
      changed_by: actor.kind === 'account' ? actor.account : null,
      created_at: ctx.clock.now(),
    })
    .execute();
}
