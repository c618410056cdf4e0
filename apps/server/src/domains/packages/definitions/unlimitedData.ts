import { unlimitedNeedsLimit } from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageOrigin, PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import type { PackageRow } from '../packageTables.ts';

type Limited = (ctx: Ctx, ownerId: string, packageIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** Of these packages those whose speed their maker limits by the volume used; none where no room knows. */
export const packageLimits = extensionPoint<Limited>('packages.packageLimits');

type Made = Pick<PackageRow, 'id' | 'code' | 'customer_id'>;

/** Of packages with unlimited data those that nothing limits. */
async function withoutLimit<P extends Made>(ctx: Ctx, packages: readonly P[]): Promise<P[]> {
  const [first] = packages;
  if (!first) return [];
  const ids = packages.map(({ id }) => id);
  const limited = await ctx.contributed(packageLimits)?.(ctx, first.customer_id, ids);
  return packages.filter(({ id }) => !limited?.has(id));
}

export const isLimited = async (ctx: Ctx, made: Made): Promise<boolean> =>
  (await withoutLimit(ctx, [made])).length === 0;

/** Of packages of one maker those that have unlimited data and no limit, and must not be sold. */
export async function unsellable<P extends Made & Pick<PackageRow, 'origin' | 'current_version_id'>>(
  ctx: Ctx,
  packages: readonly P[],
): Promise<P[]> {
  const rows = await ctx.db
    .selectFrom('packages.package_version')
    .select('id')
    .where(sql<boolean>`id = any(${packages.map(({ current_version_id }) => current_version_id)}::bigint[])`)
    .where('flow_bytes', 'is', null)
    .execute();
  const unlimited = new Set(rows.map(({ id }) => id));
  const isOne = ({ origin, current_version_id }: P) =>
    origin === PackageOrigin.values.system && unlimited.has(current_version_id);
  return withoutLimit(ctx, packages.filter(isOne));
}

/**
 * After a change of what limits packages of a maker: refused where one on the shelf is left without. The packages are held, so
 * that none of them is put on the shelf meanwhile.
 */
export async function keepLimited(ctx: Ctx, makerId: string, packageIds: readonly string[]): Promise<void> {
  const shelved = await ctx.db
    .selectFrom('packages.package')
    .selectAll()
    .where('customer_id', '=', makerId)
    .where(sql<boolean>`id = any(${[...packageIds]}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const left = await unsellable(
    ctx,
    shelved.filter((each) => each.shelf_state === PackageShelf.values.on),
  );
  if (left.length > 0) throw new Refused(unlimitedNeedsLimit, { codes: left.map(({ code }) => code).join(', ') });
}
