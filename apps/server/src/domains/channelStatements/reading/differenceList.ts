import { listChannelDifferences } from '@cardinal/contract/api/channelStatements/differences.ts';
import type { ChannelDifferenceKind } from '@cardinal/contract/enumerations/channelStatement.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';

const gap = sql<string>`coalesce(d.their_settlement, 0) - coalesce(d.our_settlement, 0)`;

export const differenceDataset = dataset(listChannelDifferences, {
  from: (ctx) => ctx.db.selectFrom('channel_statements.difference as d'),
  table: 'd',
  countBound: 20_000,
  columns: { gap },
  select: (query) =>
    query
      .select(['d.id', 'd.number', 'd.kind', 'd.sales_platform', 'd.ordered_at', 'd.their_order_no', 'd.order_no'])
      .select(['d.order_id', 'd.iccid', 'd.code_mask', 'd.package_name', 'd.their_state', 'd.our_state'])
      .select(['d.their_settlement', 'd.our_settlement', 'd.currency', 'd.found_at', 'd.decision', 'd.reason'])
      .select(['d.decided_by', 'd.decided_at', gap.as('gap')]),
  extra: (query, asked) => (asked.open ? query.where('d.decision', 'is', null) : query),
  figures: async (ctx, filtered) => {
    const found = (await filtered())
      .clearSelect()
      .select([sql`d.kind`.as('kind'), sql`d.currency`.as('currency'), gap.as('gap')])
      .where(sql<boolean>`d.decision is null`);
    const { rows: kinds } = await sql<{ kind: ChannelDifferenceKind; count: number }>`
      select f.kind, count(*)::int as count from (${found}) f group by 1 order by 2 desc, 1`.execute(ctx.db);
    const { rows: gaps } = await sql<{ currency: string; gap: string }>`
      select f.currency, sum(f.gap)::bigint as gap from (${found}) f group by 1 order by 1`.execute(ctx.db);
    return {
      open: kinds.reduce((sum, { count }) => sum + count, 0),
      kinds,
      gaps: gaps.map((row) => ({ ...row, gap: String(row.gap) })),
    };
  },
});
