import { type RawBuilder, sql } from 'kysely';
import { networkOf } from '../../../framework/clientAddress.ts';
import type { Database } from '../../../framework/tables.ts';
import {
  ACCOUNT_FAILURES,
  ADDRESS_FAILURES,
  LONGEST_LOCK_MS,
  LONGEST_PACE_MS,
  lockLength,
  STRIKES_KEPT_MS,
  WINDOW_MS,
} from './lockoutRules.ts';
import { type SignInLimits, signInLimits } from './signInLimits.ts';

/** What counts failures: a name at an address, on a device, at all addresses (''); or all names ('') at an address. */
type Place = {
  readonly accountKey: string;
  readonly address: string;
  /** The failures after which it is locked. */
  readonly most: number;
  readonly longestMs: number;
};
/** `failures` includes this attempt. */
type Count = Place & { readonly failures: number; readonly strikes: number };

export type Attempt = {
  readonly accountKey: string;
  /** Where it counts, the name's own place first; nowhere while locked. */
  readonly counts: readonly Count[];
  /** Set if it was locked before this attempt, or if this is one of several concurrent attempts beyond the limit. */
  readonly lockedUntil: Date | undefined;
  readonly limits: SignInLimits;
};

/** Who tries. `device` is known to the account: it has a count of its own, and strangers cannot lock it. */
export type Tried = { readonly accountKey: string; readonly address: string; readonly device?: Buffer | undefined };

const ownPlace = ({ accountKey, address, device }: Tried, { loginFailures }: SignInLimits): Place => ({
  accountKey,
  address: device ? `device ${device.toString('hex')}` : networkOf(address),
  most: loginFailures,
  longestMs: LONGEST_LOCK_MS,
});

const widePlaces = ({ accountKey, address }: Tried): [ofAccount: Place, ofAddress: Place] => [
  { accountKey, address: '', most: ACCOUNT_FAILURES, longestMs: LONGEST_PACE_MS },
  { accountKey: '', address: networkOf(address), most: ADDRESS_FAILURES, longestMs: LONGEST_PACE_MS },
];

/**
 * Counts an attempt to sign in as failed before the password is checked, so that concurrent attempts cannot exceed a limit. A
 * stranger counts for the name at the address, for the account and for the address; a known device for itself only. The first
 * place that is locked refuses, and then it counts nowhere.
 */
export const beginAttempt = (db: Database, tried: Tried, now: Date): Promise<Attempt> =>
  beginAt(db, tried, tried.device ? [] : widePlaces(tried), now);

/** Counts proofs of the signed-in at all addresses; strangers, who are not signed in, cannot fill it. */
export const SIGNED_IN = 'signed in';

/**
 * The same for a caller who has signed in and proves it again, with a stolen session perhaps: counts for the name at the address,
 * and for the account at all addresses.
 */
export const beginProof = (db: Database, tried: Tried, now: Date): Promise<Attempt> =>
  beginAt(db, tried, [{ ...widePlaces(tried)[0], address: SIGNED_IN }], now);

async function beginAt(db: Database, tried: Tried, further: readonly Place[], now: Date): Promise<Attempt> {
  const limits = await signInLimits(db);
  const { accountKey } = tried;
  const counts: Count[] = [];
  for (const place of [ownPlace(tried, limits), ...further]) {
    const { lockedUntil, ...count } = await countAt(db, place, now);
    const isBeyond = count.failures > place.most;
    if (lockedUntil || isBeyond) {
      await giveBack(db, counts);
      return { accountKey, counts: [], lockedUntil: lockedUntil ?? lockEnd(count, limits, now), limits };
    }
    counts.push(count);
  }
  return { accountKey, counts, lockedUntil: undefined, limits };
}

/** One statement; while locked nothing is counted. */
async function countAt(db: Database, place: Place, now: Date): Promise<Count & { lockedUntil: Date | null }> {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  const strikesStart = new Date(now.getTime() - STRIKES_KEPT_MS);
  const at: RawBuilder<Date> = sql`${now}::timestamptz`;
  const { rows } = await sql<{ failures: number; strikes: number; locked_until: Date | null }>`
    insert into identity.lockout as l (account_key, address, failures, first_failed_at, strikes, locked_until, updated_at)
    values (${place.accountKey}, ${place.address}, 1, ${at}, 0, null, ${at})
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
  const { failures, strikes, locked_until } = rows[0]!;
  return { ...place, failures, strikes, lockedUntil: locked_until };
}

const lockEnd = ({ strikes, longestMs }: Count, limits: SignInLimits, now: Date): Date =>
  new Date(now.getTime() + lockLength(strikes, limits.loginLockMinutes, longestMs));

const rowOf = ({ accountKey, address }: Place) => sql<boolean>`account_key = ${accountKey} and address = ${address}`;

/** After a wrong password: locks where it was the last allowed attempt. Returns the locks, those of the name first. */
export async function failAttempt(
  db: Database,
  { counts, limits }: Attempt,
  now: Date,
): Promise<readonly { readonly accountKey: string; readonly until: Date }[]> {
  const spent = counts.filter(({ failures, most }) => failures >= most);
  const locks = spent.map((count) => ({ ...count, until: lockEnd(count, limits, now) }));
  for (const lock of locks) {
    await db
      .updateTable('identity.lockout')
      .set({ locked_until: lock.until, strikes: lock.strikes + 1 })
      .where(rowOf(lock))
      .execute();
  }
  return locks;
}

/** Ends the count at the name's own place; what others have failed elsewhere still counts. */
export async function succeedAttempt(db: Database, { counts }: Attempt): Promise<void> {
  const [own, ...wide] = counts;
  if (own) await db.deleteFrom('identity.lockout').where(rowOf(own)).execute();
  await giveBack(db, wide);
}

/** Reverts an attempt that neither failed nor completed the sign-in: earlier failures still count. */
export const giveBackAttempt = (db: Database, { counts }: Attempt): Promise<void> => giveBack(db, counts);

async function giveBack(db: Database, counts: readonly Count[]): Promise<void> {
  for (const count of counts) {
    await db
      .updateTable('identity.lockout')
      .set({ failures: sql`greatest(failures - 1, 0)` })
      .where(rowOf(count))
      .where('locked_until', 'is', null)
      .execute();
  }
}

/** Removes all locks of a login name, for every address and device. */
export async function unlock(db: Database, accountKey: string): Promise<void> {
  await db.deleteFrom('identity.lockout').where('account_key', '=', accountKey).execute();
}
