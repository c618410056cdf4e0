import { accountKey } from '@cardinal/primitives/account.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { customerOf } from '../../customers/face.ts';
import type { AccountTable } from '../identityTables.ts';
import { isWithin } from '../rights/rightsRules.ts';
import { loadCeiling, loadRoles } from '../rights/rightsStore.ts';
import { isLastAdministrator, lockAccount, seesWhole } from './accountGuards.ts';
import { giveRoles, insertAccount } from './addAccount.ts';

/** Whether the caller has every permission accounts of a customer can have, and sees all customers they can see. */
export async function holdsAllOf(ctx: Ctx, customerId: string): Promise<boolean> {
  const customer = await customerOf(ctx.db, customerId);
  if (!customer) return false;
  const ceiling = await loadCeiling(ctx.beyondScope('to compare with what the actor holds'), customer.path);
  return isWithin(ceiling, accountOf(ctx).permissions) && seesWhole(ctx, customerId);
}

/** The account of a customer with this login name, disabled ones included. */
export const accountNamed = (db: Database, customerId: string, name: string) =>
  db
    .selectFrom('identity.account')
    .select(['id', 'account'])
    .where('customer_id', '=', customerId)
    .where(sql`lower(account)`, '=', accountKey(name))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const isAccountKept = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('identity.account')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Creates an account for somebody an identity provider vouched for; its roles follow. */
export const addProvenAccount = (
  ctx: Ctx,
  asked: { customerId: string; account: string; name: string; email: string | null; passwordHash: string; by: string },
): Promise<AccountTable> =>
  insertAccount(ctx, { ...asked, roleIds: [], field: 'account', vouchedBy: asked.by, keepsPassword: true });

/** The roles among these that exist at a customer. */
export async function rolesOfCustomer(db: Database, customerId: string, ids: readonly string[]): Promise<string[]> {
  const roles = await loadRoles(db, ids);
  return roles.filter((role) => role.customerId === customerId).map(({ id }) => id);
}

/**
 * Gives an account the `granted` roles and takes the other `managed` ones, which a provider decides on; roles outside of these
 * stay. The customer's last administrator keeps the built-in role.
 */
export async function setManagedRoles(
  ctx: Ctx,
  accountId: string,
  { managed, granted }: { managed: readonly string[]; granted: readonly string[] },
): Promise<{ before: string[]; after: string[] }> {
  const account = await lockAccount(ctx, accountId);
  const rows = await ctx.db
    .selectFrom('identity.account_role')
    .select('role_id')
    .where('account_id', '=', accountId)
    .execute();
  const held = await loadRoles(
    ctx.db,
    rows.map((row) => row.role_id),
  );
  const goes = held.filter(({ id }) => managed.includes(id) && !granted.includes(id));
  const isLast = goes.some(({ kind }) => kind !== 'custom') && (await isLastAdministrator(ctx, account));
  const lost = goes.filter(({ kind }) => !isLast || kind === 'custom').map(({ id }) => id);
  const gained = granted.filter((id) => !held.some((role) => role.id === id));
  if (lost.length > 0) {
    await ctx.db
      .deleteFrom('identity.account_role')
      .where('account_id', '=', accountId)
      .where('role_id', 'in', lost)
      .execute();
  }
  await giveRoles(ctx, account, gained);
  const kept = held.map(({ id }) => id).filter((id) => !lost.includes(id));
  const names = new Map([...held, ...(await loadRoles(ctx.db, gained))].map(({ id, name }) => [id, name]));
  const said = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).sort();
  return { before: said(held.map(({ id }) => id)), after: said([...kept, ...gained]) };
}

/** Which of these are enabled accounts of a customer with its built-in role. */
export async function administratorsAmong(
  db: Database,
  customerId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectFrom('identity.account as a')
    .innerJoin('identity.account_role as ar', 'ar.account_id', 'a.id')
    .innerJoin('identity.role as r', 'r.id', 'ar.role_id')
    .select('a.id')
    .where('a.customer_id', '=', customerId)
    .where('a.id', 'in', accountIds)
    .where('a.status', '=', 1)
    .where('a.deleted_at', 'is', null)
    .where('r.kind', '<>', 'custom')
    .execute();
  return rows.map(({ id }) => id);
}
