import * as api from '@cardinal/contract/api/packages/poolPackages.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { distributePackages } from '../distribution/distributePackages.ts';
import { distributionsOf } from '../distribution/distributionList.ts';
import { previewRecall, recallPackage } from '../distribution/recallPackage.ts';
import { inPools } from '../poolPackage.ts';

/** These doors open for what fills pools and the caller has; to them any other package does not exist. */
async function refuseOthers(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const distinct = [...new Set(ids)];
  const found = await ctx.db
    .selectFrom('packages.package as p')
    .select('p.id')
    .where(sql<boolean>`p.id = any(${distinct}::bigint[])`)
    .where(inPools('p'))
    .where(
      sql<boolean>`exists (select from packages.package_distribution d
        where d.package_id = p.id and d.customer_id = ${accountOf(ctx).customerId})`,
    )
    .execute();
  if (found.length < distinct.length) throw new Refused(notFound);
}

async function refuseOtherRow(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('packages.package_distribution')
    .select('package_id')
    .where('id', '=', id)
    .executeTakeFirst();
  await refuseOthers(ctx, [row?.package_id ?? '0']);
}

export const poolChildrenRoutes: readonly Route[] = [
  bindList(api.listPoolPackageChildren, distributionsOf(api.listPoolPackageChildren, true)),
  bind(api.distributePoolPackages, async (ctx, { body }) => {
    await refuseOthers(
      ctx,
      body.lines.map(({ packageId }) => packageId),
    );
    return distributePackages(ctx, body);
  }),
  bind(api.previewPoolPackageRecall, async (ctx, { query }) => {
    await refuseOtherRow(ctx, query.id);
    return previewRecall(ctx, query);
  }),
  bind(api.recallPoolPackage, async (ctx, { body }) => {
    await refuseOtherRow(ctx, body.id);
    return recallPackage(ctx, body);
  }),
];
