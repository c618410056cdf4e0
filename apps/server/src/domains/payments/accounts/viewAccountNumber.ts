import type { viewAccountNumber as endpoint } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { collectingAccountNotFound, ownAccountsOnly } from '@cardinal/contract/api/payments/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { accountLabel } from './accountRules.ts';
import { accountsIn, numberPlace } from './accountStore.ts';

/** Opens the number for this one answer; the log says who looked and nothing of the number. */
export async function viewAccountNumber(ctx: Ctx, { id }: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const account = await accountsIn(ctx.db).where('a.id', '=', id).executeTakeFirst();
  // A merchant has no number to open.
  if (!account?.account_number) throw new Refused(collectingAccountNotFound);
  if (account.customer_id !== accountOf(ctx).customerId) throw new Refused(ownAccountsOnly);
  ctx.note({ objectKind: 'collectingAccount', objectId: id, summary: accountLabel(account) });
  return { accountNumber: ctx.secrets.open(account.account_number, numberPlace(id)) };
}
