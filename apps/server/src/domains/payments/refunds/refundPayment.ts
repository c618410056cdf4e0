import type { RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { beyond, lockPayment } from '../payment/paymentStore.ts';
import type { PaymentTable } from '../paymentTables.ts';
import { askRefund } from './askRefund.ts';

/**
 * Returns money of a payment the way it came, in the caller's transaction: locks the payment, gives the room its say, and asks the
 * provider once the transaction has ended.
 */
export async function refundPayment(
  ctx: Ctx,
  paymentId: string,
  decide: (payment: PaymentTable) => Promise<{ readonly amount: bigint; readonly reason: string } | undefined>,
): Promise<string | undefined> {
  const payment = await lockPayment(ctx, paymentId);
  const asked = payment?.state === 'paid' ? await decide(payment) : undefined;
  return payment && asked && askRefund(ctx, payment, asked);
}

/** How far refunds are, by the ids they were first asked under: one that failed and was asked again is as far as the last. */
export async function refundsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, RefundState>> {
  const rows = await beyond(ctx)
    .selectFrom('payments.refund')
    .select(['id', 'repeats_id', 'state'])
    .where(sql<boolean>`(id = any(${[...ids]}::bigint[]) or repeats_id = any(${[...ids]}::bigint[]))`)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, repeats_id, state }) => [repeats_id ?? id, state]));
}
