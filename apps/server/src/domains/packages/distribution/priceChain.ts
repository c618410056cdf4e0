import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { chainsOf, isBroken } from '../../catalogue/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { sharedOut } from './shareOut.ts';

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
  /** What end users pay, of a customer that has the package for a share of it; it sells at no other price. */
  readonly retailPrice: string | null;
  /** The share it has it for, as sales keep it: `margin 2000`. */
  readonly share: string | null;
  readonly currency: string;
};

type Chains = (packageId: string, customerId: string) => readonly PriceStep[] | undefined;

/** Packages with what they are put together from, whoever made that. */
async function madeFrom(ctx: Ctx, packageIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('packages.package as p')
    .innerJoin('packages.package_version as v', 'v.id', 'p.current_version_id')
    .select(['p.id', 'p.customer_id', 'p.currency', 'p.cost_price', 'p.base_package_id', 'v.units'])
    .where(sql<boolean>`p.id = any(${[...packageIds]}::bigint[])`)
    .execute();
  return new Map(rows.map((each) => [each.id, each]));
}

/** What so many of a package cost at every step. */
const timesOf = (chain: readonly PriceStep[], units: number): PriceStep[] => {
  const times = (price: string) => String(BigInt(price) * BigInt(units));
  return chain.map((step) => ({
    ...step,
    reservePrice: times(step.reservePrice),
    cost: step.cost === null ? null : times(step.cost),
    minPrice: times(step.minPrice),
    suggestPrice: times(step.suggestPrice),
  }));
};

/** Whether what comes after a step pays at least what that must ask. */
export const isCovered = (
  above: readonly PriceStep[] | undefined,
  below: { reservePrice: string | null } | undefined,
) =>
  above !== undefined &&
  (below === undefined || BigInt(below.reservePrice ?? 0) >= BigInt(above.at(-1)?.minPrice ?? 0));

/**
 * What the makers of custom packages owe for what these are put together from, for as many as they take: undefined of a package
 * that is no custom one, and where the base does not reach its maker. Prices above whoever asks are read.
 */
export async function baseChains(
  ctx: Ctx,
  packageIds: readonly string[],
  at: Date,
): Promise<(packageId: string) => { readonly chain: readonly PriceStep[] | undefined } | undefined> {
  return chainsOfBases(ctx, await madeFrom(ctx, packageIds), at);
}

async function chainsOfBases(ctx: Ctx, made: Awaited<ReturnType<typeof madeFrom>>, at: Date) {
  const custom = [...made.values()].filter(({ base_package_id }) => base_package_id !== null);
  if (custom.length === 0) return (_: string) => undefined;
  const chainTo = await priceChains(
    { ...ctx, db: ctx.beyondScope('a custom package depends on what its maker above was given') },
    [...new Set(custom.map(({ base_package_id }) => String(base_package_id)))],
    [...new Set(custom.map(({ customer_id }) => customer_id))],
    at,
  );
  return (packageId: string) => {
    const found = made.get(packageId);
    if (!found || found.base_package_id === null) return undefined;
    const chain = chainTo(found.base_package_id, found.customer_id);
    // What is had for a share has no price that so many of it could cost.
    return { chain: chain && chain.at(-1)?.retailPrice === null ? timesOf(chain, found.units) : undefined };
  };
}

/** What an end user pays a customer for a package, where that is not the retail price. */
export type Paid = (packageId: string, customerId: string) => bigint | undefined;

/** The chains of packages with those of their bases, shares worked out: in what a custom package is made of, too. */
export async function packageChains(
  ctx: Ctx,
  packageIds: readonly string[],
  customerIds: readonly string[],
  at: Date,
  paid: Paid = () => undefined,
) {
  const made = await madeFrom(ctx, packageIds);
  const basesOf = await chainsOfBases(ctx, made, at);
  const chainTo = await chainsOf(ctx, PACKAGES, packageIds, customerIds, at, (of, customerId, steps) => {
    const maker = made.get(of);
    const currency = steps.at(-1)?.currency;
    const base = basesOf(of);
    const cost = base ? base.chain?.at(-1)?.minPrice : maker?.currency === currency ? maker?.cost_price : undefined;
    return sharedOut(steps, BigInt(cost ?? 0), paid(of, customerId));
  });
  return { made, basesOf, chainTo };
}

/**
 * The prices in force from a package's maker down to each of these customers; of a custom package from the maker of its base.
 * Undefined where the package reaches a customer not at all, not through every step, or at a loss to somebody. Not to be shown:
 * it holds prices above the caller.
 */
export async function priceChains(
  ctx: Ctx,
  packageIds: readonly string[],
  customerIds: readonly string[],
  at: Date,
  paid?: Paid,
): Promise<Chains> {
  const { made, basesOf, chainTo } = await packageChains(ctx, packageIds, customerIds, at, paid);
  return (packageId, customerId) => {
    const chain = chainTo(packageId, customerId);
    if (isBroken(chain)) return undefined;
    const maker = made.get(packageId);
    const currency = chain.at(-1)?.currency ?? maker?.currency ?? '';
    const makersCost = maker?.currency === currency ? maker.cost_price : null;
    const own = chain.map(
      (step): PriceStep => ({
        customerId: step.customerId,
        parentId: step.fromCustomerId,
        reservePrice: step.reservePrice ?? '0',
        cost: step.fromCustomerId === null ? makersCost : (step.reservePrice ?? '0'),
        minPrice: (step.share ? step.suggestPrice : step.minPrice) ?? '0',
        suggestPrice: step.suggestPrice ?? '0',
        retailPrice: step.share ? step.suggestPrice : null,
        share: step.share ? `${step.share.shareKind} ${step.share.shareValue}` : null,
        currency: step.currency ?? currency,
      }),
    );
    const base = basesOf(packageId);
    if (!base) return own;
    return base.chain && isCovered(base.chain, own[1]) ? [...base.chain, ...own.slice(1)] : undefined;
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
