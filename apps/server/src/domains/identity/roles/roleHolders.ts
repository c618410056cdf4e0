import { sql } from 'kysely';
import type { Database } from '../../../framework/tables.ts';

/** Names of the roles in the caller's scope that enabled accounts have, with the number of accounts. */
export async function roleNamesHeld(db: Database): Promise<{ name: string; accounts: number }[]> {
  const rows = await db
    .selectFrom('identity.role as r')
    .innerJoin('identity.account_role as ar', 'ar.role_id', 'r.id')
    .innerJoin('identity.account as a', 'a.id', 'ar.account_id')
    .select(['r.name', sql<string>`count(distinct a.id)`.as('accounts')])
    .where('a.status', '=', 1)
    .groupBy('r.name')
    .orderBy('accounts', 'desc')
    .orderBy('r.name')
    .limit(200)
    .execute();
  return rows.map(({ name, accounts }) => ({ name, accounts: Number(accounts) }));
}

/** Accounts within the caller's scope with a role of one of these names. */
export async function holdersOfRoleNames(db: Database, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('identity.role as r')
    .innerJoin('identity.account_role as ar', 'ar.role_id', 'r.id')
    .select('ar.account_id')
    .distinct()
    .where('r.name', 'in', [...names])
    .execute();
  return rows.map((row) => row.account_id);
}
