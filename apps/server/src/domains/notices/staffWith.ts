import type { Ctx } from '../../framework/context.ts';
import { rightsOfAccount } from '../identity/face.ts';

type Account = { readonly id: string; readonly customer_id: string };

/** The enabled accounts of a customer that hold a permission. */
export async function staffWith(ctx: Ctx, customerId: string, permission: string): Promise<Account[]> {
  const accounts = await ctx.db
    .selectFrom('identity.v_account')
    .select(['id', 'customer_id'])
    .where('customer_id', '=', customerId)
    .where('status', '=', 1)
    .orderBy('id')
    .execute();
  const holding = [];
  for (const account of accounts) {
    const rights = await rightsOfAccount(ctx, account.id);
    if (rights?.permissions.has(permission)) holding.push(account);
  }
  return holding;
}
