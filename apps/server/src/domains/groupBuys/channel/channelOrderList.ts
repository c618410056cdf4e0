import { listChannelOrders } from '@cardinal/contract/api/groupBuys/channelOrders.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { sql } from 'kysely';
import { accountOf } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { customerNames } from '../../customers/face.ts';
import { beyond } from '../batches/batchStore.ts';

const { success, failed } = FulfilmentState.values;

export const channelOrderDataset = dataset(listChannelOrders, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['createdAt']);
    const { customerId } = accountOf(ctx);
    return ctx.db
      .selectFrom('group_buys.channel_order as c')
      .innerJoin('orders.v_order as o', 'o.id', 'c.order_id')
      .where((on) => on.or([on('c.seller_id', '=', customerId), on('c.customer_id', '=', customerId)]));
  },
  table: 'c',
  countBound: 20_000,
  columns: { buyerId: sql`c.customer_id`, state: sql`o.fulfil_state` },
  select: (query) =>
    query.select([
      'c.id',
      'c.created_at',
      'c.sales_platform',
      'c.their_order_no',
      'c.order_id',
      'c.order_no',
      'c.iccid',
      'c.code_no',
      'c.batch_no',
      'c.package_name',
      'c.customer_id as buyer_id',
      'c.seller_id',
      'c.their_price',
      'c.settlement_price',
      'c.currency',
      'o.refunded',
      'o.fulfil_state as state',
      'o.finished_at',
    ]),
  present: async (rows, ctx) => {
    const ids = rows.flatMap(({ seller_id, buyer_id }) => [seller_id, buyer_id]);
    const names = await customerNames(beyond(ctx), [...new Set(ids)]);
    return rows.map((row) => ({
      buyerName: names.get(row.buyer_id) ?? '',
      sellerName: names.get(row.seller_id) ?? '',
      commission: row.their_price === null ? null : String(BigInt(row.their_price) - BigInt(row.settlement_price)),
    }));
  },
  figures: async (ctx, filtered) => {
    const found = (await filtered())
      .clearSelect()
      .select([
        sql<number>`o.fulfil_state`.as('state'),
        sql<string>`c.currency`.as('currency'),
        sql<string>`c.settlement_price - o.refunded`.as('paid'),
      ]);
    const { rows } = await sql<{ currency: string; orders: number; delivered: number; failed: number; amount: string }>`
      select f.currency, count(*)::int as orders, count(*) filter (where f.state = ${success})::int as delivered,
        count(*) filter (where f.state = ${failed})::int as failed,
        coalesce(sum(f.paid) filter (where f.state = ${success}), 0)::bigint as amount
      from (${found}) f group by 1 order by 1`.execute(ctx.db);
    const total = (column: 'orders' | 'delivered' | 'failed') => rows.reduce((sum, row) => sum + row[column], 0);
    return {
      orders: total('orders'),
      delivered: total('delivered'),
      failed: total('failed'),
      settled: rows.map(({ currency, amount }) => ({ currency, amount: String(amount) })),
    };
  },
});
