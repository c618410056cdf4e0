import * as z from 'zod';
import { job } from '../../framework/domain.ts';
import { STRIKES_KEPT_MS } from './signIn/lockoutRules.ts';

const DAY_MS = 86_400_000;
const SESSIONS_KEPT_MS = 90 * DAY_MS;
const ATTEMPTS_KEPT_MS = 180 * DAY_MS;
const DEVICES_KEPT_MS = 180 * DAY_MS;
const AT_ONCE = 5_000;

/** Removes what can no longer be used or shown: used codes, old locks, devices, sessions and sign-ins. */
export const sweepIdentity = job({
  name: 'identity.sweep',
  payload: z.object({}),
  schedule: '17 * * * *',
  run: async (ctx) => {
    const now = ctx.clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    await ctx.db.deleteFrom('identity.captcha').where('expires_at', '<', now).execute();
    await ctx.db.deleteFrom('identity.sign_in_ticket').where('expires_at', '<', now).execute();
    await ctx.db.deleteFrom('identity.lockout').where('updated_at', '<', before(STRIKES_KEPT_MS)).execute();
    await ctx.db.deleteFrom('identity.known_device').where('last_at', '<', before(DEVICES_KEPT_MS)).execute();
    const sessions = ctx.db
      .selectFrom('identity.session')
      .select('id')
      .where('expires_at', '<', before(SESSIONS_KEPT_MS))
      .limit(AT_ONCE);
    await ctx.db.deleteFrom('identity.session').where('id', 'in', sessions).execute();
    const attempts = ctx.db
      .selectFrom('identity.login_attempt')
      .select('id')
      .where('at', '<', before(ATTEMPTS_KEPT_MS))
      .limit(AT_ONCE);
    await ctx.db.deleteFrom('identity.login_attempt').where('id', 'in', attempts).execute();
  },
});
