import type { EndReason } from '@cardinal/contract/enumerations/identity.ts';
import type { SignInLimits } from './signInLimits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How old «last seen» may be before a request updates it: far below the idle limit, and at most one write a minute. */
export const TOUCH_MS = MINUTE_MS;

export const expiryOf = (
  openedAt: Date,
  isRemembered: boolean,
  limits: Pick<SignInLimits, 'sessionHours' | 'rememberedSessionDays'>,
): Date =>
  new Date(openedAt.getTime() + (isRemembered ? limits.rememberedSessionDays * DAY_MS : limits.sessionHours * HOUR_MS));

export type SessionFacts = {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly isRemembered: boolean;
  readonly endReason: EndReason | null;
  readonly isAccountEnabled: boolean;
  readonly isCustomerEnabled: boolean;
  /** Sessions opened before this time are invalid. */
  readonly sessionsFrom: Date | null;
};

/** Why a session has ended at a given time; undefined while it is valid. */
export function endOf(
  session: SessionFacts,
  now: Date,
  limits: Pick<SignInLimits, 'sessionIdleMinutes' | 'rememberedIdleDays'>,
): EndReason | undefined {
  if (session.endReason) return session.endReason;
  if (now >= session.expiresAt) return 'expired';
  const idleMs = session.isRemembered ? limits.rememberedIdleDays * DAY_MS : limits.sessionIdleMinutes * MINUTE_MS;
  if (now.getTime() - session.lastSeenAt.getTime() >= idleMs) return 'expired';
  if (!session.isAccountEnabled || !session.isCustomerEnabled) return 'disabled';
  if (session.sessionsFrom && session.createdAt <= session.sessionsFrom) return 'disabled';
  return undefined;
}
