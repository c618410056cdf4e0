import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../framework/tables.ts';
import { lockLength, STRIKES_KEPT_MS, WINDOW_MS } from './lockoutRules.ts';
import { type SignInLimits, signInLimits } from './signInLimits.ts';

export type Attempt = {
  readonly accountKey: string;
  readonly address: string;
  /** Including this one. */
  readonly failures: number;
  readonly strikes: number;
  /** Set if it was locked before this attempt, or if this is one of several concurrent attempts beyond the limit. */
  readonly lockedUntil: Date | undefined;
  readonly limits: SignInLimits;
};

/**
 * Counts an attempt as failed before the password is checked, in one statement, so that concurrent attempts cannot exceed the
 * limit. Success resets the count. While locked nothing is counted.
 */
export async function beginAttempt(db: Database, accountKey: string, address: string, now: Date): Promise<Attempt> {
  const limits = await signInLimits(db);
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  const strikesStart = new Date(now.getTime() - STRIKES_KEPT_MS);
  const at: RawBuilder<Date> = sql`${now}::timestamptz`;
  const { rows } = await sql<{ failures: number; strikes: number; locked_until: Date | null }>`
    insert into identity.lockout as l (account_key, address, failures, first_failed_at, strikes, locked_until, updated_at)
    values (${accountKey}, ${address}, 1, ${at}, 0, null, ${at})
    on conflict (account_key, address) do update set
      failures = case when l.locked_until > ${at} then l.failures
                      when l.first_failed_at < ${windowStart}::timestamptz or l.locked_until is not null then 1
                      else least(l.failures + 1, 100) end,
      first_failed_at = case when l.locked_until > ${at} then l.first_failed_at
                             when l.first_failed_at < ${windowStart}::timestamptz or l.locked_until is not null then ${at}
                             else l.first_failed_at end,
      strikes = case when l.updated_at < ${strikesStart}::timestamptz then 0 else l.strikes end,
      locked_until = case when l.locked_until > ${at} then l.locked_until end,
      updated_at = ${at}
    returning failures, strikes, locked_until`.execute(db);
  const row = rows[0]!;
  const isBeyond = row.failures > limits.loginFailures;
  return {
    accountKey,
    address,
    failures: row.failures,
    strikes: row.strikes,
    lockedUntil: row.locked_until ?? (isBeyond ? lockEnd(row.strikes, limits, now) : undefined),
    limits,
  };
}

const lockEnd = (strikesBefore: number, limits: SignInLimits, now: Date): Date =>
  new Date(now.getTime() + lockLength(strikesBefore, limits.loginLockMinutes));

/** After a wrong password: locks if it was the last allowed attempt. Returns until when the name is locked, if it is. */
export async function failAttempt(db: Database, attempt: Attempt, now: Date): Promise<Date | undefined> {
  if (attempt.lockedUntil) return attempt.lockedUntil;
  if (attempt.failures < attempt.limits.loginFailures) return undefined;
  const until = lockEnd(attempt.strikes, attempt.limits, now);
  await db
    .updateTable('identity.lockout')
    .set({ locked_until: until, strikes: attempt.strikes + 1 })
    .where('account_key', '=', attempt.accountKey)
    .where('address', '=', attempt.address)
    .execute();
  return until;
}

export async function succeedAttempt(db: Database, attempt: Attempt): Promise<void> {
  await db
    .deleteFrom('identity.lockout')
    .where('account_key', '=', attempt.accountKey)
    .where('address', '=', attempt.address)
    .execute();
}

/** Reverts an attempt that neither failed nor completed the sign-in: earlier failures still count. */
export async function giveBackAttempt(db: Database, attempt: Attempt): Promise<void> {
  await db
    .updateTable('identity.lockout')
    .set({ failures: attempt.failures - 1 })
    .where('account_key', '=', attempt.accountKey)
    .where('address', '=', attempt.address)
    .where('failures', '=', attempt.failures)
    .execute();
}

/** Removes all locks of a login name, for every address. */
export async function unlock(db: Database, accountKey: string): Promise<void> {
  await db.deleteFrom('identity.lockout').where('account_key', '=', accountKey).execute();
}
