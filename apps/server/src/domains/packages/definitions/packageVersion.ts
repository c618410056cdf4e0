import type { Ctx } from '../../../framework/context.ts';
import type { PackageRow, PackageVersionRow } from '../packageTables.ts';

/** A version with what its package is now; the version's own facts never change. */
export type PackageVersionFacts = PackageVersionRow &
  Pick<
    PackageRow,
    | 'code'
    | 'name'
    | 'origin'
    | 'platform'
    | 'carrier_account_id'
    | 'carrier_package_code'
    | 'type'
    | 'label'
    | 'mode'
    | 'scope'
    | 'shelf_state'
    | 'cost_price'
    | 'currency'
    | 'current_version_id'
  > & { readonly owner_id: string };

const facts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('packages.package_version as v')
    .innerJoin('packages.package as p', 'p.id', 'v.package_id')
    .selectAll('v')
    .select([
      'p.code',
      'p.name',
      'p.origin',
      'p.platform',
      'p.carrier_account_id',
      'p.carrier_package_code',
      'p.type',
      'p.label',
      'p.mode',
      'p.scope',
      'p.shelf_state',
      'p.cost_price',
      'p.currency',
      'p.current_version_id',
      'p.customer_id as owner_id',
    ]);

/** What a version grants, whoever asks: who may order it is the distribution's to say. */
export const packageVersion = (ctx: Ctx, id: string): Promise<PackageVersionFacts | undefined> =>
  facts(ctx).where('v.id', '=', id).executeTakeFirst();

/** Several versions by id; unknown ones are absent. */
export async function packageVersions(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PackageVersionFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await facts(ctx)
    .where('v.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
