import { listChannelOrders } from '@cardinal/contract/api/channelStatements/channelOrders.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { type InferResult, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { customerNames } from '../../customers/face.ts';
import { ourSettlement } from '../matching/ourOrders.ts';

const { success, failed } = FulfilmentState.values;

const theirs = sql<string | null>`case when l.state = 'paid' then l.settlement when l.id is not null then 0 end`;
/** What the seller's statement says, the caller's own only. */
const said = [
  theirs.as('their_settlement'),
  sql<string | null>`l.commission`.as('said_commission'),
  sql<string | null>`l.state`.as('their_state'),
  sql<string | null>`l.settled_on`.as('settled_on'),
] as const;
const different = [
  sql<string | null>`d.kind`.as('difference'),
  sql<string | null>`d.number`.as('difference_no'),
] as const;

/** Orders that the caller sold or bought, each with what its line says. */
const orders = (ctx: Ctx, customerId: string) =>
  ctx.db
    .selectFrom('group_buys.v_channel_order as c')
    .innerJoin('orders.v_order as o', 'o.id', 'c.order_id')
    .leftJoin('channel_statements.line as l', (on) =>
      on.onRef('l.order_id', '=', 'c.order_id').on('l.customer_id', '=', customerId),
    )
    .leftJoin('channel_statements.difference as d', (on) =>
      on.onRef('d.order_id', '=', 'c.order_id').on('d.customer_id', '=', customerId).on('d.decision', 'is', null),
    )
    .where((on) => on.or([on('c.seller_id', '=', customerId), on('c.customer_id', '=', customerId)]))
    .select(['c.id', 'c.created_at', 'c.sales_platform', 'c.order_id', 'c.order_no', 'c.code_no', 'c.batch_no'])
    .select([sql<string | null>`coalesce(l.their_order_no, c.their_order_no)`.as('their_order_no')])
    .select([sql<string | null>`c.iccid`.as('iccid'), 'c.package_name', 'c.customer_id as buyer_id', 'c.seller_id'])
    .select([sql<string | null>`coalesce(l.amount, c.their_price)`.as('their_price')])
    .select([sql<string | null>`c.settlement_price + c.corrected`.as('settlement_price'), 'c.currency', 'o.refunded'])
    .select([
      'o.fulfil_state as state',
      'o.finished_at',
      sql<string>`case when c.sales_platform is null then 0 else ${ourSettlement} end`.as('ours'),
    ])
    .select([...said, ...different]);

/** What the statements list without an order of ours. */
const unknown = (ctx: Ctx, customerId: string) =>
  ctx.db
    .selectFrom('channel_statements.line as l')
    .leftJoin('channel_statements.difference as d', (on) =>
      on.onRef('d.line_id', '=', 'l.id').on('d.decision', 'is', null),
    )
    .where('l.customer_id', '=', customerId)
    .where('l.order_id', 'is', null)
    .select(['l.id', 'l.ordered_at as created_at', 'l.sales_platform'])
    .select([sql<string | null>`null::bigint`.as('order_id'), sql<string | null>`null::text`.as('order_no')])
    .select([sql<string | null>`null::text`.as('code_no'), sql<string | null>`null::text`.as('batch_no')])
    .select([sql<string | null>`l.their_order_no`.as('their_order_no'), 'l.iccid'])
    .select([sql<string | null>`null::text`.as('package_name'), 'l.customer_id as buyer_id'])
    .select(['l.customer_id as seller_id', sql<string | null>`l.amount`.as('their_price')])
    .select([sql<string | null>`null::bigint`.as('settlement_price'), 'l.currency'])
    .select([sql<string | null>`null::bigint`.as('refunded'), sql<number | null>`null::smallint`.as('state')])
    .select([sql<Date | null>`null::timestamptz`.as('finished_at'), sql<string>`0::bigint`.as('ours')])
    .select([...said, ...different]);

export const channelOrderDataset = dataset(listChannelOrders, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['createdAt']);
    const { customerId } = accountOf(ctx);
    // The same columns, of which some are always null where there is no order.
    const lines = unknown(ctx, customerId).$castTo<InferResult<ReturnType<typeof orders>>[number]>();
    return ctx.db.selectFrom(orders(ctx, customerId).unionAll(lines).as('c'));
  },
  table: 'c',
  countBound: 20_000,
  columns: { commission: sql`c.said_commission` },
  select: (query) => query.selectAll('c'),
  present: async (rows, ctx) => {
    const ids = rows.flatMap(({ seller_id, buyer_id }) => [seller_id, buyer_id]);
    const names = await customerNames(ctx.beyondScope('orders of a channel name who sold and who bought'), [
      ...new Set(ids),
    ]);
    return rows.map((row) => ({
      buyerName: names.get(row.buyer_id) ?? '',
      sellerName: names.get(row.seller_id) ?? '',
      commission:
        row.said_commission ??
        (row.their_price === null || row.settlement_price === null
          ? null
          : String(BigInt(row.their_price) - BigInt(row.settlement_price))),
    }));
  },
  figures: async (ctx, filtered) => {
    const found = (await filtered())
      .clearSelect()
      .select(['c.state', 'c.currency', 'c.ours', 'c.their_settlement', 'c.order_id', 'c.difference']);
    const { rows } = await sql<Record<'orders' | 'delivered' | 'failed' | 'differences', number> & Sums>`
      select f.currency, count(f.order_id)::int as orders, count(*) filter (where f.state = ${success})::int as delivered,
        count(*) filter (where f.state = ${failed})::int as failed, count(f.difference)::int as differences,
        coalesce(sum(f.ours), 0)::bigint as ours, coalesce(sum(f.their_settlement), 0)::bigint as theirs
      from (${found}) f group by 1 order by 1`.execute(ctx.db);
    const total = (column: 'orders' | 'delivered' | 'failed' | 'differences') =>
      rows.reduce((sum, row) => sum + row[column], 0);
    return {
      orders: total('orders'),
      delivered: total('delivered'),
      failed: total('failed'),
      differences: total('differences'),
      settled: rows.map(({ currency, ours, theirs: said }) => ({ currency, ours: String(ours), theirs: String(said) })),
    };
  },
});

type Sums = { readonly currency: string; readonly ours: string; readonly theirs: string };
