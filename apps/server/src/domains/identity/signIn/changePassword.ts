import {
  type changePassword as endpoint,
  oldPasswordWrong,
  samePassword,
} from '@cardinal/contract/api/identity/identity.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { newPasswordRuleOf } from '@cardinal/primitives/password.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { fitsPassword, hashPassword } from './passwordHashing.ts';
import { proveMyself } from './proveMyself.ts';
import { endSessions } from './sessionStore.ts';

/** Refuses a password that violates the rules for this account. */
export function checkNewPassword(account: string, password: string, field: string): void {
  const found = newPasswordRuleOf(account)(password);
  if (!found) return;
  throw new Refused(invalid, {}, [{ field, text: found.text, ...(found.facts ? { facts: found.facts } : {}) }]);
}

/**
 * The account's own change. A wrong old password counts like a failed sign-in from this address, which commits by itself. All
 * other sessions end; API keys are not affected.
 */
export async function changePassword(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<Commit<typeof DONE>> {
  const { accountId, account, sessionId } = accountOf(ctx);
  checkNewPassword(account, body.newPassword, 'newPassword');
  const { password_hash } = await proveMyself(ctx, 'oldPassword', async (kept) =>
    (await fitsPassword(kept.password_hash, body.oldPassword)) ? undefined : refusedAt('oldPassword', oldPasswordWrong),
  );
  const now = ctx.clock.now();
  if (body.oldPassword === body.newPassword) throw refusedAt('newPassword', samePassword);
  const hash = await hashPassword(body.newPassword);
  return async (inside) => {
    const db = inside.beyondScope('my own account, whatever my data scope');
    // Only if the old password is still the stored one: of two concurrent changes one wins.
    const { numUpdatedRows } = await db
      .updateTable('identity.account')
      .set({ password_hash: hash, password_changed_at: now, must_change_password: false, updated_at: now })
      .where('id', '=', accountId)
      .where('password_hash', '=', password_hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw refusedAt('oldPassword', oldPasswordWrong);
    const ended = await endSessions(db, accountId, { reason: 'passwordChanged', at: now, except: sessionId });
    inside.note({
      objectKind: 'account',
      objectId: accountId,
      summary: text('密码修改', 'Password changed'),
      after: { endedSessions: ended },
    });
    return DONE;
  };
}
