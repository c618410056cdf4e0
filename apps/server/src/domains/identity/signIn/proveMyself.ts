import { tooManyAttempts } from '@cardinal/contract/api/identity/identity.ts';
import type { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountKey } from '@cardinal/primitives/account.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import type { AccountTable } from '../identityTables.ts';
import { beginProof, failAttempt, succeedAttempt } from './lockout.ts';
import { minutesLeft } from './lockoutRules.ts';

/**
 * Requires the signed-in account to authenticate again. A failure counts like a failed sign-in from this address, and for the
 * account wherever it comes from. It commits by itself, so this must not run inside a transaction. `check` returns the message for a wrong proof; a lock is reported at
 * `field`.
 */
export async function proveMyself(
  ctx: Ctx,
  field: string,
  check: (account: AccountTable) => Promise<Refused | undefined>,
): Promise<AccountTable> {
  const me = accountOf(ctx);
  const open = ctx.beyondScope('my own account, whatever my data scope');
  const now = ctx.clock.now();
  const attempt = await beginProof(open, { accountKey: accountKey(me.account), address: ctx.address }, now);
  if (attempt.lockedUntil) throw refusedAt(field, tooManyAttempts, { n: minutesLeft(attempt.lockedUntil, now) });
  const account = await open
    .selectFrom('identity.account')
    .selectAll()
    .where('id', '=', me.accountId)
    .executeTakeFirstOrThrow();
  const refused = await check(account);
  if (!refused) {
    await succeedAttempt(open, attempt);
    return account;
  }
  const [lock] = await failAttempt(open, attempt, now);
  throw lock ? refusedAt(field, tooManyAttempts, { n: minutesLeft(lock.until, now) }) : refused;
}
