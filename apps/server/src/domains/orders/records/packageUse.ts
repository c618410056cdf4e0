import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { PackageUse } from '../../packages/face.ts';
import { OPEN } from './recordStore.ts';

const ofEverybody = (ctx: Ctx) => ctx.beyondScope('a package is in use whoever has the cards');

export const useOfPackages: PackageUse = {
  open: async (ctx, packageIds) => {
    const rows = await ofEverybody(ctx)
      .selectFrom('orders.package_usage')
      .select([
        'package_id as packageId',
        'package_version_id as versionId',
        sql<number>`count(*)::int`.as('records'),
        sql<number>`(count(*) filter (where state = ${PackageUsageState.values.using}))::int`.as('running'),
      ])
      .where(sql<boolean>`package_id = any(${[...packageIds]}::bigint[])`)
      .where('state', 'in', OPEN)
      .groupBy(['package_id', 'package_version_id'])
      .execute();
    return rows;
  },
  cards: async (ctx, packageIds) => {
    const rows = await ctx.db
      .selectFrom('orders.package_usage')
      .select(['package_id as packageId', sql<number>`count(distinct card_id)::int`.as('cards')])
      .where(sql<boolean>`package_id = any(${[...packageIds]}::bigint[])`)
      .where('state', 'in', OPEN)
      .groupBy('package_id')
      .execute();
    return new Map(rows.map(({ packageId, cards }) => [packageId, cards]));
  },
  sales: async (ctx, { packageIds, sellerId, since }) => {
    const day = sql<string>`to_char(o.created_at at time zone ${sql.lit(DEFAULT_ZONE)}, 'YYYY-MM-DD')`;
    const rows = await ofEverybody(ctx)
      .selectFrom('orders.package_order as o')
      .leftJoin('orders.order_step as s', (on) =>
        on.onRef('s.order_id', '=', 'o.id').on('s.customer_id', '=', sellerId),
      )
      .select([
        'o.package_id as packageId',
        'o.currency',
        day.as('day'),
        sql<number>`coalesce(sum(o.settled_lines) filter (where s.order_id is not null), 0)::int`.as('cards'),
        sql<string>`coalesce(sum(o.settled_lines * s.price), 0)::text`.as('amount'),
      ])
      .where(sql<boolean>`o.package_id = any(${[...packageIds]}::bigint[])`)
      .where('o.created_at', '>=', since)
      .where('o.settled_lines', '>', 0)
      .groupBy(['o.package_id', 'o.currency', day])
      .execute();
    return rows;
  },
  wasOrdered: async (ctx, packageId) => {
    const found = await ofEverybody(ctx)
      .selectFrom('orders.package_order')
      .select('id')
      .where('package_id', '=', packageId)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },
  mainOf: async (ctx, cardIds) => {
    const rows = await ofEverybody(ctx)
      .selectFrom('orders.package_usage')
      .select(['card_id', 'package_id'])
      .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
      .where('state', '=', PackageUsageState.values.using)
      .where('is_main', '=', true)
      .execute();
    return new Map(rows.map(({ card_id, package_id }) => [card_id, package_id]));
  },
};
