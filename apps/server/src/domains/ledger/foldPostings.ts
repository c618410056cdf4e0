import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';

/** Of one account in one transaction. */
const BATCH = 5_000;

/** Gives the postings of deferred accounts their sequence and balance, and returns how many. */
export async function foldPostings(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const { rows } = await sql<{ n: number }>`select ledger.fold(${BATCH}) as n`.execute(ctx.db);
    const folded = rows[0]?.n ?? 0;
    total += folded;
    if (folded < BATCH) break;
  }
  return total;
}

export const foldJob = job({
  name: 'ledger.fold',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await foldPostings(ctx, signal);
  },
});
