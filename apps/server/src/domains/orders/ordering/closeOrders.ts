import type { OrderResult } from '@cardinal/contract/api/openApi/eventInterfaces.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { tellCustomers } from '../../customerEvents/face.ts';
import { releaseHold } from '../../ledger/face.ts';
import { orderFinished } from '../events.ts';
import type { OrderRow } from './orderMoney.ts';
import { aboutOrderMoney } from './placeOrder.ts';

const { ordering, success, partly, failed, closed } = FulfilmentState.values;

const ANYBODY = 'orders are closed for everybody';

/** Tells who pays, and who ordered, what came of it. A number of one's own system is told to that customer only. */
async function tellOfResult(ctx: Ctx, order: OrderRow, state: FulfilmentState): Promise<void> {
  const reference = await ctx
    .beyondScope(ANYBODY)
    .selectFrom('orders.order_reference')
    .select(['customer_id', 'out_order_no'])
    .where('task_id', '=', order.task_id)
    .executeTakeFirst();
  const { customer_id, ordered_by_customer_id, lines, settled_lines } = order;
  const readers = new Set([customer_id, ordered_by_customer_id ?? customer_id]);
  await tellCustomers(
    ctx,
    [...readers].map((customerId) => {
      const facts: OrderResult = {
        orderNo: order.order_no,
        outOrderNo: reference?.customer_id === customerId ? reference.out_order_no : null,
        packageName: order.package_name,
        state,
        lines,
        settledLines: settled_lines,
        failedLines: lines - settled_lines,
      };
      return { customerId, type: PushEvent.values.order_result, happenedAt: ctx.clock.now(), facts };
    }),
  );
}

/** Closes an order whose task is done: lines that nobody reached are closed, and what was held for undelivered ones goes back. */
export async function closeOrder(ctx: Ctx, order: OrderRow): Promise<void> {
  const db = ctx.beyondScope(ANYBODY);
  const now = ctx.clock.now();
  await db
    .updateTable('orders.order_line')
    .set({ state: closed, settled_at: now })
    .where('order_id', '=', order.id)
    .where('state', '=', ordering)
    .execute();
  if (order.hold_id !== null && order.settled_lines < order.lines)
    await releaseHold(ctx, aboutOrderMoney(order, 'release'), order.hold_id);
  const state = order.settled_lines === order.lines ? success : order.settled_lines > 0 ? partly : failed;
  await db
    .updateTable('orders.package_order')
    .set({ fulfil_state: state, finished_at: now })
    .where('id', '=', order.id)
    .execute();
  await tellOfResult(ctx, order, state);
  await ctx.emit(orderFinished, {
    orderId: order.id,
    orderNo: order.order_no,
    customerId: order.customer_id,
    state,
    lines: order.lines,
    settled: order.settled_lines,
  });
}

export const closeOrdersJob = job({
  name: 'orders.close',
  payload: z.object({ taskId: idSchema }),
  retries: 20,
  run: (ctx, { taskId }) =>
    ctx.transact(async (inside) => {
      const open = await inside
        .beyondScope(ANYBODY)
        .selectFrom('orders.package_order')
        .selectAll()
        .where('task_id', '=', taskId)
        .where('finished_at', 'is', null)
        .orderBy('id')
        .forUpdate()
        .execute();
      for (const order of open) await closeOrder(inside, order);
    }),
});
