import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
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
        sql<number>`count(distinct card_id)::int`.as('cards'),
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
  wasOrdered: async (ctx, packageId) => {
    const found = await ofEverybody(ctx)
      .selectFrom('orders.package_order')
      .select('id')
      .where('package_id', '=', packageId)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },
};
