/** How the last calls of an account went. */
export type Health = { readonly failures: number; readonly opened: number; readonly openUntil: number | null };

/** What an ended call says about the carrier: it works, it does not, or it does not know us. */
export type Sign = 'alive' | 'silent' | 'unreachable' | 'stranger';

/** So many calls one after another without an answer mean that the carrier is down. */
export const OPENS_AFTER = 5;
const FIRST_OPEN_MS = 10_000;
const LONGEST_OPEN_MS = 5 * 60_000;
/** Wrong credentials do not heal by themselves. */
const STRANGER_OPEN_MS = 5 * 60_000;

export const HEALTHY: Health = { failures: 0, opened: 0, openUntil: null };

/**
 * What an ended call does to the health. The breaker opens after a row of failures, for a time that doubles while the
 * probes that follow fail too; one answer closes it.
 */
export function afterCall(health: Health, sign: Sign, now: number): Health {
  if (sign === 'alive') return HEALTHY;
  if (sign === 'stranger')
    return { failures: OPENS_AFTER, opened: health.opened + 1, openUntil: now + STRANGER_OPEN_MS };
  const failures = health.failures + 1;
  if (failures < OPENS_AFTER) return { ...health, failures };
  // Calls that were under way while it opened say nothing new.
  if (health.openUntil !== null && health.openUntil > now) return { ...health, failures };
  const openMs = Math.min(FIRST_OPEN_MS * 2 ** health.opened, LONGEST_OPEN_MS);
  return { failures, opened: health.opened + 1, openUntil: now + openMs };
}

/** `open` lets nobody through, `probing` one call at a time, to see whether the carrier is back. */
export function breakerOf(health: Health, now: number): 'closed' | 'open' | 'probing' {
  if (health.openUntil === null) return 'closed';
  return health.openUntil > now ? 'open' : 'probing';
}
