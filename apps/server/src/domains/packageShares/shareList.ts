import { listPackageShares } from '@cardinal/contract/api/packageShares/packageShares.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type RawBuilder, sql } from 'kysely';
import { accountOf } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { GIVEN, GIVEN_COLUMNS, priceChains, shareText, whyNotOrderableEach } from '../packages/face.ts';
import { earnedWith, releasesOf } from '../profitSharing/face.ts';
import { giverOf } from './shareTerms.ts';

/** The query's time is part of the query itself: dataset columns have no access to the context. */
const NOW = sql<Date>`asked.at`;
const agreed = <T>(column: 'share_kind' | 'share_value' | 'currency'): RawBuilder<T> => sql`(
  select price.${sql.ref(column)} from packages.v_share_price price
  where price.distribution_id = d.id and price.effective_at <= ${NOW} order by price.effective_at desc limit 1)`;

export const shareDataset = dataset(listPackageShares, {
  from: (ctx) =>
    ctx.db
      .selectFrom('packages.v_share as d')
      .innerJoin('packages.v_package as p', 'p.id', 'd.package_id')
      .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
      .innerJoin(sql<{ at: Date }>`(select ${ctx.clock.now()}::timestamptz as at)`.as('asked'), (on) => on.onTrue())
      .where('d.from_customer_id', '=', accountOf(ctx).customerId),
  table: 'd',
  carrier: sql`p.platform`,
  columns: {
    ...GIVEN_COLUMNS,
    shareKind: agreed<string>('share_kind'),
  },
  select: (query) =>
    query.select([
      ...GIVEN,
      'd.state',
      agreed<'fixed' | 'margin' | 'price'>('share_kind').as('share_kind'),
      agreed<string>('share_value').as('share_value'),
      agreed<string>('currency').as('currency'),
      sql<Date | null>`(select min(price.effective_at) from packages.v_share_price price
        where price.distribution_id = d.id and price.effective_at > ${NOW})`.as('next_from'),
    ]),
  present: async (rows, ctx) => {
    const own = accountOf(ctx).customerId;
    const now = ctx.clock.now();
    const packageIds = rows.map((row) => row.package_id);
    const customerIds = rows.map((row) => row.customer_id);
    const chainTo = await priceChains(ctx, packageIds, [...customerIds, own], now);
    const releases = await releasesOf(ctx, customerIds);
    const pairs = rows.map(({ customer_id, package_id }) => ({ customerId: customer_id, packageId: package_id }));
    const earned = await earnedWith(ctx, pairs, new Date(now.getTime() - 30 * DAY_MS));
    const whys = await whyNotOrderableEach(ctx, pairs, 'publicAccount');
    return rows.map((row, at) => {
      const chain = row.state === 'on' ? chainTo(row.package_id, row.customer_id) : undefined;
      const [child, mine] = [chain?.at(-1), chainTo(row.package_id, own)?.at(-1)];
      const isOrdered = child?.retailPrice != null && mine !== undefined;
      const owed = mine && giverOf(mine).owes;
      const { sold, amount } = earned(row.customer_id, row.package_id);
      return {
        retailPrice: child?.retailPrice ?? null,
        share: shareText(`${row.share_kind} ${row.share_value}`, row.currency),
        childEarns: isOrdered ? String(BigInt(child.retailPrice) - BigInt(child.reservePrice)) : null,
        myNet: isOrdered && owed !== undefined ? String(BigInt(child.reservePrice) - owed) : null,
        owed: owed === undefined ? null : String(owed),
        whyNot: whys[at] ?? null,
        releaseRule: releases.get(row.customer_id)?.rule ?? ('daily' as const),
        sold,
        paidShare: amount,
      };
    });
  },
});
