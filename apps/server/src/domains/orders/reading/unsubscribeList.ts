import { listUnsubscribeRecords } from '@cardinal/contract/api/orders/packageOrders.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { businessNumbers, narrowing } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import { taskRefs } from '../../tasks/face.ts';
import { minorOrNull, shareOfUnit, stepsBack, stepsOfUnit } from '../ordering/orderRules.ts';
import { byPackageName, PLATFORM } from './cardFilters.ts';
import { operatorName, ownCustomer, ownSteps } from './ownSteps.ts';

/** Beyond so many rows the sums are those of the first: a shorter time adds up whole. */
const ADDED_UP = 100_000;

export const unsubscribeDataset = dataset(listUnsubscribeRecords, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['createdAt']);
    return ctx.db
      .selectFrom('orders.unsubscription as n')
      .leftJoin('orders.package_order as o', 'o.id', 'n.order_id')
      .leftJoin('orders.order_line as l', 'l.id', 'n.line_id')
      .leftJoin('orders.package_usage as u', 'u.id', 'n.usage_id');
  },
  table: 'n',
  carrier: PLATFORM,
  countBound: 20_000,
  columns: {
    platform: PLATFORM,
    packageName: byPackageName,
    packageType: sql`u.package_type`,
    orderNo: {
      sql: sql`o.order_no`,
      where: (_, value) =>
        sql<boolean>`n.order_id in (select x.id from orders.package_order x where x.order_no = any(${value}))`,
    },
  },
  select: (query) =>
    query.select([
      'n.id',
      'n.iccid',
      'n.card_id',
      'n.customer_id',
      'n.created_at',
      'n.order_id',
      'n.state_before',
      'n.rule',
      'n.part_of',
      'n.part_whole',
      'n.amount',
      'n.currency',
      'n.channel',
      'n.reason',
      'n.task_id',
      'n.done_by_name',
      'n.done_by_customer_id',
      'o.order_no',
      'o.price as whole_price',
      'o.units',
      'l.unit',
      'u.package_name',
      'u.package_type',
      sql<number>`${PLATFORM}`.as('platform'),
    ]),
  present: async (rows, ctx) => {
    const [names, steps, tasks, numbers] = await Promise.all([
      customerNames(
        ctx.db,
        rows.map((row) => row.customer_id),
      ),
      ownSteps(
        ctx,
        rows.flatMap((row) => (row.order_id === null ? [] : { id: row.order_id, currency: row.currency })),
      ),
      taskRefs(
        ctx.db,
        rows.flatMap((row) => row.task_id ?? []),
      ),
      businessNumbers(
        ctx,
        rows.map((row) => row.card_id),
      ),
    ]);
    const own = ownCustomer(ctx);
    return rows.map((row) => {
      const step = steps.get(row.order_id ?? '');
      const [unit, units] = [row.unit ?? 1, row.units ?? 1];
      const part = { of: BigInt(row.part_of), whole: BigInt(row.part_whole) };
      const [back] = step ? stepsBack(stepsOfUnit([step], unit, units), part) : [];
      return {
        customerName: names.get(row.customer_id) ?? '',
        businessNumber: numbers.get(row.card_id) ?? null,
        price: row.whole_price === null ? null : String(shareOfUnit(BigInt(row.whole_price), unit, units)),
        operatorName: operatorName(ctx, { name: row.done_by_name, customerId: row.done_by_customer_id }),
        left: { of: row.part_of, whole: row.part_whole },
        costBack: row.customer_id === own ? row.amount : back ? minorOrNull(back.reserve) : null,
        marginBack: back ? minorOrNull(back.margin) : null,
        taskNo: (row.task_id === null ? undefined : tasks.get(row.task_id)?.taskNo) ?? null,
      };
    });
  },
  extra: async (query, asked, ctx) =>
    (await narrowing(ctx, 'n', asked)).reduce((so, condition) => so.where(condition), query),
  figures: async (ctx, filtered) => {
    const inner = (await filtered())
      .clearSelect()
      .select([sql<string>`n.currency`.as('currency'), sql<string>`n.amount`.as('amount')])
      .limit(ADDED_UP + 1);
    const rows = (await ctx.db
      .selectFrom(inner.as('f'))
      .select([sql<string>`f.currency`.as('currency'), sql<number>`count(*)::int`.as('rows')])
      .select(sql<string>`sum(f.amount)`.as('amount'))
      .groupBy(sql`f.currency`)
      .orderBy(sql`count(*)`, 'desc')
      .execute()) as { currency: string; rows: number; amount: string }[];
    return { sums: rows, isPartial: rows.reduce((sum, each) => sum + each.rows, 0) > ADDED_UP };
  },
});
