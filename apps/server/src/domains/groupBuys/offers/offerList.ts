import { listGroupBuyOffers } from '@cardinal/contract/api/groupBuys/offers.ts';
import { type RawBuilder, sql } from 'kysely';
import { accountOf } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';

type Sums = {
  sold: number;
  redeemed: number;
  expired: number;
  voided: number;
  open: number;
  liability: string;
};

/** What became of the codes of an offer. Batches that failed sold nothing. */
const sums = (offer: string): RawBuilder<Sums> => sql`lateral (
  select coalesce(sum(b.count), 0)::int as sold, coalesce(sum(b.redeemed), 0)::int as redeemed,
    coalesce(sum(b.expired), 0)::int as expired, coalesce(sum(b.voided), 0)::int as voided,
    coalesce(sum(b.unused + b.redeeming), 0)::int as open,
    coalesce(sum((b.unused + b.redeeming) * b.price), 0)::bigint as liability
  from group_buys.batch b where b.offer_id = ${sql.ref(offer)} and b.state <> 'failed')`;

export const offerDataset = dataset(listGroupBuyOffers, {
  from: (ctx) =>
    ctx.db
      .selectFrom('group_buys.offer as o')
      .innerJoin('packages.v_package as p', 'p.id', 'o.package_id')
      .innerJoin(sums('o.id').as('s'), (on) => on.onTrue())
      .where('o.customer_id', '=', accountOf(ctx).customerId),
  table: 'o',
  carrier: sql`p.platform`,
  columns: { packageCode: sql`p.code`, packageName: sql`p.name` },
  select: (query) =>
    query.select([
      'o.id',
      'o.offer_no',
      'o.name',
      'o.package_id',
      'p.code as package_code',
      'p.name as package_name',
      'o.sales_platform',
      'o.steps',
      'o.currency',
      'o.valid_days',
      'o.expiry',
      'o.per_card',
      'o.product_codes',
      'o.is_on',
      'o.updated_at',
      's.sold',
      's.redeemed',
      's.expired',
      's.voided',
      's.open',
      's.liability',
    ]),
  present: async (rows) => rows.map(() => ({})),
  figures: async (ctx, filtered) => {
    const found = (await filtered())
      .clearSelect()
      .select([
        sql<string>`o.currency`.as('currency'),
        sql<number>`s.sold`.as('sold'),
        sql<number>`s.redeemed`.as('redeemed'),
        sql<number>`s.open`.as('open'),
        sql<string>`s.liability`.as('liability'),
      ]);
    const { rows } = await sql<{
      currency: string;
      offers: number;
      sold: number;
      redeemed: number;
      open: number;
      liability: string;
    }>`
      select f.currency, count(*)::int as offers, sum(f.sold)::int as sold, sum(f.redeemed)::int as redeemed,
        sum(f.open)::int as open, sum(f.liability)::bigint as liability
      from (${found}) f group by 1 order by 1`.execute(ctx.db);
    const total = (column: 'offers' | 'sold' | 'redeemed' | 'open') => rows.reduce((sum, row) => sum + row[column], 0);
    return {
      offers: total('offers'),
      sold: total('sold'),
      redeemed: total('redeemed'),
      open: total('open'),
      liability: rows.map(({ currency, liability }) => ({ currency, amount: String(liability) })),
    };
  },
});
