import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';

/** The products whose cards may order each package. */
export async function boundProducts(ctx: Ctx, packageIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await ctx.db
    .selectFrom('packages.product_package')
    .select(['package_id', sql<string[]>`array_agg(product_code order by product_code)`.as('codes')])
    .where(sql<boolean>`package_id = any(${[...packageIds]}::bigint[])`)
    .groupBy('package_id')
    .execute();
  return new Map(rows.map(({ package_id, codes }) => [package_id, codes]));
}

/** Binds a package to exactly these products. */
export async function bindProducts(ctx: Ctx, packageId: string, codes: readonly string[]): Promise<void> {
  const wanted = [...new Set(codes)];
  await ctx.db
    .deleteFrom('packages.product_package')
    .where('package_id', '=', packageId)
    .where(sql<boolean>`product_code <> all(${wanted}::text[])`)
    .execute();
  if (wanted.length === 0) return;
  await ctx.db
    .insertInto('packages.product_package')
    .values(
      wanted.map((product_code) => ({
        product_code,
        package_id: packageId,
        bound_by: accountOf(ctx).account,
        bound_at: ctx.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
