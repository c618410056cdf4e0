import {
  listHeldPackages,
  type packageOptions as optionsEndpoint,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import type { DistributionWay } from '../../catalogue/face.ts';
import { platformsNotOffered } from '../../settings/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { inPools } from '../poolPackage.ts';
import { priceChains } from './priceChain.ts';
import { whyNotOrderableEach } from './whyNotOrderable.ts';

const { priceAt } = PACKAGES;
const MOST_OPTIONS = 100;
/** The query's time is part of the query itself: dataset columns have no access to the context. */
const NOW = sql<Date>`asked.at`;
const PRICED_BY = PACKAGES.pricedBy('d');
const TIMES = PACKAGES.times?.('d') ?? sql`1`;
/** What the caller pays, and what it must ask at least: of a custom package for all it is made of. */
const mineAt = (column: 'reserve_price' | 'min_price' | 'suggest_price', at: Date | RawBuilder<Date>) =>
  sql<string | null>`(${priceAt(PRICED_BY, column, at)} * ${TIMES})`;
const reserve = mineAt('reserve_price', NOW);

/** What the caller's customer has: alias `p` for the package, `d` for its row in the distribution. */
const mine = (ctx: Ctx) =>
  ctx.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package as p', 'p.id', 'd.package_id')
    .innerJoin(sql<{ at: Date }>`(select ${ctx.clock.now()}::timestamptz as at)`.as('asked'), (on) => on.onTrue())
    .where('d.customer_id', '=', accountOf(ctx).customerId)
    .where('p.deleted_at', 'is', null);

export type HeldPackage = {
  readonly id: string;
  readonly code: string;
  /** The least the caller may charge a child; null for its own packages. */
  readonly floor: string | null;
  /** The distribution whose prices the caller pays for it, so many times. */
  readonly pricedBy: string;
  readonly times: number;
  /** How the caller itself has it. */
  readonly way: DistributionWay;
  readonly whyNot: Text | undefined;
};

const FOR_A_SHARE = text('以分润方式获得，只能以分润方式分配', 'Had for a share; it can be given for a share only');

/** Packages of the caller's own customer, with what keeps it from giving them on in this way; others are absent. */
export async function heldPackages(
  ctx: Ctx,
  ids: readonly string[],
  way: DistributionWay = 'resale',
): Promise<ReadonlyMap<string, HeldPackage>> {
  const rows = await mine(ctx)
    .select([
      'p.id',
      'p.code',
      'd.way',
      PRICED_BY.as('pricedBy'),
      TIMES.as('times'),
      mineAt('min_price', NOW).as('floor'),
    ])
    .where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`)
    .execute();
  const whys = await whyNotHeld(ctx, rows);
  return new Map(
    rows.map((row, at) => {
      const why = whys[at];
      const isKept = row.way === 'share' && way === 'resale';
      return [row.id, { ...row, whyNot: why ? OrderingSwitch.labelOf(why) : isKept ? FOR_A_SHARE : undefined }];
    }),
  );
}

async function giverName(ctx: Ctx): Promise<string | null> {
  const parent = await ctx
    .beyondScope('whoever gave a package is named to its child, and nothing more')
    .selectFrom('customers.v_customer as me')
    .innerJoin('customers.v_customer as parent', 'parent.id', 'me.parent_id')
    .select('parent.name')
    .where('me.id', '=', accountOf(ctx).customerId)
    .executeTakeFirst();
  return parent?.name ?? null;
}

const whyNotHeld = (ctx: Ctx, rows: readonly { id: string }[]) =>
  whyNotOrderableEach(
    ctx,
    rows.map(({ id }) => ({ packageId: id, customerId: accountOf(ctx).customerId })),
  );

export async function packageOptions(
  ctx: Ctx,
  { keyword }: QueryOf<typeof optionsEndpoint>,
): Promise<AnswerOf<typeof optionsEndpoint>> {
  let asked = mine(ctx)
    .where('d.state', '=', 'on')
    .where(sql<boolean>`not ${inPools('p')}`)
    .where('p.shelf_state', '=', 1)
    .where('d.way', '=', 'resale')
    .where(sql<boolean>`p.platform <> all(${await platformsNotOffered(ctx.db)}::int[])`);
  if (keyword) {
    const like = likeContains(keyword);
    asked = asked.where(sql<boolean>`(p.code ilike ${like} or p.name ilike ${like})`);
  }
  const rows = await asked
    .select([
      'p.id',
      'p.code',
      'p.name',
      'p.platform',
      'p.currency',
      reserve.as('reservePrice'),
      mineAt('min_price', NOW).as('floor'),
      priceAt(PRICED_BY, 'currency', NOW).as('paidIn'),
      sql<string | null>`case when d.from_customer_id is null then (${PACKAGES.makersCost?.(sql`p.currency`)}) end`.as(
        'cost',
      ),
    ])
    .orderBy('p.platform')
    .orderBy('p.code')
    .limit(MOST_OPTIONS)
    .execute();
  const whys = await whyNotHeld(ctx, rows);
  return rows
    .filter((_, at) => whys[at] === undefined)
    .map(({ paidIn, ...row }) => ({
      ...row,
      currency: paidIn ?? row.currency,
      reservePrice: row.reservePrice ?? '0',
      floor: row.floor ?? '0',
    }));
}

/** What is had for a share costs what a sale at the retail price leaves without it. */
const owedForShare = (chain: ReturnType<Awaited<ReturnType<typeof priceChains>>>) => {
  const { reservePrice = null, minPrice = null, suggestPrice = null } = chain?.at(-1) ?? {};
  return { reservePrice, minPrice, suggestPrice };
};

/** Of each package the caller has: from whom, at which prices, and what keeps it from being ordered. */
export async function pricesOfHeld(ctx: Ctx, ids: readonly string[]) {
  const rows = await mine(ctx)
    .select([
      'p.id',
      'd.from_customer_id',
      reserve.as('reservePrice'),
      mineAt('min_price', NOW).as('minPrice'),
      mineAt('suggest_price', NOW).as('suggestPrice'),
      priceAt(PRICED_BY, 'currency', NOW).as('paidIn'),
    ])
    .where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`)
    .execute();
  const [whys, giver] = await Promise.all([whyNotHeld(ctx, rows), giverName(ctx)]);
  const known = new Map(rows.map((row, at) => [row.id, { row, whyNot: whys[at] ?? null }]));
  return ({ id, currency }: { readonly id: string; readonly currency: string }) => {
    const { row, whyNot = null } = known.get(id) ?? {};
    return {
      reservePrice: row?.reservePrice ?? null,
      minPrice: row?.minPrice ?? null,
      suggestPrice: row?.suggestPrice ?? null,
      currency: row?.paidIn ?? currency,
      fromName: row?.from_customer_id ? giver : null,
      whyNot,
    };
  };
}

