import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { PackageType } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { platformsNotOffered } from '../../settings/face.ts';
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

/** The current version of a package that a customer has, whether or not it may order it now; undefined where it has it not. */
export const packageHeldBy = (
  ctx: Ctx,
  packageId: string,
  customerId: string,
): Promise<PackageVersionFacts | undefined> => heldBy(ctx, customerId).where('p.id', '=', packageId).executeTakeFirst();

/** The same by the code of the package. */
export const packageNamed = (ctx: Ctx, code: string, customerId: string): Promise<PackageVersionFacts | undefined> =>
  heldBy(ctx, customerId).where('p.code', '=', code).executeTakeFirst();

type Asked = {
  /** Every type by default. */
  readonly types?: readonly PackageType[];
  /** Every carrier by default. */
  readonly platforms?: readonly Platform[];
  readonly keyword: string;
  readonly skip?: number;
  readonly most: number;
};

/** The current versions of the packages of these types that a customer has, by carrier and code; `keyword` is part of code or name. */
export async function packagesHeldBy(
  ctx: Ctx,
  customerId: string,
  { types, platforms, keyword, skip = 0, most }: Asked,
): Promise<PackageVersionFacts[]> {
  const like = likeContains(keyword);
  const held = heldBy(ctx, customerId).where('d.state', '=', 'on');
  const ofTypes = types ? held.where('p.type', 'in', [...types]) : held;
  return (platforms === undefined ? ofTypes : ofTypes.where('p.platform', 'in', [...platforms]))
    .where(sql<boolean>`p.platform <> all(${await platformsNotOffered(ctx.db)}::int[])`)
    .where(sql<boolean>`(p.code ilike ${like} or p.name ilike ${like})`)
    .orderBy('p.platform')
    .orderBy('p.code')
    .offset(skip)
    .limit(most)
    .execute();
}

/** Of these packages those that a customer has and may still give on, by id. */
export async function packagesHeld(
  ctx: Ctx,
  customerId: string,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, PackageVersionFacts>> {
  const rows = await heldBy(ctx, customerId)
    .where(sql<boolean>`p.id = any(${[...packageIds]}::bigint[])`)
    .where('d.state', '=', 'on')
    .execute();
  return new Map(rows.map((row) => [row.package_id, row]));
}

/** What these packages grant now, by their ids. */
export async function currentVersions(
  ctx: Ctx,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, PackageVersionFacts>> {
  const rows = await facts(ctx)
    .where(sql<boolean>`p.id = any(${[...packageIds]}::bigint[])`)
    .where(sql<boolean>`v.id = p.current_version_id`)
    .execute();
  return new Map(rows.map((row) => [row.package_id, row]));
}

const heldBy = (ctx: Ctx, customerId: string) =>
  facts(ctx)
    .innerJoin('packages.package_distribution as d', 'd.package_id', 'p.id')
    .where('d.customer_id', '=', customerId)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`v.id = p.current_version_id`);

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
