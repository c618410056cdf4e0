import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { PaymentSplits } from '../../payments/face.ts';
import { receiversByIds } from '../receivers/receiverStore.ts';
import { heldParts, partLeft } from '../sharing/partMoney.ts';
import {
  isShared,
  keepSplit,
  lockShared,
  lookAt,
  newlyAsked,
  numberOf,
  ofLevels,
  stepAt,
} from '../sharing/sharedPayments.ts';
import { backFrom, partBack } from '../sharing/splitRules.ts';
import type { GiveBackRow, SharedPaymentRow } from '../splitTables.ts';
import { stepGiveBack } from './stepGiveBack.ts';

const REFUNDED = text('付款已退款，未再分账', 'The payment was refunded before it was split');
const MERCHANTS_ONLY = text('微信仅支持从商户回退分账', 'WeChat takes splits back from merchants only');

/** What was not sent yet is not split any more. Answers whether something is still on its way. */
async function stopSplits(ctx: Ctx, shared: SharedPaymentRow): Promise<boolean> {
  const open = await ofLevels(ctx)
    .selectFrom('split_orders.split')
    .selectAll()
    .where('payment_id', '=', shared.payment_id)
    .where('state', 'in', ['waiting', 'sent'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const now = ctx.clock.now();
  for (const split of open) {
    if (split.state === 'sent') {
      await stepAt(ctx, 'split', split.id, now);
      continue;
    }
    for (const part of await heldParts(ctx, split.id)) await partLeft(ctx, part, { said: null, words: REFUNDED });
    await keepSplit(ctx, split.id, { state: 'cancelled', next_at: null, ended_at: now });
  }
  return open.some(({ state }) => state === 'sent');
}

type PaidPart = { id: string; customer_id: string; receiver_id: string; left: string };

/** The parts that were paid, the latest first, with what was not asked back of each. */
async function paidParts(ctx: Ctx, paymentId: string): Promise<PaidPart[]> {
  const { rows } = await sql<PaidPart>`select p.id::text as id, p.customer_id::text as customer_id,
      p.receiver_id::text as receiver_id, (p.amount - coalesce(sum(b.amount), 0))::text as left
    from split_orders.part p left join split_orders.give_back b on b.part_id = p.id
    where p.payment_id = ${paymentId} and p.state = 'paid' group by p.id order by p.id desc`.execute(ofLevels(ctx));
  return rows;
}

/** What each level still earns with the orders of a payment, reversals counted. */
async function earnedOf(ctx: Ctx, { payment_id, order_id }: SharedPaymentRow): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ customer_id: string; earns: string }>`select customer_id::text as customer_id,
      sum(amount)::text as earns from profit_sharing.v_entry
    where order_id = ${order_id}::bigint
      or order_id in (select order_id from split_orders.part where payment_id = ${payment_id})
    group by customer_id`.execute(ofLevels(ctx));
  return new Map(rows.map(({ customer_id, earns }) => [customer_id, BigInt(earns)]));
}

/** Fixes what each level is asked back: what it was paid beyond what it still earns. */
async function askBack(ctx: Ctx, shared: SharedPaymentRow, refundId: string): Promise<void> {
  const parts = await paidParts(ctx, shared.payment_id);
  if (parts.length === 0) return;
  const earned = await earnedOf(ctx, shared);
  const receivers = await receiversByIds(
    ctx,
    parts.map(({ receiver_id }) => receiver_id),
  );
  const now = ctx.clock.now();
  const rows: GiveBackRow[] = [];
  for (const [customerId, own] of Map.groupBy(parts, ({ customer_id }) => customer_id)) {
    const left = own.map((part) => ({ ...part, left: BigInt(part.left) }));
    const paid = left.reduce((sum, part) => sum + part.left, 0n);
    const back = partBack({ paid, askedBack: 0n, earns: earned.get(customerId) ?? 0n });
    for (const { part, amount } of backFrom(back, left)) {
      const id = ctx.ids.next();
      const canGive = receivers.get(part.receiver_id)?.kind === 'merchant';
      rows.push({
        ...newlyAsked(now, canGive ? now : null),
        ...(canGive ? {} : { reason_zh: MERCHANTS_ONLY.zh, reason_en: MERCHANTS_ONLY.en, ended_at: now }),
        id,
        return_no: numberOf('R', id),
        part_id: part.id,
        payment_id: shared.payment_id,
        refund_id: refundId,
        merchant_id: shared.merchant_id,
        customer_id: customerId,
        amount: String(amount),
        state: canGive ? 'waiting' : 'owed',
        transaction_id: null,
      });
    }
  }
  if (rows.length > 0) await ofLevels(ctx).insertInto('split_orders.give_back').values(rows).execute();
  for (const { id, state } of rows) if (state === 'waiting') await stepAt(ctx, 'return', id, now);
}

const openReturns = (ctx: Ctx, paymentId: string) =>
  ofLevels(ctx)
    .selectFrom('split_orders.give_back')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['waiting', 'sent'])
    .execute();

/**
 * Before a refund: splits not sent are stopped, those on their way are awaited, and each level is asked back what it was paid beyond
 * what it still earns. The refund waits until every one of them was answered.
 */
const isReadyToRefund: PaymentSplits['isReadyToRefund'] = async (ctx, payment, refundId) => {
  if (!(await isShared(ctx, payment.id))) return true;
  const isSplitting = await ctx.transact(async (inside) => {
    const shared = await lockShared(inside, payment.id);
    if (!shared) return false;
    const isOnItsWay = await stopSplits(inside, shared);
    if (!isOnItsWay) await askBack(inside, shared, refundId);
    await lookAt(inside, shared);
    return isOnItsWay;
  });
  if (isSplitting) return false;
  for (const { id } of await openReturns(ctx, payment.id)) await stepGiveBack(ctx, id);
  return (await openReturns(ctx, payment.id)).length === 0;
};

/** Payments through WeChat that are frozen to be split afterwards. */
export const sharedSplits: PaymentSplits = {
  provider: PaymentProvider.values.wechat,
  asked: async (ctx, paymentId) => ((await isShared(ctx, paymentId)) ? { isFrozen: true } : {}),
  isReadyToRefund,
};
