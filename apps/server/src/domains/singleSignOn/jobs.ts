import * as z from 'zod';
import { job } from '../../framework/domain.ts';

/** Removes sign-ins nobody finished. */
export const sweepFlows = job({
  name: 'singleSignOn.sweep',
  payload: z.object({}),
  schedule: '23 * * * *',
  run: async (ctx) => {
    await ctx.db.deleteFrom('single_sign_on.flow').where('expires_at', '<', ctx.clock.now()).execute();
  },
});
