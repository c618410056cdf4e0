import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import type { PaymentTable } from '../paymentTables.ts';

const WHY = 'a payment goes on whoever looks: its payer, its collector or the provider';

export const beyond = (ctx: Ctx) => ctx.beyondScope(WHY);

export const paymentOf = (ctx: Ctx, id: string): Promise<PaymentTable | undefined> =>
  beyond(ctx).selectFrom('payments.payment').selectAll().where('id', '=', id).executeTakeFirst();

/** Locked until the transaction ends: whoever else judges it waits. */
export const lockPayment = (ctx: Ctx, id: string): Promise<PaymentTable | undefined> =>
  beyond(ctx).selectFrom('payments.payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Of a number at a merchant; a number of another merchant is unknown here. */
export const lockByTradeNo = (ctx: Ctx, merchantId: string, tradeNo: string): Promise<PaymentTable | undefined> =>
  beyond(ctx)
    .selectFrom('payments.payment')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();

/** The next step of a payment or a refund, named in the transaction that makes it due. */
export const stepNamed = (name: 'payments.step' | 'payments.refundStep' | 'payments.routeGuard') => ({ name });

export const stepPayload = z.object({ id: z.string() });

/** Writes a payment, and asks for its next step at `next_at`. */
export async function keepPayment(ctx: Ctx, id: string, change: Partial<PaymentTable>): Promise<void> {
  await beyond(ctx)
    .updateTable('payments.payment')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  if (change.next_at) await ctx.enqueue(stepNamed('payments.step'), { id }, { key: id, startAfter: change.next_at });
}

/** Our number of a payment or a refund at a provider: letters and digits, for ever. */
export const numberOf = (letter: 'P' | 'F', id: string): string =>
  `${letter}${BigInt(id).toString(36).toUpperCase().padStart(8, '0')}`;
