import { paymentNotFound } from '@cardinal/contract/api/payments/refusals.ts';
import type { readPaymentLines as endpoint } from '@cardinal/contract/api/statements/statements.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';

/** Whoever pays sees the payment, and nothing of the statements of its merchant, which are its owner's. */
export async function readPaymentLines(ctx: Ctx, { id }: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const payment = await ctx.db.selectFrom('payments.v_payment').select('id').where('id', '=', id).executeTakeFirst();
  if (!payment) throw new Refused(paymentNotFound);
  const rows = await ctx.db
    .selectFrom('statements.line as l')
    .leftJoin('statements.day_sum as s', (join) =>
      join
        .onRef('s.merchant_id', '=', 'l.merchant_id')
        .onRef('s.day', '=', 'l.day')
        .onRef('s.currency', '=', 'l.currency'),
    )
    .selectAll('l')
    .select(['s.fee_posted', 's.transaction_id'])
    .where('l.payment_id', '=', id)
    .orderBy('l.at')
    .orderBy('l.id')
    .execute();
  return {
    lines: rows.map((row) => ({
      id: row.id,
      day: row.day,
      kind: row.kind,
      providerNo: row.provider_no,
      currency: row.currency,
      amount: row.amount,
      fee: row.fee,
      at: row.at.toISOString(),
      feePosted: row.transaction_id === null ? null : row.fee_posted,
      transactionId: row.transaction_id,
    })),
  };
}
