import type { editAccount as endpoint } from '@cardinal/contract/api/identity/accounts.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refuseAboveMe } from '../rights/aboveMe.ts';
import { checkDataScope, lockAccount, refuseOnMyself } from './accountGuards.ts';
import { contactsAfter } from './contacts.ts';

/** Name, contact and data scope; for one's own account everything except the scope. */
export async function editAccount(ctx: Ctx, body: BodyOf<typeof endpoint>) {
  const account = await lockAccount(ctx, body.id);
  if (account.version !== body.version) throw new Refused(changedByAnother);
  await refuseAboveMe(ctx, account.id);
  const scope = await checkDataScope(ctx, account.customer_id, body);
  const isNewScope =
    scope !== undefined &&
    (scope.data_scope !== account.data_scope ||
      scope.data_scope_customer_ids.join() !== account.data_scope_customer_ids.join());
  if (isNewScope) refuseOnMyself(ctx, account.id);
  const columns = {
    name: body.name,
    ...contactsAfter(account, body),
    ...(scope ?? {}),
  };
  await ctx.db
    .updateTable('identity.account')
    .set({ ...columns, version: account.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', account.id)
    .execute();
  ctx.note({
    customerId: account.customer_id,
    objectKind: 'account',
    objectId: account.id,
    summary: account.account,
    before: Object.fromEntries(Object.keys(columns).map((name) => [name, account[name as keyof typeof columns]])),
    after: columns,
  });
  return DONE;
}
