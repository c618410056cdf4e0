import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { idsOfPath } from '../../customers/face.ts';
import { ceilingOf, everyPermission, type Permissions, permissionsOf, type RoleFacts } from './rightsRules.ts';
import type { Step } from './setRules.ts';
import { withheldOnWays } from './setStore.ts';

/** Tells every process that its cached rights are outdated, in the transaction that changes them. */
export const bumpRightsVersion = (db: Database) =>
  db
    .updateTable('identity.rights_version')
    .set((column) => ({ version: column('version', '+', '1') }))
    .execute();

export async function loadRoles(db: Database, ids: readonly string[]): Promise<RoleFacts[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('identity.role')
    .select(['id', 'customer_id', 'kind', 'name', 'permissions'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ customer_id, ...role }) => ({ ...role, customerId: customer_id }));
}

/** Permissions made for menu buttons, in addition to the catalogue. */
export async function loadMadePermissions(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.menu_entry')
    .select('permission_id')
    .where('permission_id', 'is not', null)
    .where('is_deleted', '=', false)
    .execute();
  return rows.flatMap((row) => row.permission_id ?? []);
}

/**
 * The ceilings of the customers that `which` selects as `c`, and of those above them. It reads the grants of customers above, which
 * the customer's accounts may not see, so `db` has no scope.
 */
export async function loadCeilings(db: Database, which: RawBuilder<SqlBool>): Promise<(id: string) => Permissions> {
  const { rows } = await sql<Step & { path: string; granted: string[] | null }>`
    select c.id, c.path, c.kind, c.editions, r.permissions as granted
    from customers.v_customer c
    left join identity.role r on r.customer_id = c.id and r.kind = 'main'
    where ${which}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const withheldOn = await withheldOnWays(db, [...byId.keys()]);
  const every = everyPermission(await loadMadePermissions(db));
  return (id) => {
    const way = idsOfPath(byId.get(id)?.path ?? '').flatMap((step) => byId.get(step) ?? []);
    const withheld = withheldOn(way);
    return ceilingOf(
      way.map((step, at) => ({ ...step, withheld: withheld[at] })),
      every,
    );
  };
}

/** The ceiling of a customer by its path. */
export async function loadCeiling(db: Database, path: string): Promise<Permissions> {
  const ids = idsOfPath(path);
  return (await loadCeilings(db, sql`c.id = any(${ids}::bigint[])`))(ids.at(-1) ?? '');
}

export type AccountRights = { readonly roles: readonly RoleFacts[]; readonly permissions: Permissions };

/** An account's effective permissions now, also if it is not signed in. */
export async function rightsOfAccount(ctx: Ctx, accountId: string): Promise<AccountRights> {
  const db = ctx.beyondScope('rights of an account follow from the grants of the customers above it');
  const account = await db
    .selectFrom('identity.account as a')
    .select([
      'a.customer_id',
      sql<string>`(select path from customers.v_customer where id = a.customer_id)`.as('path'),
      sql<string[]>`array(select role_id from identity.account_role where account_id = a.id)`.as('role_ids'),
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const roles = await loadRoles(db, account.role_ids);
  return { roles, permissions: permissionsOf(roles, await loadCeiling(db, account.path)) };
}
