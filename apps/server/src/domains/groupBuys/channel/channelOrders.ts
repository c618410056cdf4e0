import { money, negated } from '@cardinal/primitives/money.ts';
import type { Insertable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { beyond } from '../batches/batchStore.ts';
import { betweenShopAndSeller } from '../groupBuyMoney.ts';
import type { ChannelOrderTable } from '../groupBuyTables.ts';

/** An order for a card that a shop sold, without a redeem code: its seller has been paid outside, so it is its own buyer. */
export const addChannelOrder = (
  ctx: Ctx,
  order: Omit<Insertable<ChannelOrderTable>, 'id' | 'customer_id' | 'code_no' | 'batch_no' | 'created_at'>,
): Promise<unknown> =>
  beyond(ctx)
    .insertInto('group_buys.channel_order')
    .values({
      ...order,
      id: ctx.ids.next(),
      customer_id: order.seller_id,
      code_no: null,
      batch_no: null,
      created_at: ctx.clock.now(),
    })
    .execute();

/**
 * Changes what is settled of an order by so much. What its buyer paid too much or too little goes between it and the seller; of
 * an order that was paid outside nothing is posted. `cause` is unique.
 */
export async function correctSettlement(
  ctx: Ctx,
  { orderId, by, cause, remark }: { orderId: string; by: bigint; cause: string; remark: string },
): Promise<void> {
  if (by === 0n) return;
  const order = await beyond(ctx)
    .selectFrom('group_buys.channel_order')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await beyond(ctx)
    .updateTable('group_buys.channel_order')
    .set({ corrected: String(BigInt(order.corrected) + by) })
    .where('id', '=', order.id)
    .execute();
  if (order.customer_id === order.seller_id) return;
  const amount = money(by, order.currency);
  await betweenShopAndSeller(
    ctx,
    order,
    { key: `channel:${cause}`, kind: by < 0n ? 'refund' : 'transfer', businessNo: order.order_no, remark },
    { shop: negated(amount), seller: amount },
  );
}
