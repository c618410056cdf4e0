import { INITIAL_LIMITS, type SiteLimits } from '@cardinal/contract/siteLimits.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';

export type SignInLimits = Pick<
  SiteLimits,
  | 'captchaSeconds'
  | 'sessionIdleMinutes'
  | 'sessionHours'
  | 'rememberedSessionDays'
  | 'rememberedIdleDays'
  | 'loginFailures'
  | 'loginLockMinutes'
>;

/** The current limits. */
export async function signInLimits(db: Database): Promise<SignInLimits> {
  const row = await db.selectFrom('identity.sign_in_limits').selectAll().executeTakeFirst();
  if (!row) return INITIAL_LIMITS;
  return {
    captchaSeconds: row.captcha_seconds,
    sessionIdleMinutes: row.idle_minutes,
    sessionHours: row.session_hours,
    rememberedSessionDays: row.remembered_days,
    rememberedIdleDays: row.remembered_idle_days,
    loginFailures: row.failures,
    loginLockMinutes: row.lock_minutes,
  };
}

/** Applies limits, in the transaction of the settings they belong to. Open sessions keep their expiry. */
export async function setSignInLimits(ctx: Ctx, limits: SignInLimits): Promise<void> {
  const kept = {
    captcha_seconds: limits.captchaSeconds,
    idle_minutes: limits.sessionIdleMinutes,
    session_hours: limits.sessionHours,
    remembered_days: limits.rememberedSessionDays,
    remembered_idle_days: limits.rememberedIdleDays,
    failures: limits.loginFailures,
    lock_minutes: limits.loginLockMinutes,
    updated_at: ctx.clock.now(),
  };
  await ctx.db
    .insertInto('identity.sign_in_limits')
    .values({ one: true, ...kept })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(kept))
    .execute();
}
