import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { SettlementMode } from '@cardinal/contract/enumerations/settlement.ts';
import { sql } from 'kysely';
import type { Database } from '../../framework/tables.ts';
import { PREPARED } from '../../runtime/prepared.ts';
import { matches } from './customerList.ts';
import { idsOfPath } from './customerRules.ts';
import { type CustomerRow, findCustomer } from './customerStore.ts';

/** A customer and all its descendants within the caller's scope; empty for a foreign or unknown one. */
export async function subtreeIds(db: Database, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('customers.customer as top')
    .innerJoin('customers.customer as each', (join) =>
      join.on((on) => on('each.path', 'like', sql<string>`top.path || '%'`)),
    )
    .select('each.id')
    .where('top.id', '=', customerId)
    .orderBy('each.path')
    .execute();
  return rows.map((row) => row.id);
}

/** Records the last sign-in of a customer; its version is not changed. */
export const keepSignIn = (db: Database, customerId: string, at: Date) =>
  db.updateTable('customers.customer').set({ last_sign_in_at: at }).where('id', '=', customerId).execute();

export type CustomerFacts = {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly code: string;
  readonly kind: CustomerKind;
  readonly editions: readonly Edition[];
  readonly path: string;
  readonly currency: Currency;
  readonly settlementMode: SettlementMode;
  readonly isEnabled: boolean;
};

/** A customer within the caller's scope. */
export async function customerOf(db: Database, customerId: string): Promise<CustomerFacts | undefined> {
  const row = await findCustomer(db, customerId);
  return row && factsOf(row);
}

export const factsOf = (row: CustomerRow): CustomerFacts => ({
  id: row.id,
  parentId: row.parent_id,
  name: row.name,
  code: row.code,
  kind: row.kind,
  editions: row.editions,
  path: row.path,
  currency: row.currency,
  settlementMode: row.settlement_mode,
  isEnabled: row.status === 1,
});

/** Names of customers within the caller's scope; a foreign id is absent. */
export async function customerNames(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('customers.customer')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .modifyEnd(sql.raw(PREPARED))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The path from the topmost visible customer down to this one, by names. */
export async function customerSteps(db: Database, path: string): Promise<{ id: string; name: string }[]> {
  const ids = idsOfPath(path);
  const names = await customerNames(db, ids);
  return ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

/** Customers within the caller's scope by words of their name or code, highest in the tree first. */
export async function findCustomers(db: Database, words: string, most: number): Promise<CustomerFacts[]> {
  const rows = await db
    .selectFrom('customers.customer')
    .selectAll()
    .where(matches(words, sql`name`, sql`code`))
    .orderBy('level')
    .orderBy('path')
    .limit(most)
    .execute();
  return rows.map(factsOf);
}
