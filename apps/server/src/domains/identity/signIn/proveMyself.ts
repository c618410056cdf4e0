import { tooManyAttempts } from '@cardinal/contract/api/identity/identity.ts';
import type { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountKey } from '@cardinal/primitives/account.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import type { AccountTable } from '../identityTables.ts';
import { beginAttempt, failAttempt, succeedAttempt } from './lockout.ts';
import { minutesLeft } from './lockoutRules.ts';

/**
 * Asks the signed-in account to prove itself once more. What is wrong counts like a failed sign-in from this address and
 * commits by itself, so this never runs inside a transaction. `check` answers what to say of a wrong proof; the lock is
 * told at `field`.
 */
export async function proveMyself(
  ctx: Ctx,
  field: string,
  check: (account: AccountTable) => Promise<Refused | undefined>,
): Promise<AccountTable> {
  const me = accountOf(ctx);
  const open = ctx.beyondScope('my own account, whatever my data scope');
  const now = ctx.clock.now();
  const attempt = await beginAttempt(open, accountKey(me.account), ctx.address, now);
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
  const lockedUntil = await failAttempt(open, attempt, now);
  throw lockedUntil ? refusedAt(field, tooManyAttempts, { n: minutesLeft(lockedUntil, now) }) : refused;
}
