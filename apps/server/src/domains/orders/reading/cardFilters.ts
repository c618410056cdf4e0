import { type SqlBool, sql } from 'kysely';
import { likeContains } from '../../../framework/likeContains.ts';

/** Packages are few and orders many: a name is looked for among the packages, as they are named now. */
export const byPackageName = {
  sql: sql`o.package_name`,
  where: (_: string, value: unknown) =>
    sql<SqlBool>`o.package_id in (select p.id from packages.v_package p where p.name ilike ${likeContains(String(value))})`,
};

/** The carrier family of the order's package. */
export const PLATFORM = sql`(select p.platform from packages.v_package p where p.id = o.package_id)`;
