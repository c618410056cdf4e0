import { OrderingSwitch, PackageShelf, type SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { chainsOf, isBroken, stoppedProducts } from '../../catalogue/face.ts';
import { PACKAGES } from '../distributedPackages.ts';

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
  const [packages, bound, stopped, chainTo] = await Promise.all([
    ctx.db
      .selectFrom('packages.package')
      .select(['id', 'shelf_state', 'channels', 'deleted_at'])
      .where(sql<boolean>`id = any(${packageIds}::bigint[])`)
      .execute(),
    ctx.db
      .selectFrom('packages.product_package')
      .select(['product_code', 'package_id'])
      .where(sql<boolean>`package_id = any(${packageIds}::bigint[])`)
      .where(sql<boolean>`product_code = any(${codes}::text[])`)
      .execute(),
    stoppedProducts(ctx, codes, customerIds),
    chainsOf(ctx, PACKAGES, packageIds, customerIds, ctx.clock.now()),
  ]);
  const byId = new Map(packages.map((each) => [each.id, each]));
  const pairs = new Set(bound.map((each) => `${each.package_id}:${each.product_code}`));
  const { values } = OrderingSwitch;
  return wanted.map(({ packageId, customerId, productCode }) => {
    const found = byId.get(packageId);
    if (!found || found.deleted_at !== null || found.shelf_state !== PackageShelf.values.on) return values.shelf;
    if (productCode !== undefined) {
      if (productCode === null || !pairs.has(`${packageId}:${productCode}`)) return values.product;
      if (stopped(productCode, customerId)) return values.productStopped;
    }
    const chain = chainTo(packageId, customerId);
    if (isBroken(chain)) {
      if (chain.why === 'toReprice') return values.price;
      return chain.at === customerId || chain.at === '' ? values.ownDistribution : values.distribution;
    }
    return channel === undefined || found.channels.includes(channel) ? undefined : values.channel;
  });
}

/** Which switch keeps a package from being ordered for a customer's cards; undefined if none does. */
export const whyNotOrderable = async (
  ctx: Ctx,
  packageId: string,
  customerId: string,
  { productCode, channel }: { readonly productCode?: string | null; readonly channel: SalesChannel },
): Promise<OrderingSwitch | undefined> =>
  (await whyNotOrderableEach(ctx, [{ packageId, customerId, productCode }], channel))[0];
