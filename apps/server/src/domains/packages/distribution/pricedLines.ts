import {
  childrenAtLoss,
  childrenInSeveralCurrencies,
  type distributePackages as distributeEndpoint,
  packageNotGivable,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { floorFrom, type Price, priceFor, refuseBelow } from '../../catalogue/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import type { HeldPackage } from './heldPackages.ts';

/** The price of one package, as it was typed. */
export type Line = Omit<BodyOf<typeof distributeEndpoint>['lines'][number], 'packageId'>;

const SHOWN_NAMES = 5;

/** The package, if the caller has it and can give it on. */
export function givable(mine: HeldPackage | undefined, at: string): HeldPackage {
  if (!mine) throw new Refused(notFound);
  if (mine.whyNot) throw refusedAt(`${at}packageId`, packageNotGivable, { reason: mine.whyNot });
  return mine;
}

/** An amount typed once is an amount of one currency. */
export async function refuseSeveralCurrencies(ctx: Ctx, customerIds: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('customers.v_customer')
    .select('currency')
    .distinct()
    .where(sql<boolean>`id = any(${[...customerIds]}::bigint[])`)
    .orderBy('currency')
    .execute();
  if (rows.length < 2) return;
  throw refusedAt('customerIds', childrenInSeveralCurrencies, {
    list: rows.map(({ currency }) => currency).join(', '),
  });
}

/** What the holder of a package must ask at least from a time on. */
type Floors = (mine: HeldPackage, from: Date) => Promise<string | null>;

/** The same for many lines within one transaction: asked once a package and time. */
export function floorsOnce(ctx: Ctx): Floors {
  const known = new Map<string, Promise<string | null>>();
  return (mine, from) => {
    const key = `${mine.pricedBy} ${mine.times} ${from.getTime()}`;
    const floor = known.get(key) ?? floorFrom(ctx, PACKAGES, mine, from);
    known.set(key, floor);
    return floor;
  };
}

/** The price of a line from its beginning on, judged against what the giver itself pays then. */
export async function judged(
  ctx: Ctx,
  line: Line,
  mine: HeldPackage,
  from: Date,
  at: string,
  floors: Floors = (...asked) => floorFrom(ctx, PACKAGES, ...asked),
): Promise<Required<Price>> {
  const { markUp, ...given } = line;
  let stated: Omit<Line, 'markUp'> = given;
  if (markUp !== undefined) {
    const own = await priceFor(ctx, PACKAGES, { margin: '0' }, mine, from);
    // Half a cent and more is a cent.
    stated = { ...given, margin: String((BigInt(own.reservePrice) * BigInt(markUp) + 50n) / 100n) };
  }
  const price = await priceFor(ctx, PACKAGES, stated, mine, from);
  const by = given.reservePrice === undefined && markUp === undefined ? 'margin' : 'reservePrice';
  refuseBelow(price, mine.floor, at, by);
  refuseBelow(price, await floors(mine, from), at, by);
  return price;
}

type ForChild = { readonly packageId: string; readonly customerId: string };
const nameOf = ({ packageId, customerId }: ForChild): string => `${packageId} ${customerId}`;

/** Which of these children have given the package, or what they made of it, to children of their own. */
export async function sellersAmong(ctx: Ctx, asked: readonly ForChild[]): Promise<(one: ForChild) => boolean> {
  const rows = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package as p', 'p.id', 'd.package_id')
    .select([
      sql<string>`coalesce(p.base_package_id, p.id)`.as('base'),
      'p.id as packageId',
      'd.from_customer_id as customerId',
    ])
    .distinct()
    .where((on) => {
      const packageIds = sql<string>`any(${asked.map(({ packageId }) => packageId)}::bigint[])`;
      return on.or([on('d.package_id', '=', packageIds), on('p.base_package_id', '=', packageIds)]);
    })
    .where(sql<boolean>`d.from_customer_id = any(${asked.map(({ customerId }) => customerId)}::bigint[])`)
    .where('d.state', '=', 'on')
    .execute();
  const names = rows.flatMap(({ base, packageId, customerId }) =>
    [base, packageId].map((id) => nameOf({ packageId: id, customerId: customerId ?? '' })),
  );
  const sellers = new Set(names);
  return (one) => sellers.has(nameOf(one));
}

/** Who would pay the children of these less than those must ask from then on, in tree order. */
export async function soldAtLoss(
  ctx: Ctx,
  packageId: string,
  childIds: readonly string[],
  price: Price,
  from: Date,
): Promise<string[]> {
  const reserve = PACKAGES.priceAt(sql`d.id`, 'reserve_price', from);
  const below = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package as p', 'p.id', 'd.package_id')
    .innerJoin('packages.package_version as v', 'v.id', 'p.current_version_id')
    .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
    .select('c.name')
    // What a child made out of so many of it goes by the same price.
    .where((on) => on.or([on('d.package_id', '=', packageId), on('p.base_package_id', '=', packageId)]))
    .where(sql<boolean>`d.from_customer_id = any(${[...childIds]}::bigint[])`)
    .where('d.state', '=', 'on')
    .where(
      sql<boolean>`${reserve} < ${price.minPrice}::bigint * case when p.id = ${packageId}::bigint then 1 else v.units end`,
    )
    .orderBy('c.path')
    .execute();
  return below.map(({ name }) => name);
}

/** The first of the names. */
export const shownNames = (names: readonly string[]): string =>
  names.slice(0, SHOWN_NAMES).join(', ') + (names.length > SHOWN_NAMES ? ' …' : '');

/** Refuses a floor above what the children of these charge their own children from then on, unless that sale is to stop. */
export async function refuseLosses(
  ctx: Ctx,
  packageId: string,
  childIds: readonly string[],
  price: Price,
  from: Date,
  suspend: boolean,
): Promise<void> {
  if (suspend) return;
  const names = await soldAtLoss(ctx, packageId, childIds, price, from);
  if (names.length > 0) throw new Refused(childrenAtLoss, { n: names.length, list: shownNames(names) });
}
