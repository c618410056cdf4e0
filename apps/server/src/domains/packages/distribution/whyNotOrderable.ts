import {
  OrderingSwitch,
  PackageOrigin,
  PackageShelf,
  type SalesChannel,
} from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { codesUpwards, isBroken, withBases as productsWithBases, stoppedProducts } from '../../catalogue/face.ts';
import { notYetPassed } from '../reviewDemand.ts';
import { isCovered, packageChains } from './priceChain.ts';

/** Whose cards a package is asked for. */
export type Wanted = {
  readonly packageId: string;
  readonly customerId: string;
  /** The product of its cards; null for cards without one. Left out, only what holds for every product is asked. */
  readonly productCode?: string | null | undefined;
};

/**
 * Which switch keeps each package from being ordered, in the order asked; undefined where none does. It says no name and no price
 * above a customer, so that it may be shown to it. Without a channel, none is asked.
 */
export async function whyNotOrderableEach(
  ctx: Ctx,
  wanted: readonly Wanted[],
  channel?: SalesChannel,
): Promise<(OrderingSwitch | undefined)[]> {
  const ids = (column: 'packageId' | 'customerId') => [...new Set(wanted.map((each) => each[column]))];
  const packageIds = ids('packageId');
  const customerIds = ids('customerId');
  const codes = [...new Set(wanted.flatMap(({ productCode }) => productCode ?? []))];
  const now = ctx.clock.now();
  const packages = await withBases(ctx, packageIds);
  const byId = new Map(packages.map((each) => [each.id, each]));
  const custom = packages.filter((each) => each.base_package_id !== null && packageIds.includes(each.id));
  const [ofProduct, { chainTo, basesOf }, basesOff, unreviewed] = await Promise.all([
    productSwitches(ctx, packages, codes, customerIds),
    packageChains(ctx, packageIds, customerIds, now),
    basesNotOrderable(ctx, custom),
    notYetPassed(ctx, packages),
  ]);
  const { values } = OrderingSwitch;
  return wanted.map(({ packageId, customerId, productCode }) => {
    const found = byId.get(packageId);
    // Before the shelf: it cannot be published until then.
    if (unreviewed.has(packageId)) return values.review;
    if (!found || found.deleted_at !== null || found.shelf_state !== PackageShelf.values.on) return values.shelf;
    if (productCode !== undefined) {
      const off = ofProduct(found, productCode, customerId);
      if (off) return off;
    }
    const chain = chainTo(packageId, customerId);
    if (isBroken(chain)) {
      if (chain.why === 'toReprice') return values.price;
      return chain.at === customerId || chain.at === '' ? values.ownDistribution : values.distribution;
    }
    if (basesOff.has(packageId)) return values.base;
    if (found.base_package_id !== null && !isCovered(basesOf(packageId)?.chain, chain[1])) return values.price;
    if (channel === undefined) return undefined;
    // A source delivers its own packages only, not what is put together from them here.
    if (byId.get(found.base_package_id ?? '')?.origin === PackageOrigin.values.external) return values.delivery;
    // For a share it is sold to end users only.
    const isSoldThere = !chain.at(-1)?.share || channel === 'publicAccount';
    return isSoldThere && found.channels.includes(channel) ? undefined : values.channel;
  });
}

type MadeOf = { readonly id: string; readonly base_package_id: string | null };

/** Which switch of a product, if any, keeps its cards from ordering one of these packages for a customer. */
async function productSwitches(
  ctx: Ctx,
  packages: readonly MadeOf[],
  codes: readonly string[],
  customerIds: readonly string[],
): Promise<(found: MadeOf, code: string | null, customerId: string) => OrderingSwitch | undefined> {
  // What a custom package is made of is bound to products for itself.
  const boundIds = packages.map(({ id }) => id);
  const products = await productsWithBases(ctx, codes);
  const [isBound, stopped] = await Promise.all([
    boundTo(ctx, boundIds, codes, codesUpwards(products)),
    stoppedProducts(ctx, products, customerIds),
  ]);
  return ({ id, base_package_id }, code, customerId) => {
    if (code === null || !isBound(base_package_id ?? id, code)) return OrderingSwitch.values.product;
    return stopped(code, customerId) ? OrderingSwitch.values.productStopped : undefined;
  };
}

/**
 * What of their products keeps cards from getting a package that a customer has ordered: the rest was judged when it was, a
 * card's product may have changed since.
 */
export async function whyNotOfProduct(
  ctx: Ctx,
  packageId: string,
  customerId: string,
  codes: readonly (string | null)[],
): Promise<(code: string | null) => OrderingSwitch | undefined> {
  const packages = await withBases(ctx, [packageId]);
  const known = [...new Set(codes.filter((code) => code !== null))];
  const off = await productSwitches(ctx, packages, known, [customerId]);
  const found = packages.find(({ id }) => id === packageId);
  return (code) => (found ? off(found, code, customerId) : OrderingSwitch.values.shelf);
}

/** Which packages cards of a product may order: those bound to it, or to the nearest base where a variant has none of its own. */
async function boundTo(
  ctx: Ctx,
  packageIds: readonly string[],
  codes: readonly string[],
  upwards: ReturnType<typeof codesUpwards>,
): Promise<(packageId: string, code: string) => boolean> {
  const all = [...new Set(codes.flatMap(upwards))];
  const rows = await ctx.db
    .selectFrom('packages.product_package')
    .select('product_code')
    .select(
      sql<string[]>`array_agg(package_id) filter (where package_id = any(${packageIds}::bigint[]))`.as('packages'),
    )
    .where(sql<boolean>`product_code = any(${all}::text[])`)
    .groupBy('product_code')
    .execute();
  const bound = new Map(rows.map(({ product_code, packages }) => [product_code, new Set(packages ?? [])]));
  return (packageId, code) => {
    const from = upwards(code).find((each) => bound.has(each));
    return from !== undefined && (bound.get(from)?.has(packageId) ?? false);
  };
}

/** These packages, and what custom ones among them are put together from. */
const withBases = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('packages.package')
    .select(['id', 'customer_id', 'origin', 'base_package_id', 'shelf_state', 'channels', 'deleted_at', 'review'])
    .where(
      sql<boolean>`id = any(${[...ids]}::bigint[]) or id in (
        select made.base_package_id from packages.package made where made.id = any(${[...ids]}::bigint[]))`,
    )
    .execute();

/** The custom packages whose makers could not order what they are put together from. */
async function basesNotOrderable(
  ctx: Ctx,
  custom: readonly { readonly id: string; readonly customer_id: string; readonly base_package_id: string | null }[],
): Promise<ReadonlySet<string>> {
  if (custom.length === 0) return new Set();
  const whys = await whyNotOrderableEach(
    { ...ctx, db: ctx.beyondScope('a custom package depends on what its maker above was given') },
    custom.map(({ base_package_id, customer_id }) => ({
      packageId: String(base_package_id),
      customerId: customer_id,
    })),
  );
  return new Set(custom.filter((_, at) => whys[at] !== undefined).map(({ id }) => id));
}

/** Which switch keeps a package from being ordered for a customer's cards; undefined if none does. */
export const whyNotOrderable = async (
  ctx: Ctx,
  packageId: string,
  customerId: string,
  { productCode, channel }: { readonly productCode?: string | null; readonly channel: SalesChannel },
): Promise<OrderingSwitch | undefined> =>
  (await whyNotOrderableEach(ctx, [{ packageId, customerId, productCode }], channel))[0];