export const heldPackageDataset = dataset(listHeldPackages, {
  from: (ctx) =>
    mine(ctx)
      .innerJoin('packages.package_version as v', 'v.id', 'p.current_version_id')
      .where(sql<boolean>`not ${inPools('p')}`),
  table: 'd',
  carrier: sql`p.platform`,
  columns: {
    platform: sql`p.platform`,
    type: sql`p.type`,
    code: sql`p.code`,
    name: sql`p.name`,
    origin: sql`p.origin`,
    shelfState: sql`p.shelf_state`,
    reservePrice: reserve,
  },
  select: (query, ctx) => {
    const now = ctx.clock.now();
    return query.select([
      'd.id',
      'd.package_id',
      'd.from_customer_id',
      'd.way',
      'd.given_at',
      'p.platform',
      'p.type',
      'p.code',
      'p.name',
      'p.origin',
      'p.shelf_state',
      'p.currency as own_currency',
      'v.flow_bytes',
      'v.voice_seconds',
      'v.validity_count',
      'v.units',
      'v.validity_unit',
      reserve.as('reserve_price'),
      mineAt('min_price', now).as('min_price'),
      mineAt('suggest_price', now).as('suggest_price'),
      priceAt(PRICED_BY, 'currency', now).as('paid_in'),
    ]);
  },
  present: async (rows, ctx) => {
    const own = accountOf(ctx).customerId;
    const packageIds = rows.map((row) => row.package_id);
    const shared = rows.filter(({ way }) => way === 'share').map((row) => row.package_id);
    const [chainTo, whys, giver, children] = await Promise.all([
      priceChains(ctx, shared, [own], ctx.clock.now()),
      whyNotOrderableEach(
        ctx,
        packageIds.map((packageId) => ({ packageId, customerId: own })),
      ),
      giverName(ctx),
      ctx.db
        .selectFrom('packages.package_distribution as below')
        .select(['below.package_id', sql<string>`count(*)`.as('n')])
        .where('below.from_customer_id', '=', own)
        .where('below.state', '=', 'on')
        .where(sql<boolean>`below.package_id = any(${packageIds}::bigint[])`)
        .groupBy('below.package_id')
        .execute(),
    ]);
    const given = new Map(children.map(({ package_id, n }) => [package_id, Number(n)]));
    return rows.map((row, at) => ({
      ...(row.way === 'share' && owedForShare(chainTo(row.package_id, own))),
      voiceSeconds: row.voice_seconds === null ? null : String(row.voice_seconds),
      fromName: row.from_customer_id === null ? null : giver,
      currency: row.paid_in ?? row.own_currency,
      children: given.get(row.package_id) ?? 0,
      whyNot: whys[at] ?? null,
    }));
  },
});
