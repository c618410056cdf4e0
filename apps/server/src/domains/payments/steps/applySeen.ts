import type { NoticeVerdict } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { PaymentSeen } from '../../providerAdapters/face.ts';
import { judgeSeen, nextLook, nextQuestion, nextTry } from '../payment/paymentRules.ts';
import { keepPayment } from '../payment/paymentStore.ts';
import { roomOf } from '../payment/settling.ts';
import { tellStuck } from '../payment/tellStuck.ts';
import type { PaymentTable } from '../paymentTables.ts';
import { askRefund } from '../refunds/askRefund.ts';

/** Why money that was paid a second time goes back by itself. */
export const PAID_AGAIN = '重复支付自动退款';

/**
 * Takes the provider's word about a payment whose row is locked by this transaction: what it was for gets its due here, or the
 * payment waits until it can. Said again, it changes nothing.
 */
export async function applySeen(ctx: Ctx, payment: PaymentTable, seen: PaymentSeen): Promise<NoticeVerdict> {
  const judged = judgeSeen(payment, seen);
  const now = ctx.clock.now();
  const said = { said: seen.said, provider_no: seen.providerNo ?? payment.provider_no };
  switch (judged.kind) {
    case 'paid':
    case 'differs': {
      const paid = {
        ...said,
        state: judged.kind,
        paid_amount: String(seen.amount?.minor ?? 0n),
        paid_currency: seen.amount?.currency ?? null,
        paid_at: seen.paidAt ?? now,
        next_at: null,
        steps: 0,
      };
      await keepPayment(ctx, payment.id, paid);
      ctx.log.info({ payment: payment.id, state: judged.kind }, 'payment seen');
      if (judged.kind === 'differs') {
        await tellStuck(ctx, payment, 'differs');
        return 'differs';
      }
      await settle(ctx, { ...payment, ...paid });
      return 'taken';
    }
    case 'closed':
      await keepPayment(ctx, payment.id, { ...said, state: 'closed', next_at: nextLook(now, 0), steps: 0 });
      await roomOf(ctx, payment.scene).ended(ctx, { ...payment, ...said }, 'closed');
      return 'taken';
    case 'approved':
      await keepPayment(ctx, payment.id, { ...said, next_at: now });
      return 'taken';
    case 'same':
      await askLater(ctx, payment, said);
      return 'known';
    default:
      throw new Error(`Not judged: ${JSON.stringify(judged satisfies never)}`);
  }
}

/** When what did not change is asked after again. */
async function askLater(ctx: Ctx, payment: PaymentTable, said: Partial<PaymentTable>): Promise<void> {
  const now = ctx.clock.now();
  const steps = payment.steps + 1;
  if (payment.state === 'open')
    await keepPayment(ctx, payment.id, {
      ...said,
      steps,
      // Nobody waits before a charge under a contract.
      next_at: payment.contract_no ? nextTry(now, steps) : nextQuestion(now, steps, payment.expires_at),
    });
  if (payment.state === 'closed') await keepPayment(ctx, payment.id, { ...said, steps, next_at: nextLook(now, steps) });
}

/** Gives what a paid payment was for its due, or says when to try again. Its row is locked. */
export async function settle(ctx: Ctx, payment: PaymentTable): Promise<void> {
  const now = ctx.clock.now();
  const settled = await roomOf(ctx, payment.scene).settle(ctx, payment);
  if (settled === 'later') {
    const steps = payment.steps + 1;
    await keepPayment(ctx, payment.id, { steps, next_at: nextTry(now, steps) });
    return;
  }
  await keepPayment(ctx, payment.id, { settled_at: now, next_at: null });
  if (settled === 'again')
    await askRefund(
      ctx,
      { ...payment, settled_at: now },
      { amount: BigInt(payment.paid_amount ?? '0'), reason: PAID_AGAIN },
    );
}
