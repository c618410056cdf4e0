import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { chainsOf, isBroken } from '../../catalogue/face.ts';
import { PACKAGES } from '../distributedPackages.ts';

/** What one customer of a chain pays its parent for a package, in minor units of the chain's one currency. */
export type PriceStep = {
  readonly customerId: string;
  /** Null for the package's maker, who owes nobody: its prices are 0. */
  readonly parentId: string | null;
  readonly reservePrice: string;
  /** What the customer owes itself; of the maker what the package costs it, null where that is known in another currency. */
  readonly cost: string | null;
  readonly minPrice: string;
  readonly suggestPrice: string;
  readonly currency: string;
};

type Chains = (packageId: string, customerId: string) => readonly PriceStep[] | undefined;

/**
 * The prices in force from a package's maker down to each of these customers. Undefined where the package reaches a customer not
 * at all, not through every step, or at a loss to somebody. Not to be shown: it holds prices above the caller.
 */
export async function priceChains(
  ctx: Ctx,
  packageIds: readonly string[],
  customerIds: readonly string[],
  at: Date,
): Promise<Chains> {
  const chainTo = await chainsOf(ctx, PACKAGES, packageIds, customerIds, at);
  const own = await ctx.db
    .selectFrom('packages.package')
    .select(['id', 'currency', 'cost_price'])
    .where(sql<boolean>`id = any(${[...packageIds]}::bigint[])`)
    .execute();
  const made = new Map(own.map((each) => [each.id, each]));
  return (packageId, customerId) => {
    const chain = chainTo(packageId, customerId);
    if (isBroken(chain)) return undefined;
    const maker = made.get(packageId);
    const currency = chain.at(-1)?.currency ?? maker?.currency ?? '';
    const makersCost = maker?.currency === currency ? maker.cost_price : null;
    return chain.map((step) => ({
      customerId: step.customerId,
      parentId: step.fromCustomerId,
      reservePrice: step.reservePrice ?? '0',
      cost: step.fromCustomerId === null ? makersCost : (step.reservePrice ?? '0'),
      minPrice: step.minPrice ?? '0',
      suggestPrice: step.suggestPrice ?? '0',
      currency: step.currency ?? currency,
    }));
  };
}

/** The chain of one customer; see `priceChains`. */
export const priceChain = async (
  ctx: Ctx,
  packageId: string,
  customerId: string,
  at: Date,
): Promise<readonly PriceStep[] | undefined> =>
  (await priceChains(ctx, [packageId], [customerId], at))(packageId, customerId);
