import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Measure } from '../../../framework/measures.ts';

const DAY_MS = 86_400_000;

export const hostOf = (baseUrl: string): string => new URL(baseUrl).host;

/** Calls of the last 24 hours without a usable answer, by source. */
export async function failuresOf(ctx: Ctx, sourceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const rows = await ctx
    .beyondScope('health of sources already read in scope')
    .selectFrom('external_packages.call')
    .select(['source_id', sql<number>`count(*)::int`.as('n')])
    .where(sql<boolean>`source_id = any(${[...new Set(sourceIds)]}::bigint[])`)
    .where('at', '>=', since)
    .where('outcome', 'in', ['unclear', 'unavailable'])
    .groupBy('source_id')
    .execute();
  return new Map(rows.map(({ source_id, n }) => [source_id, n]));
}

export const openBreakers: Measure = {
  name: 'external_source_breaker_open',
  help: '1 while a source of external packages does not answer and calls are held back, else 0',
  labelNames: ['source'],
  read: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('external_packages.gate')
      .select(['account_id as source', sql<boolean>`coalesce(open_until > clock_timestamp(), false)`.as('is_open')])
      .execute();
    return rows.map(({ source, is_open }) => ({ labels: { source }, value: Number(is_open) }));
  },
};
