import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { idsOfPath } from '../../customers/face.ts';
import {
  type CustomerGrant,
  ceilingOf,
  everyPermission,
  type Permissions,
  permissionsOf,
  type RoleFacts,
} from './rightsRules.ts';
import type { Step } from './setRules.ts';
import { withheldOnWays } from './setStore.ts';

/** Says to every process that what it remembers of rights is old; in the transaction that changes them. */
export const growRightsVersion = (db: Database) =>
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

/** Identifiers made for buttons of the menu, beside the catalogue. */
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
 * The ceiling of a customer by its path. Reads the grants of the customers above, which its own accounts may not see, so
 * `db` is a handle without scope.
 */
export async function loadCeiling(db: Database, path: string): Promise<Permissions> {
  const ids = idsOfPath(path);
  // Published view of the customers room, asked for these very ids.
  const { rows } = await sql<Step & { granted: string[] | null }>`
    select c.id, c.kind, c.editions, r.permissions as granted
    from customers.v_customer c
    left join identity.role r on r.customer_id = c.id and r.kind = 'main'
    where c.id = any(${ids}::bigint[])
    order by c.level`.execute(db);
  const withheld = (await withheldOnWays(db, ids))(rows);
  return ceilingOf(
    rows.map((row, at): CustomerGrant => ({ ...row, withheld: withheld[at] })),
    everyPermission(await loadMadePermissions(db)),
  );
}

export type AccountRights = { readonly roles: readonly RoleFacts[]; readonly permissions: Permissions };

/** What an account may really do at this moment, also one that is not signed in. */
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
