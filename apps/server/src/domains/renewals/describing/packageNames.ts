import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** The names of packages that rules name; a rule was read in scope. */
export async function packageNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx
    .beyondScope('the packages of a rule that was read in scope')
    .selectFrom('packages.v_package')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
