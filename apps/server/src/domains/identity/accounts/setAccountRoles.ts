import { type setAccountRoles as endpoint, ownRoles } from '@cardinal/contract/api/identity/accounts.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseAboveMe } from '../rights/aboveMe.ts';
import { loadRoles } from '../rights/rightsStore.ts';
import { grantableRoles, keepAdministrator, lockAccount } from './accountGuards.ts';
import { giveRoles } from './addAccount.ts';

/** Sets exactly these roles of an account; they apply from its next request. */
export async function setAccountRoles(ctx: Ctx, body: BodyOf<typeof endpoint>) {
  const account = await lockAccount(ctx, body.id);
  if (account.id === accountOf(ctx).accountId) throw new Refused(ownRoles);
  await refuseAboveMe(ctx, account.id);
  const rows = await ctx.db
    .selectFrom('identity.account_role')
    .select('role_id')
    .where('account_id', '=', account.id)
    .execute();
  const before = await loadRoles(
    ctx.db,
    rows.map((row) => row.role_id),
  );
  const after = await grantableRoles(
    ctx,
    account.customer_id,
    body.roleIds,
    before.map((role) => role.id),
  );
  const losesBuiltIn = before.some((role) => role.kind !== 'custom' && !after.some((kept) => kept.id === role.id));
  if (losesBuiltIn) await keepAdministrator(ctx, account);
  await ctx.db.deleteFrom('identity.account_role').where('account_id', '=', account.id).execute();
  await giveRoles(
    ctx,
    account,
    after.map((role) => role.id),
  );
  ctx.note({
    customerId: account.customer_id,
    objectKind: 'account',
    objectId: account.id,
    summary: account.account,
    before: { roles: before.map((role) => role.name) },
    after: { roles: after.map((role) => role.name) },
  });
  return DONE;
}
