import { accountKey } from '@cardinal/primitives/account.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { AccountTable, RoleTable } from '../identityTables.ts';
import { insertRole } from '../roles/roleStore.ts';
import { keepDevice } from '../signIn/knownDevice.ts';
import { unlock } from '../signIn/lockout.ts';
import { hashPassword } from '../signIn/passwordHashing.ts';
import { makeRecoveryCodes, recoveryHash } from '../signIn/recoveryCodes.ts';
import { endSessions, openSession } from '../signIn/sessionStore.ts';
import { signedIn } from '../signIn/signedIn.ts';
import { sealSecret } from '../signIn/twoStepStore.ts';
import { makePassword } from './accountPasswords.ts';
import { giveRoles, insertAccount } from './addAccount.ts';

/** The name of the built-in role of a platform, which may do everything. */
const ADMIN_ROLE_NAME = '系统管理员';

/** Whether an account was ever created here, deleted ones included. */
export async function hasAccounts(ctx: Ctx): Promise<boolean> {
  const found = await ctx
    .beyondScope('whether there is any account, not which')
    .selectFrom('identity.account')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export type NewAdministrator = {
  readonly customerId: string;
  readonly account: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly keepsPassword: boolean;
  readonly field: string;
};

/** Creates an account with the built-in role of its platform, and that role if the platform has none yet. */
export async function addAdministrator(ctx: Ctx, asked: NewAdministrator): Promise<AccountTable> {
  const role = await adminRoleOf(ctx, asked.customerId);
  return insertAccount(ctx, { ...asked, roleIds: [role.id] });
}

async function adminRoleOf(ctx: Ctx, customerId: string): Promise<Pick<RoleTable, 'id'>> {
  const found = await ctx.db
    .selectFrom('identity.role')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'admin')
    .executeTakeFirst();
  return (
    found ?? insertRole(ctx, { customerId, kind: 'admin', name: ADMIN_ROLE_NAME, description: '', permissions: [] })
  );
}

/** Two-step sign-in from the beginning; `step` is that of the code already shown, which is used up. Returns the recovery codes. */
export async function signInWithTwoSteps(
  ctx: Ctx,
  account: AccountTable,
  proven: { readonly key: Uint8Array; readonly step: number },
): Promise<string[]> {
  const codes = makeRecoveryCodes(ctx.random);
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('identity.two_step')
    .values({
      account_id: account.id,
      customer_id: account.customer_id,
      sealed: sealSecret(ctx, account.id, proven.key),
      since: now,
      began_at: now,
      last_step: String(proven.step),
      recovery_hashes: codes.map((code) => recoveryHash(account.id, code)),
    })
    .execute();
  return codes;
}

/** A session of an account that has just been created by its own person. */
export async function openFirstSession(ctx: Ctx, account: AccountTable) {
  const { token, session } = await openSession(ctx, account, false);
  return {
    token,
    device: await keepDevice(ctx, account, undefined),
    ...(await signedIn(ctx, account.id, session.expires_at)),
  };
}

/** The name belongs to an account that this command must not touch. */
export class AccountOfAnotherCustomer extends Error {
  constructor(account: string) {
    super(`${account} is an account of a customer below the platform. Choose another name.`);
    this.name = 'AccountOfAnotherCustomer';
  }
}

/**
 * For whoever runs the server: makes this account an administrator of the platform that can sign in with a new password, which
 * must be changed then. An existing account is enabled and unlocked, its sessions end and its two-step sign-in is removed.
 */
export async function restoreAdministrator(
  ctx: Ctx,
  customerId: string,
  name: string,
): Promise<{ account: AccountTable; password: string; isNew: boolean }> {
  const password = makePassword(ctx.random);
  const passwordHash = await hashPassword(password);
  const found = await ctx.db
    .selectFrom('identity.account')
    .selectAll()
    .where((is) => is(is.fn('lower', ['account']), '=', accountKey(name)))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) {
    const asked = { customerId, account: name, name, passwordHash, keepsPassword: false, field: 'account' };
    return { account: await addAdministrator(ctx, asked), password, isNew: true };
  }
  if (found.customer_id !== customerId) throw new AccountOfAnotherCustomer(name);
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('identity.account')
    .set({
      status: 1,
      password_hash: passwordHash,
      password_changed_at: now,
      must_change_password: true,
      updated_at: now,
      version: found.version + 1,
    })
    .where('id', '=', found.id)
    .execute();
  const role = await adminRoleOf(ctx, customerId);
  const held = await ctx.db
    .selectFrom('identity.account_role')
    .select('role_id')
    .where('account_id', '=', found.id)
    .where('role_id', '=', role.id)
    .executeTakeFirst();
  if (!held) await giveRoles(ctx, found, [role.id]);
  await ctx.db.deleteFrom('identity.two_step').where('account_id', '=', found.id).execute();
  await endSessions(ctx.db, found.id, { reason: 'passwordChanged', at: now });
  await unlock(ctx.db, accountKey(found.account));
  return { account: found, password, isNew: false };
}
