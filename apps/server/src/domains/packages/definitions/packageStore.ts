import { packageCodeTaken, packageWasSold } from '@cardinal/contract/api/packages/systemPackages.ts';
import type { PackageOrigin, PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { keepMaker } from '../../catalogue/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import type { PackageRow, PackageVersionRow } from '../packageTables.ts';
import { wasOrdered } from '../packageUse.ts';
import { stopQueued } from '../queuedPackages.ts';
import type { VersionTerms } from './packageRules.ts';

/** What a version says, with the specifications it was put together from. */
export type KeptTerms = VersionTerms & Pick<PackageVersionRow, 'flow_spec_id' | 'voice_spec_id' | 'period_spec_id'>;

/** The packages of one origin that the caller made. */
export const ownPackages = (ctx: Ctx, origin: PackageOrigin) =>
  ctx.db
    .selectFrom('packages.package')
    .selectAll()
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('origin', '=', origin)
    .where('deleted_at', 'is', null);

/** One of them, locked until the transaction ends. */
export const heldOwn = (ctx: Ctx, origin: PackageOrigin, id: string) =>
  ownPackages(ctx, origin).where('id', '=', id).forUpdate().executeTakeFirst();

/** What a version says, without which one it is. */
export const termsOfVersion = (version: PackageVersionRow): KeptTerms => {
  const { id: _, package_id: _package, number: _number, created_by: _by, created_at: _at, ...terms } = version;
  return terms;
};

export const versionById = (ctx: Ctx, id: string): Promise<PackageVersionRow | undefined> =>
  ctx.db.selectFrom('packages.package_version').selectAll().where('id', '=', id).executeTakeFirst();

async function keepVersion(
  ctx: Ctx,
  row: { readonly id: string; readonly packageId: string; readonly number: number },
  terms: KeptTerms,
): Promise<void> {
  await ctx.db
    .insertInto('packages.package_version')
    .values({
      id: row.id,
      package_id: row.packageId,
      number: row.number,
      ...terms,
      created_by: accountOf(ctx).account,
      created_at: ctx.clock.now(),
    })
    .execute();
}

/** A new package: claims its code for good, and keeps its first version and its maker. */
export async function keepNew(ctx: Ctx, { id, code, current_version_id }: PackageRow, terms: KeptTerms): Promise<void> {
  const claim = { code: code.toUpperCase(), package_id: id };
  await refuseDuplicate(
    'package_code_pkey',
    refusedAt('code', packageCodeTaken),
    ctx.db.insertInto('packages.package_code').values(claim).execute(),
  );
  await keepVersion(ctx, { id: current_version_id, packageId: id, number: 1 }, terms);
  await keepMaker(ctx, PACKAGES, id, accountOf(ctx).customerId);
}

/** The version after the last. */
export async function keepNext(
  ctx: Ctx,
  { id, packageId }: { readonly id: string; readonly packageId: string },
  terms: KeptTerms,
): Promise<void> {
  const { n } = await ctx.db
    .selectFrom('packages.package_version')
    .select(sql<number>`max(number)::int`.as('n'))
    .where('package_id', '=', packageId)
    .executeTakeFirstOrThrow();
  await keepVersion(ctx, { id, packageId, number: n + 1 }, terms);
}

/** Removes what belongs to a package that nobody was given and nobody ordered; any other is refused. */
export async function removeParts(ctx: Ctx, { id }: Pick<PackageRow, 'id'>): Promise<void> {
  const isGiven = await ctx.db
    .selectFrom('packages.package_distribution')
    .select('id')
    .where('package_id', '=', id)
    .where('from_customer_id', 'is not', null)
    .executeTakeFirst();
  if (isGiven || (await wasOrdered(ctx, id)) || (await isBase(ctx, id))) throw new Refused(packageWasSold);
  for (const table of ['package_distribution', 'product_package', 'package_version'] as const)
    await ctx.db.deleteFrom(`packages.${table}`).where('package_id', '=', id).execute();
}

const isBase = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx
    .beyondScope('whether anybody made a package of it')
    .selectFrom('packages.package')
    .select('id')
    .where('base_package_id', '=', id)
    .executeTakeFirst()) !== undefined;

/** Direct children who have each package now. */
export async function childrenWith(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('packages.package_distribution')
    .select(['package_id', sql<number>`count(*)::int`.as('n')])
    .where('from_customer_id', '=', accountOf(ctx).customerId)
    .where('state', '=', 'on')
    .where(sql<boolean>`package_id = any(${[...ids]}::bigint[])`)
    .groupBy('package_id')
    .execute();
  return new Map(rows.map(({ package_id, n }) => [package_id, n]));
}

type Shelving = {
  readonly ids: readonly string[];
  readonly shelfState: PackageShelf;
  readonly stop?: { readonly records: number } | undefined;
};

/**
 * Puts own packages on the shelf or off it; those that are not the caller's, or that `refusals` names, are named. If it is none
 * of them, the first refusal is the answer.
 */
export async function shelve(
  ctx: Ctx,
  origin: PackageOrigin,
  { ids, shelfState, stop }: Shelving,
  refusals: (found: readonly PackageRow[]) => Promise<ReadonlyMap<string, Refused>> = async () => new Map(),
) {
  const found = await ownPackages(ctx, origin)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (found.length === 0) throw new Refused(notFound);
  const refused = await refusals(found);
  const taken = found.filter(({ id }) => !refused.has(id));
  const [first] = refused.values();
  if (taken.length === 0 && first) throw first;
  const changed = taken.filter((each) => each.shelf_state !== shelfState);
  await ctx.db
    .updateTable('packages.package')
    .set({ shelf_state: shelfState, updated_by: accountOf(ctx).account, updated_at: ctx.clock.now() })
    .where(sql<boolean>`id = any(${changed.map(({ id }) => id)}::bigint[])`)
    .execute();
  const taskId = stop ? await stopQueued(ctx, taken, shelfState, stop.records) : null;
  const codes = changed.map(({ code }) => code);
  ctx.note({
    objectKind: 'package',
    objectId: taken[0]?.id ?? '',
    summary: codes.join('、'),
    after: { codes, shelfState, ...(stop ? { stopped: stop.records } : {}) },
    ...(taskId ? { taskId } : {}),
  });
  const done = new Set(taken.map(({ id }) => id));
  const failed = ids.filter((id) => !done.has(id));
  return {
    taskId,
    done: taken.length,
    failed: failed.map((id) => {
      const { refusal, facts } = refused.get(id) ?? new Refused(notFound);
      return { id, words: say(refusal.text, ctx.language, facts) };
    }),
  };
}
