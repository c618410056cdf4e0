import type { NoticeVerdict } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { NoticeRead } from '../../providerAdapters/face.ts';
import { beyond, lockByTradeNo, paymentOf } from '../payment/paymentStore.ts';
import { applyRefund, lockRefund } from '../refunds/stepRefund.ts';
import { applySeen } from '../steps/applySeen.ts';
import { contractHeard } from './contractHeard.ts';
import { transferHeard } from './transferHeard.ts';

type Genuine = Exclude<NoticeRead, { kind: 'forged' | 'keysUnknown' }>;
type Taken = { readonly verdict: NoticeVerdict; readonly paymentId?: string; readonly refundId?: string };

const bodyPlace = (merchantId: string, noticeId: string) => `payments.notice:${merchantId}:${noticeId}`;

/** Takes a notice whose sender is proven: what it says and that it came, in one transaction. Sent again, it is counted. */
export async function takeNotice(ctx: Ctx, merchantId: string, read: Genuine, body: string): Promise<NoticeVerdict> {
  return ctx.transact(async (inside) => {
    const taken = await act(inside, merchantId, read);
    const now = inside.clock.now();
    const said = read.kind === 'other' ? null : read.seen.said;
    await beyond(inside)
      .insertInto('payments.notice')
      .values({
        id: inside.ids.next(),
        merchant_id: merchantId,
        notice_id: read.noticeId.slice(0, 128),
        event: read.event.slice(0, 64),
        body: inside.secrets.seal(body, bodyPlace(merchantId, read.noticeId)),
        verdict: taken.verdict,
        payment_id: taken.paymentId ?? null,
        refund_id: taken.refundId ?? null,
        transfer_no: read.kind === 'transfer' ? read.seen.transferNo : null,
        said,
        came: 1,
        at: now,
        last_at: now,
      })
      .onConflict((on) =>
        on.columns(['merchant_id', 'notice_id']).doUpdateSet((set) => ({
          came: sql`payments.notice.came + 1`,
          last_at: now,
          // A number unknown at first may have been sent before our own transaction ended.
          verdict: sql`case when payments.notice.verdict = 'unknownNumber' then ${set.ref('excluded.verdict')}
            else payments.notice.verdict end`,
          payment_id: sql`coalesce(payments.notice.payment_id, ${set.ref('excluded.payment_id')})`,
          refund_id: sql`coalesce(payments.notice.refund_id, ${set.ref('excluded.refund_id')})`,
        })),
      )
      .execute();
    return taken.verdict;
  });
}

async function act(ctx: Ctx, merchantId: string, read: Genuine): Promise<Taken> {
  if (read.kind === 'other') return { verdict: 'other' };
  if (read.kind === 'payment') {
    const payment = await lockByTradeNo(ctx, merchantId, read.seen.tradeNo);
    if (!payment) return { verdict: 'unknownNumber' };
    return { verdict: await applySeen(ctx, payment, read.seen), paymentId: payment.id };
  }
  if (read.kind === 'transfer') {
    const heard = ctx.contributed(transferHeard);
    return { verdict: heard ? await heard(ctx, merchantId, read.seen) : 'unknownNumber' };
  }
  if (read.kind === 'contract') {
    const heard = ctx.contributed(contractHeard);
    return { verdict: heard ? await heard(ctx, merchantId, read.seen) : 'unknownNumber' };
  }
  const refund = await lockRefund(ctx, { refundNo: read.seen.refundNo });
  const payment = refund && (await paymentOf(ctx, refund.payment_id));
  if (!refund || payment?.merchant_id !== merchantId) return { verdict: 'unknownNumber' };
  return { verdict: await applyRefund(ctx, refund, read.seen), paymentId: refund.payment_id, refundId: refund.id };
}

/** A notice whose sender is not proven leaves a count of the day, and nothing else. */
export async function countForged(ctx: Ctx, merchantId: string, why: string): Promise<void> {
  const now = ctx.clock.now();
  await beyond(ctx)
    .insertInto('payments.forged_notice')
    .values({ merchant_id: merchantId, day: dayText(now), why, count: 1, last_at: now })
    .onConflict((on) =>
      on
        .columns(['merchant_id', 'day', 'why'])
        .doUpdateSet({ count: sql`payments.forged_notice.count + 1`, last_at: now }),
    )
    .execute();
}
