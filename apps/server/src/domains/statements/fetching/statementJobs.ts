import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { beyond } from '../matching/matchDay.ts';
import { fetchDay, matchAgain } from './fetchDay.ts';
import { planDays } from './planDays.ts';

const AT_ONCE = 200;
const CALLS = 4;
/** How often open differences are compared with what is known by now. */
const MATCH_AGAIN_MS = 1_800_000;

/** Fetches what is due, and looks whether what was open has solved itself. Returns how many days were fetched. */
export async function stepDue(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const now = ctx.clock.now();
  const goesOn = () => !signal?.aborted;
  await planDays(ctx);
  const due = await beyond(ctx)
    .selectFrom('statements.day')
    .select('id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('day')
    .limit(AT_ONCE)
    .execute();
  await mapConcurrently(due, CALLS, ({ id }) => fetchDay(ctx, id), goesOn);
  const open = await beyond(ctx)
    .selectFrom('statements.difference as f')
    .innerJoin('statements.day as d', (join) =>
      join.onRef('d.merchant_id', '=', 'f.merchant_id').onRef('d.day', '=', 'f.day'),
    )
    .select('d.id')
    .distinct()
    .where('f.solution', 'is', null)
    .where('d.matched_at', '<', new Date(now.getTime() - MATCH_AGAIN_MS))
    .limit(AT_ONCE)
    .execute();
  await mapConcurrently(open, 1, ({ id }) => matchAgain(ctx, id), goesOn);
  return due.length;
}

export const statementSweep = job({
  name: 'statements.due',
  payload: z.object({}),
  schedule: '*/5 * * * *',
  run: async (ctx, _payload, signal) => {
    await stepDue(ctx, signal);
  },
});
