import { CLOCK_WINDOW_SECONDS } from '@cardinal/contract/api/openApi/signature.ts';
import * as z from 'zod';
import { job } from '../../framework/domain.ts';

/** A nonce is kept as long as its call could be repeated: both edges of the window, and one more for slow clocks. */
const KEPT_MS = 3 * CLOCK_WINDOW_SECONDS * 1_000;
const HOURS_KEPT_MS = 100 * 86_400_000;

/** Removes nonces of expired calls, and figures no screen shows. */
export const sweepCalls = job({
  name: 'openApi.sweep',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  run: async (ctx) => {
    const now = ctx.clock.now().getTime();
    await ctx.db
      .deleteFrom('open_api.nonce')
      .where('at', '<', new Date(now - KEPT_MS))
      .execute();
    for (const counted of ['open_api.call_hour', 'open_api.call_pace'] as const) {
      await ctx.db
        .deleteFrom(counted)
        .where('hour', '<', new Date(now - HOURS_KEPT_MS))
        .execute();
    }
  },
});
