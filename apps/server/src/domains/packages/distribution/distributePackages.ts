import {
  childrenAtLoss,
  type copyPackageDistributions as copyEndpoint,
  type distributePackages as distributeEndpoint,
  MOST_PAIRS,
  packageNotGivable,
  type editPackagePrice as priceEndpoint,
  tooManyPairs,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import {
  beginningOf,
  copyGiven,
  directChildren,
  floorFrom,
  give,
  lockGiven,
  type Price,
  priceFor,
  refuseBelow,
  reprice,
} from '../../catalogue/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { type HeldPackage, heldPackages } from './heldPackages.ts';

type Line = Omit<BodyOf<typeof distributeEndpoint>['lines'][number], 'packageId'>;

const SHOWN_NAMES = 5;

/** The price of a line from its beginning on, judged against what the giver itself pays then. */
async function judged(ctx: Ctx, line: Line, mine: HeldPackage, from: Date, at: string): Promise<Required<Price>> {
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
  refuseBelow(price, await floorFrom(ctx, PACKAGES, mine, from), at, by);
  return price;
}

/** Refuses a floor above what the children of these charge their own children from then on, unless that sale is to stop. */
async function refuseLosses(
  ctx: Ctx,
  packageId: string,
  childIds: readonly string[],
  price: Price,
  from: Date,
  suspend: boolean,
): Promise<void> {
  if (suspend) return;
  const reserve = PACKAGES.priceAt(sql`d.id`, 'reserve_price', from);
  const below = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package as p', 'p.id', 'd.package_id')
    .innerJoin('packages.package_version as v', 'v.id', 'p.current_version_id')
    .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
    .select('c.name')
    // What a child made out of so many of it goes by the same price.
    .where((on) => on.or([on('d.package_id', '=', packageId), on('p.base_package_id', '=', packageId)]))
    .where('d.from_customer_id', 'in', [...childIds])
    .where('d.state', '=', 'on')
    .where(
      sql<boolean>`${reserve} < ${price.minPrice}::bigint * case when p.id = ${packageId}::bigint then 1 else v.units end`,
    )
    .orderBy('c.path')
    .execute();
  if (below.length === 0) return;
  const names = below.slice(0, SHOWN_NAMES).map(({ name }) => name);
  const list = names.join(', ') + (below.length > names.length ? ' …' : '');
  throw new Refused(childrenAtLoss, { n: below.length, list });
}

export async function distributePackages(
  ctx: Ctx,
  { lines, suspend, ...body }: BodyOf<typeof distributeEndpoint>,
): Promise<AnswerOf<typeof distributeEndpoint>> {
  const from = beginningOf(ctx.clock.now(), body);
  const children = await directChildren(ctx, body.customerIds);
  if (children.length * lines.length > MOST_PAIRS) throw refusedAt('lines', tooManyPairs, { most: MOST_PAIRS });
  const held = await heldPackages(
    ctx,
    lines.map((line) => line.packageId),
  );
  let [given, repriced] = [0, 0];
  // In one order of packages, so that two of these never wait for each other in a circle.
  const ordered = [...lines.entries()].sort(([, one], [, other]) =>
    BigInt(one.packageId) < BigInt(other.packageId) ? -1 : 1,
  );
  for (const [at, { packageId, ...line }] of ordered) {
    const mine = held.get(packageId);
    if (!mine) throw new Refused(notFound);
    if (mine.whyNot) throw refusedAt(`lines.${at}.packageId`, packageNotGivable, { reason: mine.whyNot });
    const price = await judged(ctx, line, mine, from, `lines.${at}.`);
    await refuseLosses(ctx, packageId, children, price, from, suspend);
    const done = await give(ctx, PACKAGES, packageId, children, price, from);
    given += done.given;
    repriced += done.repriced;
  }
  ctx.note({
    objectKind: 'packageDistribution',
    summary: `${[...held.values()].map(({ code }) => code).join(', ')} → ${children.length}`,
    after: { customerIds: children, lines, from },
  });
  return { given, repriced };
}

export async function editPackagePrice(
  ctx: Ctx,
  { id, effective, effectiveOn, suspend, ...line }: BodyOf<typeof priceEndpoint>,
): Promise<typeof DONE> {
  const from = beginningOf(ctx.clock.now(), { effective, effectiveOn });
  const row = await lockGiven(ctx, PACKAGES, id);
  const mine = (await heldPackages(ctx, [row.of])).get(row.of);
  if (!mine) throw new Refused(notFound);
  const price = await judged(ctx, line, mine, from, '');
  await refuseLosses(ctx, row.of, [row.customer_id], price, from, suspend);
  const before = await reprice(ctx, PACKAGES, id, price, from);
  ctx.note({
    objectKind: 'packageDistribution',
    objectId: id,
    summary: mine.code,
    customerId: row.customer_id,
    before,
    after: { ...price, from },
  });
  return DONE;
}

export async function copyPackageDistributions(
  ctx: Ctx,
  asked: BodyOf<typeof copyEndpoint>,
): Promise<AnswerOf<typeof copyEndpoint>> {
  const done = await copyGiven(ctx, PACKAGES, asked, (ids) => heldPackages(ctx, ids));
  ctx.note({
    objectKind: 'packageDistribution',
    summary: `${asked.templateCustomerId} → ${asked.customerIds.length}`,
    after: { ...asked, given: done.given, repriced: done.repriced },
  });
  return done;
}
