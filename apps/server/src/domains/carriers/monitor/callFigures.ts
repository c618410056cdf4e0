import type { readCarrierMonitor } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { percentOf } from './monitorRules.ts';

type Figures = AnswerOf<typeof readCarrierMonitor>['calls'] & { readonly lastFiveMinutes: number };

const MINUTE_MS = 60_000;
const MINUTES = 60;
export const SHORT_MINUTES = 5;

const WHY = 'calls of an account that was read within the scope';

type Row = {
  minute: number;
  operation: Figures['byOperation'][number]['operation'];
  urgency: Figures['byUrgency'][number]['urgency'];
  calls: number;
  refused: number;
  unanswered: number;
};

/** An account's calls of the last hour, per minute. */
export async function callFigures(ctx: Ctx, accountId: string): Promise<Figures> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - MINUTES * MINUTE_MS);
  const db = ctx.beyondScope(WHY);
  const { rows } = await sql<Row>`
    select floor(extract(epoch from at - ${since}::timestamptz) / 60)::int as minute, operation, urgency,
      count(*)::int as calls, (count(*) filter (where outcome = 'refused'))::int as refused,
      (count(*) filter (where outcome in ('unclear', 'unavailable')))::int as unanswered
    from carriers.call where account_id = ${accountId}::bigint and at >= ${since} and at <= ${now}
    group by 1, 2, 3`.execute(db);
  const { rows: slow } = await sql<{ operation: string; p95: number }>`
    select operation, percentile_disc(0.95) within group (order by duration_ms) as p95
    from carriers.call where account_id = ${accountId}::bigint and at >= ${since} and at <= ${now}
    group by operation`.execute(db);
  const p95 = new Map(slow.map((row) => [row.operation, row.p95]));
  const sum = (of: readonly Row[], pick: (row: Row) => number) => of.reduce((total, row) => total + pick(row), 0);
  const total = sum(rows, (row) => row.calls);
  const byMinute = Map.groupBy(rows, (row) => Math.min(MINUTES - 1, row.minute));
  return {
    since: since.toISOString(),
    total,
    errorPercent:
      total > 0
        ? percentOf(
            sum(rows, (row) => row.unanswered),
            total,
          )
        : null,
    byUrgency: [...Map.groupBy(rows, (row) => row.urgency)].map(([urgency, of]) => ({
      urgency,
      calls: sum(of, (row) => row.calls),
    })),
    byOperation: [...Map.groupBy(rows, (row) => row.operation)]
      .map(([operation, of]) => ({
        operation,
        calls: sum(of, (row) => row.calls),
        refused: sum(of, (row) => row.refused),
        unanswered: sum(of, (row) => row.unanswered),
        p95Ms: p95.get(operation) ?? 0,
      }))
      .sort((a, b) => b.calls - a.calls),
    minutes: Array.from({ length: MINUTES }, (_, minute) => {
      const of = byMinute.get(minute) ?? [];
      const unanswered = sum(of, (row) => row.unanswered);
      return {
        at: new Date(since.getTime() + minute * MINUTE_MS).toISOString(),
        answered: sum(of, (row) => row.calls) - unanswered,
        unanswered,
      };
    }),
    lastFiveMinutes: sum(
      rows.filter((row) => row.minute >= MINUTES - SHORT_MINUTES),
      (row) => row.calls,
    ),
  };
}

const LAST_CALLS = 10;

/** The latest answers, newest first. */
export async function lastCalls(
  ctx: Ctx,
  accountId: string,
): Promise<AnswerOf<typeof readCarrierMonitor>['lastCalls']> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('carriers.call')
    .select(['id', 'at', 'operation', 'urgency', 'outcome', 'duration_ms', 'carrier_code', 'carrier_words'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(LAST_CALLS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    operation: row.operation,
    urgency: row.urgency,
    outcome: row.outcome,
    durationMs: row.duration_ms,
    carrierCode: row.carrier_code,
    carrierWords: row.carrier_words,
  }));
}
