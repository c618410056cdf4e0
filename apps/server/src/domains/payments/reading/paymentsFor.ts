import type { PaymentState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Ctx } from '../../../framework/context.ts';

/** The payments in the caller's scope for one thing, the last one first. */
export async function paymentsFor(
  ctx: Ctx,
  scene: PaymentScene,
  subjectId: string,
): Promise<{ id: string; tradeNo: string; state: PaymentState }[]> {
  const rows = await ctx.db
    .selectFrom('payments.payment')
    .select(['id', 'trade_no', 'state'])
    .where('scene', '=', scene)
    .where('subject_id', '=', subjectId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, trade_no: tradeNo, state }) => ({ id, tradeNo, state }));
}
