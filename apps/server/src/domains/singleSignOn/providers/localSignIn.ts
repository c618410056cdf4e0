import {
  type setLocalSignIn as endpoint,
  noAdministratorLeft,
  noProviderToCloseFor,
} from '@cardinal/contract/api/singleSignOn/providers.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import type { Database } from '../../../framework/tables.ts';
import { aboutCustomer } from '../../customers/face.ts';
import { administratorsAmong } from '../../identity/face.ts';
import { customerToSet } from './providerStore.ts';

const hasProvider = async (db: Database, customerId: string): Promise<boolean> =>
  (await db
    .selectFrom('single_sign_on.provider')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('is_enabled', '=', true)
    .executeTakeFirst()) !== undefined;

async function areAccountsOf(db: Database, customerId: string, accountIds: readonly string[]): Promise<boolean> {
  if (accountIds.length === 0) return true;
  const found = await db
    .selectFrom('identity.v_account')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', 'in', accountIds)
    .execute();
  return found.length === accountIds.length;
}

export const localSignInOf = (db: Database, customerId: string) =>
  db
    .selectFrom('single_sign_on.local_sign_in')
    .select(['is_closed', 'account_ids'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();

/**
 * Whether the password of an account is not accepted. Judged at each sign-in, so that nothing can shut everybody out later:
 * without an enabled provider all passwords count, and without an enabled administrator among the exempt those of all
 * administrators do.
 */
export async function isPasswordClosed(
  db: Database,
  account: { readonly id: string; readonly customer_id: string },
): Promise<boolean> {
  const rule = await localSignInOf(db, account.customer_id);
  if (!rule?.is_closed || rule.account_ids.includes(account.id)) return false;
  if (!(await hasProvider(db, account.customer_id))) return false;
  const exempt = await administratorsAmong(db, account.customer_id, rule.account_ids);
  if (exempt.length > 0) return true;
  return (await administratorsAmong(db, account.customer_id, [account.id])).length === 0;
}

export async function setLocalSignIn(ctx: Ctx, body: BodyOf<typeof endpoint>) {
  const customer = await customerToSet(ctx, body.customerId);
  const accounts = [...new Set(body.accountIds)];
  if (!(await areAccountsOf(ctx.db, customer.id, accounts))) throw refusedAt('accountIds', notFound);
  if (body.isClosed) {
    if (!(await hasProvider(ctx.db, customer.id))) throw new Refused(noProviderToCloseFor);
    if ((await administratorsAmong(ctx.db, customer.id, accounts)).length === 0) {
      throw refusedAt('accountIds', noAdministratorLeft);
    }
  }
  const before = await localSignInOf(ctx.db, customer.id);
  const row = { is_closed: body.isClosed, account_ids: accounts, updated_at: ctx.clock.now() };
  await ctx.db
    .insertInto('single_sign_on.local_sign_in')
    .values({ customer_id: customer.id, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute();
  ctx.note({
    ...aboutCustomer(customer),
    before: { passwordSignInClosed: before?.is_closed ?? false, exemptAccounts: before?.account_ids ?? [] },
    after: { passwordSignInClosed: body.isClosed, exemptAccounts: accounts },
  });
  return DONE;
}
