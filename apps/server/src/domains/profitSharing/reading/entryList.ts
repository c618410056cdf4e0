import { listProfitEntries } from '@cardinal/contract/api/profitSharing/entries.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { customerNames } from '../../customers/face.ts';
import { shareText } from '../../packages/face.ts';
import { splitReleased } from '../entries/splitReleased.ts';
import { readsProfitOf } from './whose.ts';

/** Beyond so many rows the sums are those of the first: a shorter time adds up whole. */
const ADDED_UP = 100_000;

type Sums = {
  currency: string;
  rows: number;
  frozen: string;
  released: string;
  reversed: string;
  paidOut: string;
  net: string;
};

/** What is still frozen of these entries, what was released, given back, paid at the source less what came back of that, and what all of it is together. */
const sumsOf = (ctx: Ctx, rows: ReturnType<typeof sql<unknown>>) =>
  sql<Sums>`
  select f.currency, count(*)::int as rows,
    coalesce(sum(f.amount - f.reversed - f.released) filter (where f.kind = 'sale' and f.state = 'frozen'), 0)::text as frozen,
    coalesce(sum(case f.state when 'released' then f.amount else f.released end) filter (where f.kind = 'sale'), 0)::text
      as released,
    coalesce(sum(f.amount) filter (where f.kind = 'reversal'), 0)::text as reversed,
    coalesce(sum(f.amount) filter (where f.state = 'paidOut'), 0)::text as "paidOut",
    coalesce(sum(f.amount), 0)::text as net
  from (${rows}) f group by f.currency order by 2 desc`.execute(ctx.db);

export const entryDataset = dataset(listProfitEntries, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['at', 'releaseAt', 'releasedAt']);
    return ctx.db.selectFrom('profit_sharing.entry as e').where(readsProfitOf(ctx, sql`e.customer_id`));
  },
  table: 'e',
  carrier: sql`e.platform`,
  countBound: 20_000,
  columns: {
    packageName: {
      sql: sql`e.package_name`,
      where: (_, value) =>
        sql<SqlBool>`e.package_id in (
          select p.id from packages.v_package p where p.name ilike ${likeContains(String(value))})`,
    },
    waitsForPayer: sql`e.wants_balance is not null and e.state = 'frozen'`,
  },
  select: (query) =>
    query.selectAll('e').select(sql<boolean>`e.wants_balance is not null and e.state = 'frozen'`.as('waits_for_payer')),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.beyondScope('the names of those who were sold to'),
      rows.flatMap((row) => [row.customer_id, row.buyer_id]),
    );
    const splits = await ctx.contributed(splitReleased)?.shown(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      splitNo: splits?.get(row.id)?.splitNo ?? null,
      splitState: splits?.get(row.id)?.state ?? null,
      splitSaid: splits?.get(row.id)?.said ?? null,
      splitPosting: splits?.get(row.id)?.posting ?? null,
      customerName: names.get(row.customer_id) ?? '',
      buyerName: names.get(row.buyer_id) ?? '',
      reversed: row.reversed === '0' ? null : row.reversed,
      share: row.share && shareText(row.share, row.currency),
      released: row.parts === null || row.kind === 'reversal' ? null : row.released,
    }));
  },
  extra: (query, { packageId }) => (packageId ? query.where('e.package_id', '=', packageId) : query),
  figures: async (ctx, filtered) => {
    const inner = (await filtered())
      .clearSelect()
      .select(
        ['currency', 'amount', 'reversed', 'released', 'kind', 'state'].map((name) =>
          sql`${sql.ref(`e.${name}`)}`.as(name),
        ) as never,
      )
      .limit(ADDED_UP + 1);
    const { rows } = await sumsOf(ctx, sql`${inner}`);
    return { sums: rows, isPartial: rows.reduce((sum, each) => sum + each.rows, 0) > ADDED_UP };
  },
});
