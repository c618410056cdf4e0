import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** «LT-M1G 联通1GB月包», by id. */
export async function packageTitles(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom('packages.package')
    .select(['id', 'code', 'name'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, code, name }) => [id, `${code} ${name}`]));
}
