import type { Ctx } from '../../../framework/context.ts';
import { paymentStuck } from '../events.ts';
import type { PaymentTable } from '../paymentTables.ts';

/** Tells who collects that a person must decide: money came that was not asked for, or does not go back by itself. */
export const tellStuck = (ctx: Ctx, payment: PaymentTable, why: 'differs' | 'refundAbnormal') =>
  ctx.emit(paymentStuck, {
    paymentId: payment.id,
    tradeNo: payment.trade_no,
    scene: payment.scene,
    subjectId: payment.subject_id,
    collectorId: payment.collector_id,
    why,
  });
