import { accountExists, type addAccount as endpoint } from '@cardinal/contract/api/identity/accounts.ts';
import type { DataScope } from '@cardinal/contract/enumerations/identity.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import type { AccountTable } from '../identityTables.ts';
import { checkNewPassword } from '../signIn/changePassword.ts';
import { hashPassword } from '../signIn/passwordHashing.ts';
import { checkDataScope, grantableRoles } from './accountGuards.ts';
import { makePassword } from './accountPasswords.ts';

/**
 * Creates an account for a person or a system of a customer. Hashes before the transaction, so that none stays open meanwhile.
 */
export async function addAccount(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<Commit<AnswerOf<typeof endpoint>>> {
  const { hash, told } = await firstPassword(ctx, body.account, body.password, 'password');
  return async (inside) => {
    const customer = await customerOf(inside.db, body.customerId);
    if (!customer) throw new Refused(notFound);
    const roles = await grantableRoles(inside, customer.id, body.roleIds, []);
    const scope = await checkDataScope(inside, customer.id, { dataScope: 'subtree', ...body });
    const account = await insertAccount(inside, {
      customerId: customer.id,
      account: body.account,
      name: body.name,
      phone: body.phone,
      email: body.email,
      passwordHash: hash,
      roleIds: roles.map((role) => role.id),
      field: 'account',
      ...(scope ? { dataScope: scope.data_scope, dataScopeCustomerIds: scope.data_scope_customer_ids } : {}),
    });
    inside.note({
      customerId: customer.id,
      objectKind: 'account',
      objectId: account.id,
      summary: account.account,
      after: {
        account: account.account,
        name: account.name,
        phone: account.phone,
        email: account.email,
        roles: roles.map((role) => role.name),
        dataScope: account.data_scope,
      },
    });
    return { id: account.id, password: told };
  };
}

/** The given password, or a generated one that is shown once. */
export async function firstPassword(ctx: Ctx, account: string, given: string | undefined, field: string) {
  const password = given ?? makePassword(ctx.random);
  checkNewPassword(account, password, field);
  return { hash: await hashPassword(password), told: given === undefined ? password : null };
}

export type NewAccount = {
  readonly customerId: string;
  readonly account: string;
  readonly name: string;
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly passwordHash: string;
  readonly roleIds: readonly string[];
  readonly dataScope?: DataScope;
  readonly dataScopeCustomerIds?: readonly string[];
  /** Its person chose the password; otherwise it must be changed at the first sign-in. */
  readonly keepsPassword?: boolean;
  /** The form field that reports a taken name. */
  readonly field: string;
  /** Without a person at a form: the identity provider that vouched for it. */
  readonly vouchedBy?: string;
};

/** Creates an account with its roles. */
export async function insertAccount(ctx: Ctx, asked: NewAccount): Promise<AccountTable> {
  const now = ctx.clock.now();
  const row: AccountTable = {
    id: ctx.ids.next(),
    account: asked.account,
    customer_id: asked.customerId,
    name: asked.name,
    phone: asked.phone || null,
    email: asked.email || null,
    phone_verified_at: null,
    email_verified_at: null,
    status: 1,
    password_hash: asked.passwordHash,
    password_changed_at: now,
    must_change_password: !asked.keepsPassword,
    data_scope: asked.dataScope ?? 'subtree',
    data_scope_customer_ids: [...(asked.dataScopeCustomerIds ?? [])],
    last_login_at: null,
    last_login_address: null,
    created_by: asked.vouchedBy ?? (ctx.actor.kind === 'account' ? ctx.actor.account : null),
    created_at: now,
    updated_at: now,
    deleted_at: null,
    version: 1,
  };
  await refuseDuplicate(
    'account_name',
    refusedAt(asked.field, accountExists),
    ctx.db.insertInto('identity.account').values(row).execute(),
  );
  await giveRoles(ctx, row, asked.roleIds);
  return row;
}

/** Adds roles to an account; the caller checks the permission to do so. */
export async function giveRoles(
  ctx: Ctx,
  account: Pick<AccountTable, 'id' | 'customer_id'>,
  roleIds: readonly string[],
): Promise<void> {
  if (roleIds.length === 0) return;
  await ctx.db
    .insertInto('identity.account_role')
    .values(
      roleIds.map((id) => ({
        account_id: account.id,
        role_id: id,
        customer_id: account.customer_id,
      })),
    )
    .execute();
}
