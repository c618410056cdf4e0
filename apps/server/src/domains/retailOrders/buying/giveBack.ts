import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import type { RefundSource } from '@cardinal/contract/enumerations/retail.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { requirePosted } from '../../ledger/face.ts';
import { attemptOf } from '../../orders/face.ts';
import { refundPayment } from '../../payments/face.ts';
import { reasonGroup } from '../cases/caseRules.ts';
import { noteEvent, openCaseOf, putOnDesk, solveCase } from '../cases/caseStore.ts';
import { giveOut, type RetailOrderRow } from './retailMoney.ts';

const REASONS = { failed: '开通失败，自动退款', unsubscribed: '套餐已退订' } as const;
const NOT_DELIVERED = text('未能开通', 'Could not be set up');

const { none, success, failed } = FulfilmentState.values;

const beyond = (ctx: Ctx) => ctx.beyondScope('money goes back to whoever paid');

const lockOrder = (ctx: Ctx, id: string): Promise<RetailOrderRow> =>
  beyond(ctx)
    .selectFrom('retail_orders.retail_order')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

type GivenBack = {
  readonly retailOrderId: string;
  readonly paymentId: string;
  /** Once for each order. */
  readonly cause: string;
  readonly source: RefundSource;
  readonly reason: string;
  /** How much goes back of the order, which is locked after its payment; nothing where undefined. */
  readonly decide: (row: RetailOrderRow) => Promise<bigint | undefined>;
};

/**
 * Returns money to a buyer the way it came, once for each cause, in the caller's transaction: out of his wallet, and asked of the
 * provider. An order that was not set up has ended with it. Undefined: nothing was returned.
 */
export async function giveBackIn(ctx: Ctx, asked: GivenBack): Promise<bigint | undefined> {
  const { retailOrderId, cause, source, reason } = asked;
  const db = beyond(ctx);
  let given: { row: RetailOrderRow; amount: bigint } | undefined;
  const refundId = await refundPayment(ctx, asked.paymentId, async (payment) => {
    const row = await lockOrder(ctx, retailOrderId);
    const before = await db
      .selectFrom('retail_orders.give_back')
      .select('id')
      .where('retail_order_id', '=', row.id)
      .where('cause', '=', cause)
      .executeTakeFirst();
    const due = before ? undefined : await asked.decide(row);
    const left = BigInt(row.price) - BigInt(row.refunded);
    const amount = due !== undefined && due < left ? due : left;
    if (due === undefined || amount <= 0n) return undefined;
    const posted = await giveOut(ctx, row, payment.merchant_id, cause, amount);
    if (posted) requirePosted(posted);
    given = { row, amount };
    return { amount, reason };
  });
  if (refundId === undefined || given === undefined) return undefined;
  const { row, amount } = given;
  const now = ctx.clock.now();
  const by = ctx.actor.kind === 'account' ? ctx.actor : undefined;
  await db
    .insertInto('retail_orders.give_back')
    .values({
      id: ctx.ids.next(),
      retail_order_id: row.id,
      customer_id: row.customer_id,
      cause,
      amount: String(amount),
      reason,
      refund_id: refundId,
      source,
      operator_id: by?.accountId ?? null,
      operator: by?.account ?? null,
      operator_customer_id: by?.customerId ?? null,
      created_at: now,
    })
    .execute();
  const isSetUp = row.fulfil_state === success;
  await db
    .updateTable('retail_orders.retail_order')
    .set((of) => ({
      refunded: of('refunded', '+', String(amount)),
      ...(isSetUp ? {} : { fulfil_state: failed, finished_at: row.finished_at ?? now }),
    }))
    .where('id', '=', row.id)
    .execute();
  const sum = `${moneyText(money(amount, row.currency))} ${row.currency}`;
  await noteEvent(ctx, row, 'refunded', text(`${sum} · ${reason}`, `${sum} · ${reason}`));
  if (!isSetUp || BigInt(row.refunded) + amount >= BigInt(row.price)) await solveCase(ctx, row.id, 'refunded');
  return amount;
}

const payload = z.object({
  retailOrderId: idSchema,
  /** Once for each order: `failed`, or the line that was unsubscribed. */
  cause: z.string(),
  /** All that was paid and has not gone back, where it is left out. */
  amount: z.string().optional(),
});

/** Returns what nobody has to decide about: of an order that is not set up all that was paid, of an unsubscribed line its amount. */
export async function giveBack(ctx: Ctx, { retailOrderId, cause, amount }: z.output<typeof payload>): Promise<void> {
  const found = await beyond(ctx)
    .selectFrom('retail_orders.retail_order')
    .select('payment_id')
    .where('id', '=', retailOrderId)
    .executeTakeFirst();
  if (!found) return;
  const isFailed = cause === 'failed';
  await ctx.transact((inside) =>
    giveBackIn(inside, {
      retailOrderId,
      paymentId: found.payment_id,
      cause,
      source: isFailed ? 'failed' : 'unsubscribed',
      reason: isFailed ? REASONS.failed : REASONS.unsubscribed,
      decide: async (row) => {
        // Meanwhile it may have been tried again.
        if (isFailed && row.fulfil_state !== failed && row.fulfil_state !== none) return undefined;
        if (amount === undefined) return BigInt(row.price) - BigInt(row.refunded);
        // Where the seller paid what it owes from its balance, a part of that is the same part of the price.
        return row.is_self_collected ? selfPart(row, amount) : BigInt(amount);
      },
    }),
  );
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

/** A locked order got its package. */
export async function becameSetUp(ctx: Ctx, row: Pick<RetailOrderRow, 'id' | 'account_id' | 'customer_id'>) {
  await beyond(ctx)
    .updateTable('retail_orders.retail_order')
    .set({ fulfil_state: success, finished_at: ctx.clock.now(), why_zh: null, why_en: null })
    .where('id', '=', row.id)
    .execute();
  const open = await openCaseOf(ctx, row.id);
  // What the buyer asks for is still to be answered.
  if (!open || open.reason === 'asked') return;
  await noteEvent(ctx, row, 'setUp');
  await solveCase(ctx, row.id, 'setUp');
}

/** How the order behind it ended: set up, or failed and put on the desk. */
export async function orderEnded(ctx: Ctx, { orderId, settled }: { orderId: string; settled: number }): Promise<void> {
  await ctx.transact(async (inside) => {
    const db = beyond(inside);
    const row = await db
      .selectFrom('retail_orders.retail_order')
      .selectAll()
      .where('package_order_id', '=', orderId)
      .where('fulfil_state', '=', FulfilmentState.values.ordering)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    if (settled > 0) return becameSetUp(inside, row);
    const { code, words = NOT_DELIVERED } = await attemptOf(inside, orderId);
    await db
      .updateTable('retail_orders.retail_order')
      .set({ fulfil_state: failed, finished_at: inside.clock.now(), why_zh: words.zh, why_en: words.en })
      .where('id', '=', row.id)
      .execute();
    await putOnDesk(inside, row, { reason: reasonGroup(code), why: words });
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
