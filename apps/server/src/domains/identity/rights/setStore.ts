import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import { sql } from 'kysely';
import type { Database } from '../../../framework/tables.ts';
import { idsOfPath } from '../../customers/face.ts';
import type { MenuSetTable } from '../identityTables.ts';
import { readTree } from './menuStore.ts';
import type { Permissions } from './rightsRules.ts';
import { type MenuSet, type Step, setsOnWay, withheldBy } from './setRules.ts';

export const setOf = (row: MenuSetTable): MenuSet => ({
  id: row.id,
  customerId: row.customer_id,
  kind: row.kind,
  edition: row.edition,
  isDefault: row.is_default,
  entries: row.entries,
  home: row.home,
});

/** Menu sets that may apply to any of these customers. `db` has no scope: sets of customers above count too. */
export async function loadSets(db: Database, customerIds: readonly string[]) {
  if (customerIds.length === 0) return { given: new Map<string, MenuSet>(), defaults: [] };
  const given = await db
    .selectFrom('identity.menu_set_customer as c')
    .innerJoin('identity.menu_set as s', 's.id', 'c.set_id')
    .selectAll('s')
    .select('c.customer_id as user_id')
    .where('c.customer_id', 'in', customerIds)
    .execute();
  const defaults = await db
    .selectFrom('identity.menu_set')
    .selectAll()
    .where('is_default', '=', true)
    .where('customer_id', 'in', customerIds)
    .execute();
  return {
    given: new Map(given.map(({ user_id, ...row }) => [user_id, setOf(row)])),
    defaults: defaults.map(setOf),
  };
}

/** One query for many paths: what each customer's set removes. */
export async function withheldOnWays(
  db: Database,
  customerIds: readonly string[],
): Promise<(way: readonly Step[]) => (Permissions | undefined)[]> {
  const { given, defaults } = await loadSets(db, customerIds);
  if (given.size === 0 && defaults.length === 0) return (way) => way.map(() => undefined);
  const tree = await readTree(db);
  const known = new Map<string, Permissions>();
  return (way) =>
    setsOnWay(way, given, defaults).map((set) => {
      if (!set) return undefined;
      const withheld = known.get(set.id) ?? withheldBy(tree, set.entries);
      known.set(set.id, withheld);
      return withheld;
    });
}

/** The effective sets on the path to a customer, from the top; its own, if any, comes last. */
export async function setsInForce(db: Database, wayIds: readonly string[]): Promise<MenuSet[]> {
  const { given, defaults } = await loadSets(db, wayIds);
  if (given.size === 0 && defaults.length === 0) return [];
  const { rows } = await sql<{ id: string; kind: CustomerKind; editions: Edition[] }>`
    select id, kind, editions from customers.v_customer where id = any(${wayIds}::bigint[]) order by level`.execute(db);
  return setsOnWay(rows, given, defaults).flatMap((set) => set ?? []);
}

/** The customers below its owner a set applies to: assigned, or by default. */
export async function customersWith(db: Database, set: MenuSet): Promise<string[]> {
  const { rows } = await sql<Step & { path: string }>`
    select each.id, each.path, each.kind, each.editions
    from customers.v_customer owner
    join customers.v_customer each on each.path like owner.path || '%'
    where owner.id = ${set.customerId}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const { given, defaults } = await loadSets(db, [...byId.keys()]);
  // Customers above the owner do not matter: its own default is nearer than any of theirs.
  const isInForce = ({ path }: { path: string }) => {
    const way = idsOfPath(path).flatMap((id) => byId.get(id) ?? []);
    return setsOnWay(way, given, defaults).at(-1)?.id === set.id;
  };
  return rows.filter(isInForce).map(({ id }) => id);
}
