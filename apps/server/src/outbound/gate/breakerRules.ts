/** The recent health of an account. */
export type Health = { readonly failures: number; readonly opened: number; readonly openUntil: number | null };

/** What an ended call says about the carrier: it works, it does not, or it refuses our credentials. */
export type Sign = 'alive' | 'silent' | 'unreachable' | 'badCredentials';

/** This many consecutive calls without an answer mean that the carrier is down. */
export const OPENS_AFTER = 5;
const FIRST_OPEN_MS = 10_000;
const LONGEST_OPEN_MS = 5 * 60_000;

export const HEALTHY: Health = { failures: 0, opened: 0, openUntil: null };

/**
 * The effect of a finished call on the health. The breaker opens after consecutive failures, for a time that doubles while the
 * probes fail too; one answer closes it.
 */
export function afterCall(health: Health, sign: Sign, now: number): Health {
  if (sign === 'alive') return HEALTHY;
  // Wrong credentials do not heal by themselves: closed for the longest time at once.
  if (sign === 'badCredentials')
    return { failures: OPENS_AFTER, opened: health.opened + 1, openUntil: now + LONGEST_OPEN_MS };
  const failures = health.failures + 1;
  if (failures < OPENS_AFTER) return { ...health, failures };
  // Calls that were under way when it opened add no information.
  if (health.openUntil !== null && health.openUntil > now) return { ...health, failures };
  const openMs = Math.min(FIRST_OPEN_MS * 2 ** health.opened, LONGEST_OPEN_MS);
  return { failures, opened: health.opened + 1, openUntil: now + openMs };
}

/** `open` admits no call, `probing` one at a time, to test whether the carrier is back. */
export function breakerOf(health: Health, now: number): 'closed' | 'open' | 'probing' {
  if (health.openUntil === null) return 'closed';
  return health.openUntil > now ? 'open' : 'probing';
}
