import type { RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { Ctx } from '../../../framework/context.ts';
import { beyond } from '../payment/paymentStore.ts';
import { stepRefund } from './stepRefund.ts';

/** Asks the provider about a refund that is under way. Outside any transaction. Answers how it stands. */
export async function askRefundNow(ctx: Ctx, id: string): Promise<RefundState> {
  await stepRefund(ctx, id);
  const { state } = await beyond(ctx)
    .selectFrom('payments.refund')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state;
}
