import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

const WHY = 'calls of accounts that the asking room covers';

export type Counted = { readonly accountId: string; readonly calls: number; readonly failed: number };

/** How many calls accounts made since a moment, and how many of them had no answer. */
export async function countedCalls(
  ctx: Ctx,
  accountIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, Counted>> {
  const { rows } = await sql<Counted>`
    select account_id as "accountId", count(*)::int as calls,
      (count(*) filter (where outcome in ('unclear', 'unavailable')))::int as failed
    from carriers.call where account_id = any(${[...accountIds]}::bigint[]) and at >= ${since} and at <= ${ctx.clock.now()}
    group by account_id`.execute(ctx.beyondScope(WHY));
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** The same by parts of so many minutes, counted from the moment on. */
export async function pastCalls(
  ctx: Ctx,
  accountIds: readonly string[],
  since: Date,
  minutes: number,
): Promise<readonly (Counted & { readonly bucket: number })[]> {
  const { rows } = await sql<Counted & { bucket: number }>`
    select account_id as "accountId", floor(extract(epoch from at - ${since}::timestamptz) / ${minutes * 60})::int as bucket,
      count(*)::int as calls, (count(*) filter (where outcome in ('unclear', 'unavailable')))::int as failed
    from carriers.call where account_id = any(${[...accountIds]}::bigint[]) and at >= ${since} and at <= ${ctx.clock.now()}
    group by 1, 2`.execute(ctx.beyondScope(WHY));
  return rows;
}
