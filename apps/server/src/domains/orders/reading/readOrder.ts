import type { readPackageOrder as endpoint } from '@cardinal/contract/api/orders/packageOrders.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { wordsIn } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import { taskRefs } from '../../tasks/face.ts';
import type { OrderRow } from '../ordering/orderMoney.ts';
import { operatorName, ownCustomer } from './ownSteps.ts';

const TRANSACTIONS = 50;

type Answer = AnswerOf<typeof endpoint>;

/** Steps are scoped by their customer: those of levels above the caller are not among them. */
async function stepsSeen(ctx: Ctx, orderId: string): Promise<Answer['steps']> {
  const rows = await ctx.db
    .selectFrom('orders.order_step')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('level')
    .execute();
  const names = await customerNames(
    ctx.db,
    rows.map((row) => row.customer_id),
  );
  return rows.map((row) => ({
    customerId: row.customer_id,
    customerName: names.get(row.customer_id) ?? '',
    cost: row.reserve,
    price: row.price,
    margin: row.margin,
  }));
}

async function failuresOf(ctx: Ctx, orderId: string): Promise<Answer['failures']> {
  const rows = await ctx.db
    .selectFrom('orders.order_line')
    .select(['failure_zh', 'failure_en', sql<number>`count(*)::int`.as('lines')])
    .where('order_id', '=', orderId)
    .where('failure_code', 'is not', null)
    .groupBy(['failure_zh', 'failure_en'])
    .orderBy('lines', 'desc')
    .execute();
  return rows.map((row) => ({
    words: wordsIn(ctx.language, row.failure_zh, row.failure_en) ?? '',
    lines: row.lines,
  }));
}

/** What each transaction of the order changed for its payer, and of what the caller's customer earns. */
async function transactionsOf(ctx: Ctx, order: OrderRow, seesMoney: boolean): Promise<Answer['transactions']> {
  const own = ownCustomer(ctx) ?? '0';
  const sum = (which: ReturnType<typeof sql<boolean>>) =>
    sql<string>`coalesce(sum(g.amount) filter (where ${which}), 0)`;
  const ofPayer = sql`g.customer_id = ${order.customer_id}::bigint`;
  const rows = await ctx.db
    .selectFrom('ledger.v_transaction as t')
    .innerJoin('ledger.v_leg as g', 'g.transaction_id', 't.id')
    .select(['t.id', 't.at', 't.kind', 't.step'])
    .select([
      sum(sql<boolean>`${ofPayer} and g.kind in ('balance', 'payable')`).as('balance'),
      sum(sql<boolean>`${ofPayer} and g.kind = 'frozen'`).as('frozen'),
      sum(sql<boolean>`g.customer_id = ${own}::bigint and g.kind in ('profitFrozen', 'profit', 'revenue')`).as(
        'earned',
      ),
    ])
    .where('t.business_no', '=', order.order_no)
    .groupBy(['t.id', 't.at', 't.kind', 't.step'])
    .orderBy('t.at')
    .orderBy('t.id')
    .limit(TRANSACTIONS + 1)
    .execute();
  return rows.map(({ at, earned, ...row }) => ({ ...row, at: at.toISOString(), earned: seesMoney ? earned : null }));
}

export async function readPackageOrder(ctx: Ctx, { id }: QueryOf<typeof endpoint>): Promise<Answer> {
  const order = await ctx.db.selectFrom('orders.package_order').selectAll().where('id', '=', id).executeTakeFirst();
  if (!order) throw new Refused(notFound);
  const seesMoney = holds(ctx.actor, 'packageOrderRecord.money');
  const names = await customerNames(ctx.db, [order.customer_id]);
  const task = (await taskRefs(ctx.db, [order.task_id])).get(order.task_id);
  const transactions = await transactionsOf(ctx, order, seesMoney);
  return {
    id: order.id,
    name: order.order_no,
    customerId: order.customer_id,
    customerName: names.get(order.customer_id) ?? '',
    packageName: order.package_name,
    packageType: order.package_type,
    source: order.source,
    effectiveType: order.effective_type,
    postponeDays: order.postpone_days,
    state: order.fulfil_state,
    currency: order.currency,
    price: order.price,
    units: order.units,
    lines: order.lines,
    settledLines: order.settled_lines,
    paid: String(BigInt(order.price) * BigInt(order.settled_lines)),
    refunded: order.refunded,
    operatorName: operatorName(ctx, { name: order.ordered_by_name, customerId: order.ordered_by_customer_id }),
    task: task ? { id: order.task_id, taskNo: task.taskNo } : null,
    createdAt: order.created_at.toISOString(),
    finishedAt: order.finished_at?.toISOString() ?? null,
    failures: await failuresOf(ctx, order.id),
    steps: seesMoney ? await stepsSeen(ctx, order.id) : [],
    transactions: transactions.slice(0, TRANSACTIONS),
    hasMoreTransactions: transactions.length > TRANSACTIONS,
  };
}
