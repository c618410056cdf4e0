import { sql } from 'kysely';
import type { Database } from '../../../framework/tables.ts';

/**
 * The customers an account works for, as an array: never more than its own customer's subtree, whatever was selected. The
 * account is `a`, its customer `c`.
 */
export const reach = sql<string[]>`case a.data_scope
  when 'own' then array[a.customer_id]
  else array(
    select each.id from customers.v_customer each
    where each.path like c.path || '%' and (a.data_scope = 'subtree' or exists (
      select 1 from customers.v_customer chosen
      where chosen.id = any(a.data_scope_customer_ids) and each.path like chosen.path || '%')))
  end`;

/** The customers of an account's data scope now, also while it is disabled. */
export async function reachOfAccount(db: Database, accountId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select ${reach} as ids from identity.account a join customers.v_customer c on c.id = a.customer_id
    where a.id = ${accountId}::bigint`.execute(db);
  return rows[0]?.ids ?? [];
}
