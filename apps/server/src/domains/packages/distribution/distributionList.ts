import type { listPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import type { listPoolPackageChildren } from '@cardinal/contract/api/packages/poolPackages.ts';
import { sql } from 'kysely';
import { accountOf } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { inPools } from '../poolPackage.ts';
import { GIVEN, GIVEN_COLUMNS } from './givenTo.ts';
import { whyNotOrderableEach } from './whyNotOrderable.ts';

const { priceAt, nextPrice, stateAt, paidAt, marginAt } = PACKAGES;
/** The query's time is part of the query itself: dataset columns have no access to the context. */
const NOW = sql<Date>`asked.at`;
const reserve = priceAt(sql`d.id`, 'reserve_price', NOW);

type Distributions = typeof listPackageDistributions | typeof listPoolPackageChildren;

/** What direct children have: packages for cards, or those that fill pools. */
export const distributionsOf = (endpoint: Distributions, areForPools: boolean) =>
  dataset(endpoint as typeof listPackageDistributions, {
    from: (ctx) =>
      ctx.db
        .selectFrom('packages.package_distribution as d')
        .innerJoin('packages.package as p', 'p.id', 'd.package_id')
        .innerJoin('packages.package_version as v', 'v.id', 'p.current_version_id')
        .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
        .innerJoin(sql<{ at: Date }>`(select ${ctx.clock.now()}::timestamptz as at)`.as('asked'), (on) => on.onTrue())
        .where('d.from_customer_id', '=', accountOf(ctx).customerId)
        .where('d.way', '=', 'resale')
        .where(sql<boolean>`${inPools('p')} = ${areForPools}`),
    table: 'd',
    carrier: sql`p.platform`,
    columns: {
      ...GIVEN_COLUMNS,
      state: {
        sql: sql`d.state`,
        where: (_, value, ctx) => sql<boolean>`${stateAt(ctx.clock.now())} = any(${value}::text[])`,
      },
      reservePrice: reserve,
      margin: marginAt(NOW),
    },
    select: (query, ctx) => {
      const now = ctx.clock.now();
      return query.select([
        ...GIVEN,
        sql<string>`${priceAt(sql`d.id`, 'currency', now)}`.as('currency'),
        stateAt(now).as('state'),
        reserve.as('reserve_price'),
        priceAt(sql`d.id`, 'min_price', now).as('min_price'),
        priceAt(sql`d.id`, 'suggest_price', now).as('suggest_price'),
        paidAt(NOW).as('paid'),
        marginAt(NOW).as('margin'),
        sql<string | null>`(select min(${priceAt(sql`below.id`, 'reserve_price', now)})
        from packages.package_distribution below
        where below.package_id = d.package_id and below.from_customer_id = d.customer_id and below.state = 'on')`.as(
          'lowest_below',
        ),
        nextPrice<string>('reserve_price', now).as('next_reserve_price'),
        nextPrice<Date>('effective_at', now).as('next_from'),
        'v.flow_bytes',
        'v.voice_seconds',
        'v.validity_count',
        'v.validity_unit',
        'v.units',
      ]);
    },
    present: async (rows, ctx, forFile) => {
      const asksWhy = forFile === undefined || forFile.includes('whyNot');
      const whys = asksWhy
        ? await whyNotOrderableEach(
            ctx,
            rows.map((row) => ({ packageId: row.package_id, customerId: row.customer_id })),
          )
        : [];
      return rows.map((row, at) => ({
        voiceSeconds: row.voice_seconds === null ? null : String(row.voice_seconds),
        whyNot: whys[at] ?? null,
      }));
    },
  });
