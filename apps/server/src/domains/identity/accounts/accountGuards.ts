import { lastAdministrator, notOnYourself, scopeTooWide } from '@cardinal/contract/api/identity/accounts.ts';
import { cannotGrant, roleNotFound } from '@cardinal/contract/api/identity/roles.ts';
import type { DataScope } from '@cardinal/contract/enumerations/identity.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf, subtreeIds } from '../../customers/face.ts';
import type { AccountTable } from '../identityTables.ts';
import { effectiveOf, isWithin, type RoleFacts } from '../rights/rightsRules.ts';
import { loadCeiling, loadRoles } from '../rights/rightsStore.ts';

/** An account within scope, locked until the transaction ends; a foreign or deleted one reads as missing. */
export async function lockAccount(ctx: Ctx, id: string): Promise<AccountTable> {
  const account = await ctx.db
    .selectFrom('identity.account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Refused(notFound);
  return account;
}

export function refuseOnMyself(ctx: Ctx, accountId: string): void {
  if (accountOf(ctx).accountId === accountId) throw new Refused(notOnYourself);
}

/** Roles of one customer that the actor may assign: the actor holds every permission they effectively grant. */
export async function grantableRoles(
  ctx: Ctx,
  customerId: string,
  roleIds: readonly string[],
  held: readonly string[],
): Promise<RoleFacts[]> {
  const wanted = [...new Set(roleIds)];
  const roles = (await loadRoles(ctx.db, wanted)).filter((role) => role.customerId === customerId);
  if (roles.length !== wanted.length) throw refusedAt('roleIds', roleNotFound);
  const customer = await customerOf(ctx.db, customerId);
  if (!customer) throw new Refused(notFound);
  const ceiling = await loadCeiling(ctx.beyondScope('the ceiling follows from the customers above'), customer.path);
  const { permissions } = accountOf(ctx);
  const beyond = roles.filter((role) => !held.includes(role.id) && !isWithin(effectiveOf(role, ceiling), permissions));
  if (beyond.length > 0) throw refusedAt('roleIds', cannotGrant);
  return roles;
}

/** A customer keeps at least one enabled account with its built-in role. */
export async function keepAdministrator(ctx: Ctx, account: AccountTable): Promise<void> {
  if (await isLastAdministrator(ctx, account)) throw new Refused(lastAdministrator);
}

/** Locks the built-in role, so that two administrators cannot disable each other concurrently. */
export async function isLastAdministrator(ctx: Ctx, account: AccountTable): Promise<boolean> {
  const role = await ctx.db
    .selectFrom('identity.role')
    .select('id')
    .where('customer_id', '=', account.customer_id)
    .where('kind', '<>', 'custom')
    .forUpdate()
    .executeTakeFirst();
  if (!role) return false;
  const administrators = await ctx.db
    .selectFrom('identity.account as a')
    .innerJoin('identity.account_role as r', 'r.account_id', 'a.id')
    .select('a.id')
    .where('r.role_id', '=', role.id)
    .where('a.status', '=', 1)
    .where('a.deleted_at', 'is', null)
    .execute();
  return administrators.length === 1 && administrators[0]?.id === account.id;
}

/** The selected customers of an account must be visible to the actor and within the account's own customer. */
export async function checkDataScope(
  ctx: Ctx,
  customerId: string,
  asked: { dataScope?: DataScope | undefined; dataScopeCustomerIds?: readonly string[] | undefined },
): Promise<{ data_scope: DataScope; data_scope_customer_ids: string[] } | undefined> {
  if (!asked.dataScope) return undefined;
  if (asked.dataScope !== 'chosen') {
    // An actor who sees only part of the subtree cannot grant all of it.
    if (asked.dataScope === 'subtree' && !(await seesWhole(ctx, customerId)))
      throw refusedAt('dataScope', scopeTooWide);
    return { data_scope: asked.dataScope, data_scope_customer_ids: [] };
  }
  const chosen = [...new Set(asked.dataScopeCustomerIds ?? [])];
  const inside = new Set(await subtreeIds(ctx.db, customerId));
  if (chosen.length === 0 || chosen.some((id) => !inside.has(id))) {
    throw refusedAt('dataScopeCustomerIds', scopeTooWide);
  }
  return { data_scope: 'chosen', data_scope_customer_ids: chosen };
}

export async function seesWhole(ctx: Ctx, customerId: string): Promise<boolean> {
  const mine = await subtreeIds(ctx.db, customerId);
  const whole = await subtreeIds(ctx.beyondScope('to compare with what the actor sees'), customerId);
  return mine.length === whole.length;
}
