import type {
  deleteAccount as deleteEndpoint,
  resetPassword as resetEndpoint,
  setAccountStatus as statusEndpoint,
} from '@cardinal/contract/api/identity/accounts.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountKey } from '@cardinal/primitives/account.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { accountDeleted } from '../events.ts';
import type { AccountTable } from '../identityTables.ts';
import { refuseAboveMe } from '../rights/aboveMe.ts';
import { unlock } from '../signIn/lockout.ts';
import { hashPassword } from '../signIn/passwordHashing.ts';
import { endSessions } from '../signIn/sessionStore.ts';
import { keepAdministrator, lockAccount, refuseOnMyself } from './accountGuards.ts';
import { makePassword } from './accountPasswords.ts';

const noteOf = (account: AccountTable) => ({
  customerId: account.customer_id,
  objectKind: 'account',
  objectId: account.id,
  summary: account.account,
});

/** A disabled account is out at its next request; its running tasks go on under the customer. */
export async function setAccountStatus(ctx: Ctx, body: BodyOf<typeof statusEndpoint>) {
  const account = await lockAccount(ctx, body.id);
  refuseOnMyself(ctx, account.id);
  await refuseAboveMe(ctx, account.id);
  const now = ctx.clock.now();
  if (body.status === 0) {
    await keepAdministrator(ctx, account);
    await endSessions(ctx.db, account.id, { reason: 'disabled', at: now });
  }
  await ctx.db
    .updateTable('identity.account')
    .set({ status: body.status, version: account.version + 1, updated_at: now })
    .where('id', '=', account.id)
    .execute();
  ctx.note({ ...noteOf(account), before: { status: account.status }, after: { status: body.status } });
  return DONE;
}

export async function unlockAccount(ctx: Ctx, id: string) {
  const account = await lockAccount(ctx, id);
  await refuseAboveMe(ctx, account.id);
  await unlock(ctx.db, accountKey(account.account));
  ctx.note({ ...noteOf(account), after: { unlocked: true } });
  return DONE;
}

export async function kickAccount(ctx: Ctx, id: string) {
  const account = await lockAccount(ctx, id);
  refuseOnMyself(ctx, account.id);
  await refuseAboveMe(ctx, account.id);
  const ended = await endSessions(ctx.db, account.id, { reason: 'revoked', at: ctx.clock.now() });
  ctx.note({ ...noteOf(account), after: { endedSessions: ended } });
  return { ended };
}

/** A password for one sign-in. Hashes before the transaction, so that none stays open meanwhile. */
export async function resetPassword(
  ctx: Ctx,
  body: BodyOf<typeof resetEndpoint>,
): Promise<Commit<{ password: string }>> {
  const password = makePassword(ctx.random);
  const hash = await hashPassword(password);
  return async (inside) => {
    const account = await lockAccount(inside, body.id);
    refuseOnMyself(inside, account.id);
    await refuseAboveMe(inside, account.id);
    const now = inside.clock.now();
    await inside.db
      .updateTable('identity.account')
      .set({ password_hash: hash, password_changed_at: now, must_change_password: true, updated_at: now })
      .where('id', '=', account.id)
      .execute();
    const ended = await endSessions(inside.db, account.id, { reason: 'passwordChanged', at: now });
    await unlock(inside.db, accountKey(account.account));
    inside.note({
      ...noteOf(account),
      after: { mustChangePassword: true, endedSessions: ended },
    });
    return { password };
  };
}

/** Frees the name; the row stays for its history. */
export async function deleteAccount(ctx: Ctx, body: BodyOf<typeof deleteEndpoint>) {
  const account = await lockAccount(ctx, body.id);
  refuseOnMyself(ctx, account.id);
  await refuseAboveMe(ctx, account.id);
  await keepAdministrator(ctx, account);
  const now = ctx.clock.now();
  if (body.handOverTo) await handOver(ctx, account, body.handOverTo, now);
  await endSessions(ctx.db, account.id, { reason: 'revoked', at: now });
  await ctx.db.deleteFrom('identity.account_role').where('account_id', '=', account.id).execute();
  await ctx.db.deleteFrom('identity.two_step').where('account_id', '=', account.id).execute();
  await ctx.db
    .updateTable('identity.account')
    .set({ deleted_at: now, status: 0, updated_at: now, version: account.version + 1 })
    .where('id', '=', account.id)
    .execute();
  await ctx.emit(accountDeleted, {
    accountId: account.id,
    customerId: account.customer_id,
    handOverTo: body.handOverTo ?? null,
  });
  ctx.note({ ...noteOf(account), after: { deleted: true, handOverTo: body.handOverTo ?? null } });
  return DONE;
}

/**
 * Saved views pass to a colleague of the same customer without replacing the colleague's own; other rooms hand over their data
 * on the event.
 */
async function handOver(ctx: Ctx, account: AccountTable, receiverId: string, at: Date): Promise<void> {
  const receiver = await lockAccount(ctx, receiverId);
  if (receiver.customer_id !== account.customer_id || receiver.id === account.id) throw new Refused(notFound);
  const open = ctx.beyondScope('preferences of the account that goes; both accounts were read within scope');
  const views = await open
    .selectFrom('identity.preference')
    .select(['key', 'value'])
    .where('account_id', '=', account.id)
    .where('key', 'like', 'views.%')
    .execute();
  for (const { key, value } of views) {
    await open
      .insertInto('identity.preference')
      .values({ account_id: receiver.id, key, value: JSON.stringify(value), updated_at: at })
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
      .execute();
  }
}
