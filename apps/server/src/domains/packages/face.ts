// What other rooms may use of packages.
import type { Ctx } from '../../framework/context.ts';
import type { PackageRow, PackageVersionRow } from './packageTables.ts';

export { isMainPackage, periodRuleOf } from './packageRules.ts';

/** A version with what its package says of it now. */
export type PackageVersion = PackageVersionRow &
  Pick<
    PackageRow,
    | 'customer_id'
    | 'code'
    | 'name'
    | 'origin'
    | 'platform'
    | 'carrier_account_id'
    | 'type'
    | 'label'
    | 'mode'
    | 'scope'
    | 'channels'
    | 'shelf'
    | 'currency'
  > & {
    /** It is the version that is sold now. */
    is_current: boolean;
  };

const versions = (ctx: Ctx) =>
  ctx.db
    .selectFrom('packages.package_version as v')
    .innerJoin('packages.package as p', 'p.id', 'v.package_id')
    .selectAll('v')
    .select([
      'p.customer_id',
      'p.code',
      'p.name',
      'p.origin',
      'p.platform',
      'p.carrier_account_id',
      'p.type',
      'p.label',
      'p.mode',
      'p.scope',
      'p.channels',
      'p.shelf',
      'p.currency',
    ])
    .select((e) => e('v.number', '=', e.ref('p.current_version')).$castTo<boolean>().as('is_current'));

/** A version by its id, whoever may see its package: the caller has it from an order or a record. */
export const packageVersion = (ctx: Ctx, id: string): Promise<PackageVersion | undefined> =>
  versions(ctx).where('v.id', '=', id).executeTakeFirst();

/** The version of a package that is sold now; that somebody may buy it is another question. */
export const versionOnSale = (ctx: Ctx, packageId: string): Promise<PackageVersion | undefined> =>
  versions(ctx).where('p.id', '=', packageId).whereRef('v.number', '=', 'p.current_version').executeTakeFirst();

/** Those of these packages that may be ordered for cards of a product. */
export async function packagesOfProduct(ctx: Ctx, productId: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('packages.product_package')
    .select('package_id')
    .where('product_id', '=', productId)
    .execute();
  return new Set(rows.map(({ package_id }) => package_id));
}
