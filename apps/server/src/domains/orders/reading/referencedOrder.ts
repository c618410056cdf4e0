import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { wordsIn } from '../../cards/face.ts';
import { taskRefs } from '../../tasks/face.ts';

const { failed } = FulfilmentState.values;
const LINES_OF_A_PAGE = 100;

async function linesOf(ctx: Ctx, orderId: string, page: number) {
  const rows = await ctx.db
    .selectFrom('orders.order_line as l')
    .leftJoin('orders.package_usage as u', 'u.id', 'l.usage_id')
    .select(['l.iccid', 'l.state', 'l.failure_code', 'l.failure_zh', 'l.failure_en', 'u.starts_at', 'u.ends_at'])
    .where('l.order_id', '=', orderId)
    .orderBy('l.id')
    .offset((page - 1) * LINES_OF_A_PAGE)
    .limit(LINES_OF_A_PAGE)
    .execute();
  return rows.map((row) => ({
    iccid: row.iccid,
    state: row.state,
    code: row.failure_code,
    reason: wordsIn(ctx.language, row.failure_zh, row.failure_en),
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
  }));
}

/** The order the caller's customer gave this number, with a page of its cards; undefined where there is none. */
export async function referencedOrder(ctx: Ctx, outOrderNo: string, page: number) {
  const order = await ctx.db
    .selectFrom('orders.order_reference as r')
    .innerJoin('orders.package_order as o', 'o.task_id', 'r.task_id')
    .selectAll('o')
    .where('r.customer_id', '=', accountOf(ctx).customerId)
    .where('r.out_order_no', '=', outOrderNo)
    .executeTakeFirst();
  if (!order) return undefined;
  const [task, refusedLines, items] = await Promise.all([
    taskRefs(ctx.db, [order.task_id]),
    ctx.db
      .selectFrom('orders.order_line')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('order_id', '=', order.id)
      .where('state', '=', failed)
      .executeTakeFirstOrThrow(),
    linesOf(ctx, order.id, page),
  ]);
  return {
    orderNo: order.order_no,
    outOrderNo,
    taskNo: task.get(order.task_id)?.taskNo ?? null,
    packageName: order.package_name,
    state: order.fulfil_state,
    lines: order.lines,
    settledLines: order.settled_lines,
    failedLines: Number(refusedLines.n),
    currency: order.currency,
    price: order.price,
    paid: String(BigInt(order.price) * BigInt(order.settled_lines)),
    refunded: order.refunded,
    createdAt: order.created_at.toISOString(),
    finishedAt: order.finished_at?.toISOString() ?? null,
    items,
  };
}

/** The number of the order a task is for. */
export async function orderOfTask(ctx: Ctx, taskId: string): Promise<{ orderNo: string; price: string }> {
  const order = await ctx.db
    .selectFrom('orders.package_order')
    .select(['order_no', 'price'])
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();
  return { orderNo: order.order_no, price: order.price };
}
