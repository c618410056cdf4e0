import type { readPackagePrices as endpoint } from '@cardinal/contract/api/packages/packagePrices.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';
import { platformsNotOffered } from '../../settings/face.ts';
import { PACKAGES } from '../distributedPackages.ts';

/** The newest prices that are told. */
const MOST = 100;

/** How a customer came to a package: from whom, and by which distribution it is priced. */
async function holding(ctx: Ctx, packageId: string, customerId: string) {
  const row = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package as p', 'p.id', 'd.package_id')
    .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
    .leftJoin('packages.package as base', (on) =>
      on.onRef('base.id', '=', 'p.base_package_id').onRef('p.customer_id', '=', 'd.customer_id'),
    )
    .select(['p.code', 'p.name', 'c.name as customer', 'c.parent_id', 'd.recalled_at', 'base.name as base'])
    .select([PACKAGES.pricedBy('d').as('pricedBy'), (PACKAGES.times?.('d') ?? sql<number>`1`).as('times')])
    .where('d.package_id', '=', packageId)
    .where('d.customer_id', '=', customerId)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`p.platform <> all(${await platformsNotOffered(ctx.db)}::int[])`)
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  return row;
}

const nameOf = async (ctx: Ctx, customerId: string): Promise<string | null> =>
  (
    await ctx
      .beyondScope('whoever gave a package is named to its child, and nothing more')
      .selectFrom('customers.v_customer')
      .select('name')
      .where('id', '=', customerId)
      .executeTakeFirst()
  )?.name ?? null;

/** The prices of a package for the caller's customer or one below it; who set those from above is not told. */
export async function readPackagePrices(
  ctx: Ctx,
  { packageId, customerId }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const own = accountOf(ctx).customerId;
  const of = customerId ?? own;
  if (!(await subtreeIds(ctx.db, own)).includes(of)) throw new Refused(notFound);
  const held = await holding(ctx, packageId, of);
  const rows = await ctx.db
    .selectFrom('packages.package_price as price')
    .selectAll()
    .where('distribution_id', '=', held.pricedBy)
    .orderBy('effective_at', 'desc')
    .limit(MOST)
    .execute();
  const now = ctx.clock.now();
  const inForce = rows.find(({ effective_at }) => effective_at <= now);
  const times = (minor: string | null) => String(BigInt(minor ?? 0) * BigInt(held.times));
  return {
    packageCode: held.code,
    packageName: held.name,
    customerName: held.customer,
    fromName: rows.length > 0 && held.parent_id ? await nameOf(ctx, held.parent_id) : null,
    madeOf: held.base === null ? null : { name: held.base, units: held.times },
    recalledAt: held.recalled_at?.toISOString() ?? null,
    // A share has no price of its own.
    prices: rows.flatMap((row, at) =>
      row.share_kind !== null
        ? []
        : [
            {
              from: row.effective_at.toISOString(),
              until: rows[at - 1]?.effective_at.toISOString() ?? null,
              reservePrice: times(row.reserve_price),
              minPrice: times(row.min_price),
              suggestPrice: times(row.suggest_price),
              currency: row.currency,
              setBy: of === own ? null : row.set_by,
              isInForce: row === inForce,
            },
          ],
    ),
  };
}
