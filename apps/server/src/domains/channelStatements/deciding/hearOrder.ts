import type { Ctx } from '../../../framework/context.ts';
import { matchLines } from '../matching/matchLines.ts';
import { beyond, lockStatements } from '../matching/ourOrders.ts';

/** A channel order has ended: what its statement says of it is compared again. */
export const orderEnded = (ctx: Ctx, { orderId }: { orderId: string }): Promise<void> =>
  ctx.transact(async (inside) => {
    const order = await beyond(inside)
      .selectFrom('group_buys.v_channel_order')
      .select(['seller_id', 'sales_platform'])
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    if (!order || order.sales_platform === null) return;
    await lockStatements(inside, order.seller_id);
    const channel = { customerId: order.seller_id, salesPlatform: order.sales_platform };
    await matchLines(inside, channel, { orderIds: [orderId] });
  });
