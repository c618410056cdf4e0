import { listApiOrders } from '@cardinal/contract/api/orders/apiOrders.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { narrowing, wordsIn } from '../../cards/face.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import { taskRefs } from '../../tasks/face.ts';
import { byPackageName, PLATFORM } from './cardFilters.ts';

const { failed } = FulfilmentState.values;
/** The head tells of the latest orders, so many at most. */
const SUMMED_UP = 10_000;
const REASONS = 3;

const SECONDS = sql<number | null>`ceil(extract(epoch from o.finished_at - o.created_at))::int`;

/** What failed in each of these orders: how many cards, and the most frequent reason. */
async function failuresOf(ctx: Ctx, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, { lines: number; words: string | null }>();
  const rows = await ctx.db
    .selectFrom('orders.order_line')
    .select(['order_id', 'failure_zh', 'failure_en', sql<number>`count(*)::int`.as('n')])
    .where('order_id', 'in', [...orderIds])
    .where('state', '=', failed)
    .groupBy(['order_id', 'failure_zh', 'failure_en'])
    .orderBy('n', 'desc')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.order_id)].map(([id, all]) => [
      id,
      {
        lines: all.reduce((sum, { n }) => sum + n, 0),
        words: wordsIn(ctx.language, all[0]?.failure_zh ?? null, all[0]?.failure_en ?? null),
      },
    ]),
  );
}

export const apiOrderDataset = dataset(listApiOrders, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['createdAt']);
    return ctx.db
      .selectFrom('orders.order_reference as r')
      .innerJoin('orders.package_order as o', 'o.task_id', 'r.task_id');
  },
  table: 'o',
  carrier: PLATFORM,
  countBound: 20_000,
  columns: {
    outOrderNo: sql`r.out_order_no`,
    keyName: sql`r.key_name`,
    customerId: sql`r.customer_id`,
    packageName: byPackageName,
    packageType: sql`o.package_type`,
    state: sql`o.fulfil_state`,
  },
  select: (query) =>
    query.select([
      'o.id',
      'o.created_at',
      'r.out_order_no',
      'o.order_no',
      'r.key_name',
      'r.customer_id',
      'r.repeats',
      'o.task_id as ordered_in',
      'o.package_name',
      'o.package_type',
      'o.fulfil_state as state',
      'o.lines',
      'o.settled_lines as settled',
      'o.price',
      'o.currency',
      sql<string | null>`${SECONDS}::bigint`.as('seconds'),
    ]),
  present: async (rows, ctx) => {
    const [names, failures, tasks] = await Promise.all([
      customerNames(
        ctx.db,
        rows.map((row) => row.customer_id),
      ),
      failuresOf(
        ctx,
        rows.map((row) => row.id),
      ),
      taskRefs(
        ctx.db,
        rows.map((row) => row.ordered_in),
      ),
    ]);
    return rows.map((row) => ({
      customerName: names.get(row.customer_id) ?? '',
      paid: String(BigInt(row.price) * BigInt(row.settled)),
      failed: failures.get(row.id)?.lines ?? 0,
      taskId: tasks.has(row.ordered_in) ? row.ordered_in : null,
      failure: failures.get(row.id)?.words ?? null,
    }));
  },
  extra: async (query, asked, ctx) => {
    const { under, ...numbers } = asked;
    const ofCards = await narrowing(ctx, 'l', numbers);
    const owned = under
      ? query.where(sql<boolean>`r.customer_id = any(${await subtreeIds(ctx.db, under)}::bigint[])`)
      : query;
    if (ofCards.length === 0) return owned;
    const lines = ofCards.reduce(
      (so, condition) => so.where(condition),
      ctx.db.selectFrom('orders.order_line as l').select('l.order_id'),
    );
    return owned.where(sql<boolean>`o.id in (${lines})`);
  },
  figures: async (ctx, filtered) => {
    const found = (await filtered())
      .clearSelect()
      .select([
        sql<string>`o.id`.as('id'),
        sql<number>`o.lines`.as('lines'),
        sql<number>`o.settled_lines`.as('settled'),
        SECONDS.as('seconds'),
      ])
      .orderBy(sql`o.created_at desc`)
      .limit(SUMMED_UP + 1);
    const { rows } = await sql<{ orders: number; lines: number; delivered: number; p95: number | null }>`
      select count(*)::int as orders, coalesce(sum(f.lines) filter (where f.seconds is not null), 0)::int as lines,
        coalesce(sum(f.settled) filter (where f.seconds is not null), 0)::int as delivered,
        percentile_disc(0.95) within group (order by f.seconds) as p95
      from (${found}) f`.execute(ctx.db);
    const reasons = await sql<{ zh: string; en: string; lines: number }>`
      select l.failure_zh as zh, l.failure_en as en, count(*)::int as lines
      from (${found}) f join orders.order_line l on l.order_id = f.id and l.state = ${failed}
      group by 1, 2 order by 3 desc limit ${REASONS}`.execute(ctx.db);
    const [all = { orders: 0, lines: 0, delivered: 0, p95: null }] = rows;
    return {
      ...all,
      orders: Math.min(all.orders, SUMMED_UP),
      isPartial: all.orders > SUMMED_UP,
      failures: reasons.rows.map(({ zh, en, lines }) => ({ words: wordsIn(ctx.language, zh, en) ?? '', lines })),
    };
  },
});
