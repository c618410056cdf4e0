import { sql } from 'kysely';
import type { Database } from '../../framework/tables.ts';
import { subtreeIds } from './customerFacts.ts';
import { type Coverage, liesWithin } from './customerRules.ts';

/** Whose a rule is, and which customers below it names. */
export type Naming = { readonly customer_id: string; readonly customer_ids: readonly string[] };

/** The paths of customers by id, as far as the handle sees them. */
export async function pathsOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('customers.customer')
    .select(['id', 'path'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** What rules cover, by the paths of whoever they name; a customer that is gone covers nothing. */
export const coverageBy = (
  paths: ReadonlyMap<string, string>,
  { customer_id, customer_ids }: Naming,
): Coverage | undefined => {
  const ownerPath = paths.get(customer_id);
  if (ownerPath === undefined) return undefined;
  return {
    ownerPath,
    customerPaths: customer_ids.length === 0 ? null : customer_ids.flatMap((id) => paths.get(id) ?? []),
  };
};

/** The customers that a rule covers, in the order of the tree. */
export async function coveredIds(db: Database, { customer_id, customer_ids }: Naming): Promise<string[]> {
  const paths = await pathsOf(db, customer_ids);
  const named = customer_ids.flatMap((id) => paths.get(id) ?? []);
  const owned = await subtreeIds(db, customer_id);
  if (customer_ids.length === 0) return owned;
  const own = await pathsOf(db, owned);
  return owned.filter((id) => named.some((path) => liesWithin(own.get(id) ?? '', path)));
}
