import type { NoticeVerdict } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { Ctx } from '../../../framework/context.ts';
import { callProvider, merchantBeyondScope, noticeUrlOf } from '../../paymentProviders/face.ts';
import { providerAdapterOf, type RefundSeen } from '../../providerAdapters/face.ts';
import { nextTry } from '../payment/paymentRules.ts';
import { firstOf, refundPayeesOf, splitsOf } from '../payment/paymentSplits.ts';
import { beyond, paymentOf, stepNamed } from '../payment/paymentStore.ts';
import { tellStuck } from '../payment/tellStuck.ts';
import type { RefundTable } from '../paymentTables.ts';
import { judgeRefund, nextAfterRefusal } from './refundRules.ts';

/** Writes a refund, and asks for its next step at `next_at`. */
export async function keepRefund(ctx: Ctx, id: string, change: Partial<RefundTable>): Promise<void> {
  await beyond(ctx)
    .updateTable('payments.refund')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  if (change.next_at)
    await ctx.enqueue(stepNamed('payments.refundStep'), { id }, { key: id, startAfter: change.next_at });
}

/** Takes the provider's word about a refund whose row is locked by this transaction. What failed may be asked for again. */
export async function applyRefund(ctx: Ctx, refund: RefundTable, seen: RefundSeen): Promise<NoticeVerdict> {
  const state = judgeRefund(refund.state, seen.state);
  const now = ctx.clock.now();
  const steps = refund.steps + 1;
  const said = { said: seen.said, provider_no: seen.providerNo ?? refund.provider_no };
  const isOpen = state === 'asked' || state === 'going';
  await keepRefund(ctx, refund.id, {
    ...said,
    state,
    steps,
    done_at: state === 'done' ? (seen.doneAt ?? now) : refund.done_at,
    next_at: isOpen ? nextTry(now, steps) : null,
  });
  if (state === refund.state) return 'known';
  if (state === 'abnormal' || state === 'failed')
    await tellStuck(ctx, (await paymentOf(ctx, refund.payment_id))!, 'refundAbnormal');
  if (state === 'failed')
    await beyond(ctx)
      .updateTable('payments.payment')
      .set((on) => ({ refunded: on('refunded', '-', refund.amount), updated_at: now }))
      .where('id', '=', refund.payment_id)
      .execute();
  return 'taken';
}

export const lockRefund = (ctx: Ctx, by: { readonly id: string } | { readonly refundNo: string }) => {
  const rows = beyond(ctx).selectFrom('payments.refund').selectAll().forUpdate();
  return ('id' in by ? rows.where('id', '=', by.id) : rows.where('refund_no', '=', by.refundNo)).executeTakeFirst();
};

/** What was split of the payment is still on its way back. */
const waitForSplits = (ctx: Ctx, id: string): Promise<void> =>
  ctx.transact(async (inside) => {
    const locked = await lockRefund(inside, { id });
    if (locked?.state !== 'asked') return;
    const steps = locked.steps + 1;
    await keepRefund(inside, id, { steps, next_at: nextTry(inside.clock.now(), steps) });
  });

/** Asks the provider to return the money, or how far it is. Outside any transaction; the number is the same every time. */
export async function stepRefund(ctx: Ctx, id: string): Promise<void> {
  const refund = await beyond(ctx).selectFrom('payments.refund').selectAll().where('id', '=', id).executeTakeFirst();
  if (!refund || (refund.state !== 'asked' && refund.state !== 'going')) return;
  const payment = await paymentOf(ctx, refund.payment_id);
  const merchant = payment && (await merchantBeyondScope(ctx, payment.merchant_id));
  if (!payment || !merchant) return;
  if (
    refund.state === 'asked' &&
    (await splitsOf(ctx, payment)?.isReadyToRefund?.(ctx, payment, firstOf(refund))) === false
  )
    return waitForSplits(ctx, id);
  const named = { tradeNo: payment.trade_no, providerNo: payment.provider_no, refundNo: refund.refund_no };
  const currency = payment.paid_currency ?? payment.currency;
  const heard =
    refund.state === 'asked'
      ? await callProvider(ctx, merchant.id, 'refund', {
          ...named,
          amount: { minor: BigInt(refund.amount), currency },
          total: { minor: BigInt(payment.paid_amount ?? payment.amount), currency },
          reason: refund.reason,
          noticeUrl: noticeUrlOf(merchant, providerAdapterOf(merchant.provider).key),
          ...(await refundPayeesOf(ctx, payment, refund)),
        })
      : await callProvider(ctx, merchant.id, 'queryRefund', { ...named, refundProviderNo: refund.provider_no });
  await ctx.transact(async (inside) => {
    const locked = await lockRefund(inside, { id });
    if (!locked || locked.state !== refund.state) return;
    if (heard.kind === 'ok') {
      await applyRefund(inside, locked, heard.answer);
      return;
    }
    const steps = locked.steps + 1;
    const now = inside.clock.now();
    // A provider that returns nothing by itself leaves it to a person, and so does one that goes on refusing.
    const next =
      heard.kind !== 'refused'
        ? nextTry(now, steps)
        : heard.code === 'notOffered'
          ? null
          : nextAfterRefusal(locked.created_at, now, steps);
    await keepRefund(inside, id, {
      steps,
      refused_zh: heard.words.zh,
      refused_en: heard.words.en,
      said: heard.kind === 'refused' ? heard.code : locked.said,
      state: next ? locked.state : 'abnormal',
      next_at: next,
    });
    if (!next) await tellStuck(inside, payment, 'refundAbnormal');
  });
}
