import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { requirePosted } from '../../ledger/face.ts';
import { whyNotDelivered } from '../../orders/face.ts';
import { refundPayment } from '../../payments/face.ts';
import { giveOut } from './retailMoney.ts';

const REASONS = {
  failed: '开通失败，自动退款',
  unsubscribed: '套餐已退订',
} as const;

const beyond = (ctx: Ctx) => ctx.beyondScope('money goes back to whoever paid');

const payload = z.object({
  retailOrderId: idSchema,
  /** Once for each order: `failed`, or the line that was unsubscribed. */
  cause: z.string(),
  /** All that was paid and has not gone back, where it is left out. */
  amount: z.string().optional(),
});

/**
 * Returns money to a buyer the way it came, once for each cause: out of his wallet, and asked of the provider. Locks the payment,
 * then the order.
 */
export async function giveBack(ctx: Ctx, { retailOrderId, cause, amount }: z.output<typeof payload>): Promise<void> {
  const found = await beyond(ctx)
    .selectFrom('retail_orders.retail_order')
    .select('payment_id')
    .where('id', '=', retailOrderId)
    .executeTakeFirst();
  if (!found) return;
  await ctx.transact(async (inside) => {
    const db = beyond(inside);
    let given: bigint | undefined;
    const reason = cause === 'failed' ? REASONS.failed : REASONS.unsubscribed;
    const refundId = await refundPayment(inside, found.payment_id, async (payment) => {
      const row = await db
        .selectFrom('retail_orders.retail_order')
        .selectAll()
        .where('id', '=', retailOrderId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const before = await db
        .selectFrom('retail_orders.give_back')
        .select('id')
        .where('retail_order_id', '=', row.id)
        .where('cause', '=', cause)
        .executeTakeFirst();
      const left = BigInt(row.price) - BigInt(row.refunded);
      // Where the seller paid what it owes from its balance, a part of that is the same part of the price.
      const due = amount === undefined ? left : row.is_self_collected ? selfPart(row, amount) : BigInt(amount);
      given = due < left ? due : left;
      if (before || given <= 0n) return undefined;
      const posted = await giveOut(inside, row, payment.merchant_id, cause, given);
      if (posted) requirePosted(posted);
      return { amount: given, reason };
    });
    if (refundId === undefined || given === undefined) return;
    await db
      .insertInto('retail_orders.give_back')
      .values({
        id: inside.ids.next(),
        retail_order_id: retailOrderId,
        customer_id: (
          await db
            .selectFrom('retail_orders.retail_order')
            .select('customer_id')
            .where('id', '=', retailOrderId)
            .executeTakeFirstOrThrow()
        ).customer_id,
        cause,
        amount: String(given),
        reason,
        refund_id: refundId,
        created_at: inside.clock.now(),
      })
      .execute();
    await db
      .updateTable('retail_orders.retail_order')
      .set((row) => ({ refunded: row('refunded', '+', String(given)) }))
      .where('id', '=', retailOrderId)
      .execute();
  });
}

type Chain = { readonly levels: unknown };
const selfPart = ({ price, chain }: { price: string; chain: Chain }, amount: string): bigint => {
  const levels = chain.levels as { cost: string | null }[];
  const owed = BigInt(levels.at(-1)?.cost ?? '0');
  return owed === 0n ? BigInt(price) : (BigInt(price) * BigInt(amount)) / owed;
};

export const giveBackJob = job({
  name: 'retailOrders.giveBack',
  payload,
  retries: 20,
  keyed: 'waiting',
  run: (ctx, asked) => giveBack(ctx, asked),
});

const { success, failed } = FulfilmentState.values;

/** How the order behind it ended: set up, or failed and given back. */
export async function orderEnded(ctx: Ctx, { orderId, settled }: { orderId: string; settled: number }): Promise<void> {
  await ctx.transact(async (inside) => {
    const db = beyond(inside);
    const row = await db
      .selectFrom('retail_orders.retail_order')
      .select(['id', 'card_id'])
      .where('package_order_id', '=', orderId)
      .where('fulfil_state', '=', FulfilmentState.values.ordering)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const words = settled > 0 ? undefined : await whyNotDelivered(inside, orderId);
    await db
      .updateTable('retail_orders.retail_order')
      .set({
        fulfil_state: settled > 0 ? success : failed,
        finished_at: inside.clock.now(),
        why_zh: words?.zh ?? null,
        why_en: words?.en ?? null,
      })
      .where('id', '=', row.id)
      .execute();
    if (settled === 0) await inside.enqueue(giveBackJob, { retailOrderId: row.id, cause: 'failed' }, { key: row.id });
  });
}

/** A package that was bought here was unsubscribed: what it cost goes back to the buyer. */
export async function orderSoldBack(
  ctx: Ctx,
  { orderId, cause, amount }: { orderId: string; cause: string; amount: string },
): Promise<void> {
  const row = await beyond(ctx)
    .selectFrom('retail_orders.retail_order')
    .select('id')
    .where('package_order_id', '=', orderId)
    .executeTakeFirst();
  if (row) await giveBack(ctx, { retailOrderId: row.id, cause, amount });
}
