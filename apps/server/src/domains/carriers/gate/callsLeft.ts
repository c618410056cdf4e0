import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/**
 * How many calls accounts have left of their daily limit, by the day of their own zone; accounts without a limit are absent.
 */
export async function callsLeft(ctx: Ctx, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; calls_left: number }>`
    select a.id, greatest(0, a.calls_per_day
      - case when g.day = (clock_timestamp() at time zone a.zone)::date then g.calls_today else 0 end) as calls_left
    from carriers.account a left join carriers.gate g on g.account_id = a.id
    where a.id = any(${[...accountIds]}::bigint[]) and a.calls_per_day is not null`.execute(
    ctx.beyondScope('cards of every customer are driven through the platform’s accounts'),
  );
  return new Map(rows.map((row) => [row.id, Number(row.calls_left)]));
}
