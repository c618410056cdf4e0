import { listOffers } from '@cardinal/contract/api/externalPackages/offers.ts';
import { CNY } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { allowanceText, validityText } from '../offers/statedText.ts';
import { failuresOf, hostOf } from './sourceHealth.ts';

export const offerDataset = dataset(listOffers, {
  isShort: true,
  from: (ctx) =>
    ctx.db
      .selectFrom('external_packages.offer as o')
      .innerJoin('external_packages.source as s', 's.id', 'o.source_id')
      .leftJoin('packages.v_package as p', 'p.id', 'o.package_id')
      .where('o.customer_id', '=', accountOf(ctx).customerId),
  table: 'o',
  columns: {
    sourceName: sql`s.name`,
    host: sql`s.base_url`,
    packageCode: sql`p.code`,
    packageName: sql`p.name`,
    lastSyncAt: sql`s.last_sync_at`,
    agreedPrice: sql`o.accepted_price`,
  },
  select: (query) =>
    query.select([
      'o.id',
      'o.source_id',
      's.name as source_name',
      's.base_url',
      'o.code',
      'o.name',
      'o.state',
      'o.suspended',
      'o.price',
      'o.currency',
      'o.accepted_price as agreed_price',
      'o.package_id',
      'p.code as package_code',
      'p.name as package_name',
      'o.cost',
      'o.platform',
      'o.type',
      'o.terms',
      's.last_sync_at',
      'o.changed_at',
      'o.accepted_at',
      'o.accepted_by',
      'o.seen_at',
    ]),
  present: async (rows, ctx) => {
    const failures = await failuresOf(
      ctx,
      rows.map(({ source_id }) => source_id),
    );
    return rows.map((row) => ({
      host: hostOf(row.base_url),
      costCurrency: row.cost === null ? null : CNY,
      allowance: allowanceText(row.terms, ctx.language),
      validity: validityText(row.terms, ctx.language),
      failures: failures.get(row.source_id) ?? 0,
    }));
  },
  figures: (ctx) => figures(ctx),
});

async function figures(ctx: Ctx) {
  const row = await ctx.db
    .selectFrom('external_packages.offer')
    .select([
      sql<number>`count(*)::int`.as('offers'),
      sql<number>`count(package_id)::int`.as('mapped'),
      sql<number>`(count(*) filter (where state = 'changed'))::int`.as('changed'),
      sql<number>`(count(*) filter (where state = 'gone'))::int`.as('gone'),
      sql<number>`count(suspended)::int`.as('suspended'),
    ])
    .where('customer_id', '=', accountOf(ctx).customerId)
    .executeTakeFirstOrThrow();
  return row;
}
