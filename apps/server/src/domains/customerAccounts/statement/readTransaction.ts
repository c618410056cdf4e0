import type { readTransaction as endpoint } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { businessOf } from '@cardinal/contract/api/ledger/business.ts';
import type { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';
import { operatorNames } from './operatorNames.ts';

/** The postings are scoped by the customer of their account, so that the steps of a chain above the caller are not among them. */
export async function readTransaction(
  ctx: Ctx,
  { transactionId }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const legs = await ctx.db
    .selectFrom('ledger.v_leg')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('amount')
    .orderBy('account_id')
    .execute();
  const row = await ctx.db
    .selectFrom('ledger.v_transaction as t')
    .leftJoin('ledger.v_transaction as r', 'r.reverses', 't.id')
    .selectAll('t')
    .select('r.id as reversed_by')
    .where('t.id', '=', transactionId)
    .executeTakeFirst();
  if (!row || legs.length === 0) throw new Refused(notFound);
  const names = await customerNames(
    ctx.db,
    legs.map(({ customer_id }) => customer_id),
  );
  const [operatorName = ''] = await operatorNames(ctx, [row]);
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    step: row.step,
    consumeType: row.consume_type as ConsumeType | null,
    businessKey: row.business_key,
    businessNo: row.business_no,
    about: businessOf(row.business_key),
    operatorName,
    remark: row.remark,
    reverses: row.reverses,
    reversedBy: row.reversed_by,
    postings: legs.map((leg) => ({
      accountId: leg.account_id,
      kind: leg.kind,
      customerId: leg.customer_id,
      customerName: names.get(leg.customer_id) ?? '',
      currency: leg.currency,
      amount: leg.amount,
      balance: leg.balance,
    })),
  };
}
