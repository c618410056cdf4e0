import { type readMainAccount as endpoint, noMainAccount } from '@cardinal/contract/api/identity/accounts.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';

/** The account created with the customer, or else one that has its built-in role now. */
export async function readMainAccount(ctx: Ctx, customerId: string): Promise<AnswerOf<typeof endpoint>> {
  if (!(await customerOf(ctx.db, customerId))) throw new Refused(notFound);
  const account = await ctx.db
    .selectFrom('identity.account as a')
    .innerJoin('identity.account_role as ar', 'ar.account_id', 'a.id')
    .innerJoin('identity.role as r', 'r.id', 'ar.role_id')
    .select(['a.id', 'a.account', 'a.name'])
    .where('a.customer_id', '=', customerId)
    .where('a.deleted_at', 'is', null)
    .where('r.kind', '<>', 'custom')
    .orderBy('a.status', 'desc')
    .orderBy('a.created_at')
    .orderBy('a.id')
    .executeTakeFirst();
  if (!account) throw new Refused(noMainAccount);
  return account;
}
