import type { readOpenInterface } from '@cardinal/contract/api/openApi/catalogue.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { accountsOf, callersOf } from './interfaceCallers.ts';
import { interfaceNamed, saidOf } from './interfaceCatalogue.ts';
import { figuresSince } from './interfaceList.ts';
import { openOperation } from './serving/interfaceDocument.ts';

const CHART_HOURS = 24 * 7;
const MOST_ERRORS = 10;

export async function openInterfaceDetail(
  ctx: Ctx,
  { name }: QueryOf<typeof readOpenInterface>,
): Promise<AnswerOf<typeof readOpenInterface>> {
  const endpoint = interfaceNamed(name);
  const now = ctx.clock.now();
  const [said, callers] = await Promise.all([saidOf(ctx, name), callersOf(ctx, name)]);
  return {
    notesZh: said?.notes_zh ?? null,
    notesEn: said?.notes_en ?? null,
    operation: openOperation(endpoint),
    example: { ...endpoint.example },
    hours: await hoursOf(ctx, name, figuresSince(now, CHART_HOURS)),
    errors: await topErrors(ctx, name, new Date(now.getTime() - 7 * DAY_MS)),
    callers: {
      keys: callers.length,
      accounts: accountsOf(callers).length,
      customers: new Set(callers.map(({ customerId }) => customerId)).size,
    },
  };
}

/** Every hour of the last week, also those without calls. */
async function hoursOf(ctx: Ctx, name: string, since: Date) {
  const rows = await ctx.db
    .selectFrom('open_api.call_hour')
    .select(['hour', sql<string>`sum(calls)`.as('calls'), sql<string>`sum(errors)`.as('errors')])
    .where('interface', '=', name)
    .where('hour', '>=', since)
    .groupBy('hour')
    .execute();
  const found = new Map(rows.map((row) => [row.hour.getTime(), row]));
  return Array.from({ length: CHART_HOURS }, (_, at) => {
    const hour = since.getTime() + at * 3_600_000;
    const row = found.get(hour);
    return { at: new Date(hour).toISOString(), calls: Number(row?.calls ?? 0), errors: Number(row?.errors ?? 0) };
  });
}

/** Its error responses, most frequent first. */
async function topErrors(ctx: Ctx, name: string, since: Date) {
  const rows = await ctx
    .beyondScope('errors of an interface are counted over every key')
    .selectFrom('open_api.call')
    .select(['status', 'code', sql<string>`count(*)`.as('calls'), sql<Date>`max(at)`.as('last_at')])
    .where('interface', '=', name)
    .where('status', '>=', 400)
    .where('at', '>=', since)
    .groupBy(['status', 'code'])
    .orderBy('calls', 'desc')
    .orderBy('code')
    .limit(MOST_ERRORS)
    .execute();
  return rows.map((row) => ({
    status: row.status,
    code: row.code,
    calls: Number(row.calls),
    lastAt: row.last_at.toISOString(),
  }));
}
