import { listPackageOrderRecords } from '@cardinal/contract/api/orders/packageOrders.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { businessNumbers, narrowing, wordsIn } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import { taskRefs } from '../../tasks/face.ts';
import { minorOrNull, shareOfUnit, stepsOfUnit } from '../ordering/orderRules.ts';
import { byPackageName } from './cardFilters.ts';
import { operatorName, ownCustomer, ownSteps } from './ownSteps.ts';

const { failed, ordering, success } = FulfilmentState.values;
/** A line stands for all records of its card until the card gets them. */
const isPlaced = ({ line_state }: { readonly line_state: FulfilmentState }): boolean => line_state === ordering;

/** Orders and records are joined from the left: rows that are counted or passed over need neither. */
export const recordDataset = dataset(listPackageOrderRecords, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['createdAt', 'startsAt', 'endsAt']);
    return ctx.db
      .selectFrom('orders.order_line as l')
      .leftJoin('orders.package_order as o', 'o.id', 'l.order_id')
      .leftJoin('orders.package_usage as u', 'u.id', 'l.usage_id');
  },
  table: 'l',
  carrier: sql`l.platform`,
  countBound: 20_000,
  columns: {
    packageName: byPackageName,
    packageType: sql`o.package_type`,
    currency: sql`o.currency`,
    orderNo: {
      sql: sql`o.order_no`,
      // Read first: the lines of an order are found by its id.
      where: (_, value) =>
        sql<boolean>`l.order_id in (select x.id from orders.package_order x where x.order_no = any(${value}))`,
    },
    source: sql`o.source`,
    lineState: sql`l.state`,
    usageState: sql`u.state`,
    startsAt: sql`u.starts_at`,
    endsAt: sql`u.ends_at`,
  },
  select: (query) =>
    query.select([
      'l.id',
      'l.iccid',
      'l.card_id',
      'l.customer_id',
      'l.platform',
      'l.created_at',
      'l.order_id',
      'l.state as line_state',
      'l.failure_zh',
      'l.failure_en',
      'l.refunded as given_back',
      'l.unit',
      'o.units',
      'o.order_no',
      'o.task_id as ordered_in',
      'o.package_type',
      'o.package_name',
      'o.currency',
      'o.source',
      'o.effective_type',
      'o.price as one_price',
      'o.ordered_by_name',
      'o.ordered_by_customer_id',
      'u.state as usage_state',
      'u.starts_at',
      'u.ends_at',
      'u.flow_bytes',
      'u.voice_seconds',
    ]),
  present: async (rows, ctx) => {
    const [names, steps, numbers, tasks] = await Promise.all([
      customerNames(
        ctx.db,
        rows.map((row) => row.customer_id),
      ),
      ownSteps(
        ctx,
        rows.map((row) => ({ id: row.order_id, currency: row.currency ?? '' })),
      ),
      businessNumbers(
        ctx,
        rows.map((row) => row.card_id),
      ),
      taskRefs(
        ctx.db,
        rows.flatMap((row) => (row.line_state === failed && row.ordered_in ? [row.ordered_in] : [])),
      ),
    ]);
    const own = ownCustomer(ctx);
    return rows.map((row) => {
      const isPaid = row.line_state === ordering || row.line_state === success;
      const units = isPlaced(row) ? 1 : (row.units ?? 1);
      const whole = steps.get(row.order_id);
      const [step] = whole ? stepsOfUnit([whole], row.unit, units) : [];
      const price = isPaid ? String(shareOfUnit(BigInt(row.one_price ?? 0), row.unit, units)) : null;
      return {
        customerName: names.get(row.customer_id) ?? '',
        businessNumber: numbers.get(row.card_id) ?? null,
        taskId: row.line_state === failed && tasks.has(row.ordered_in ?? '') ? row.ordered_in : null,
        operatorName: operatorName(ctx, { name: row.ordered_by_name ?? '', customerId: row.ordered_by_customer_id }),
        failure: wordsIn(ctx.language, row.failure_zh, row.failure_en),
        price,
        cost: row.customer_id === own ? price : isPaid && step ? minorOrNull(step.reserve) : null,
        margin: isPaid && step ? minorOrNull(step.margin) : null,
        refunded: row.given_back === '0' ? null : row.given_back,
      };
    });
  },
  extra: async (query, asked, ctx) =>
    (await narrowing(ctx, 'l', asked)).reduce((so, condition) => so.where(condition), query),
});
