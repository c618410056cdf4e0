import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';

/** An attacker guessing secrets causes no more writes than this: one per second and process. */
const EVERY_MS = 1_000;
const KEPT_DAYS = 90;
export const COUNTING_ZONE = 'Asia/Shanghai';

const waiting = new Map<string, number>();
let writtenAt = 0;
let isPlanned = false;

/** Counts a call to an adapter's push address with an unknown secret. Nothing of the call itself is stored. */
export async function countUnauthenticatedCall(ctx: Ctx, adapter: string): Promise<void> {
  waiting.set(adapter, (waiting.get(adapter) ?? 0) + 1);
  const since = performance.now() - writtenAt;
  if (writtenAt === 0 || since >= EVERY_MS) return writeDown(ctx);
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    // A failed count is no error of its own; it is retried with the next call.
    writeDown(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'unauthenticated calls were not counted'));
  }, EVERY_MS - since).unref();
}

async function writeDown(ctx: Ctx): Promise<void> {
  writtenAt = performance.now();
  const now = ctx.clock.now();
  for (const [adapter, calls] of [...waiting]) {
    waiting.delete(adapter);
    await sql`
      insert into carriers.push_stranger as s (adapter, day, calls, last_at)
      values (${adapter}, (${now}::timestamptz at time zone ${COUNTING_ZONE})::date, ${calls}, ${now})
      on conflict (adapter, day) do update set calls = s.calls + excluded.calls, last_at = excluded.last_at`.execute(
      ctx.beyondScope('an unauthenticated caller belongs to no customer'),
    );
  }
}

/** Removes push counts of days long past. */
export const forgetPushDays = job({
  name: 'carriers.forgetPushDays',
  payload: z.object({}),
  schedule: '27 3 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
    await ctx.db.deleteFrom('carriers.push_day').where('day', '<', before).execute();
    await ctx.db.deleteFrom('carriers.push_stranger').where('day', '<', before).execute();
  },
});
