import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { settingsOf } from '../../settings/face.ts';

const ROWS_AT_ONCE = 5_000;
/** Carrier answers kept for the asker: whether cards were online, why not, and where they were. */
const TABLES = ['card_lookups.online_lookup', 'card_lookups.position_query'] as const;
const WHY = 'what is kept too long goes, whose ever it is';

/**
 * Removes answers older than their customers' retention period. The operation log and the task still show that somebody asked.
 * Returns how many were removed.
 */
export async function forgetLookups(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let gone = 0;
  for (const table of TABLES) {
    const { rows } = await sql<{ customer_id: string }>`select distinct customer_id from ${sql.table(table)}`.execute(
      ctx.beyondScope(WHY),
    );
    for (const { customer_id: customerId } of rows) {
      const { lookupDays } = await settingsOf(ctx, customerId);
      if (lookupDays === 0) continue;
      const until = new Date(ctx.clock.now().getTime() - lookupDays * DAY_MS);
      gone += await forget(ctx, table, { customerId, until }, signal);
    }
  }
  return gone;
}

async function forget(
  ctx: Ctx,
  table: (typeof TABLES)[number],
  of: { readonly customerId: string; readonly until: Date },
  signal: AbortSignal,
): Promise<number> {
  for (let gone = 0; ; ) {
    signal.throwIfAborted();
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (card_id, id) in (
        select card_id, id from ${sql.table(table)}
        where customer_id = ${of.customerId}::bigint and created_at < ${of.until}::timestamptz limit ${ROWS_AT_ONCE})`.execute(
      ctx.beyondScope(WHY),
    );
    gone += Number(numAffectedRows);
    if (numAffectedRows < BigInt(ROWS_AT_ONCE)) return gone;
  }
}

export const forgetLookupsJob = job({
  name: 'cards.forgetLookups',
  payload: z.object({}),
  schedule: '50 3 * * *',
  run: async (ctx, _payload, signal) => {
    const gone = await forgetLookups(ctx, signal);
    if (gone > 0) ctx.log.info({ gone }, 'answers kept long enough are removed');
  },
});
