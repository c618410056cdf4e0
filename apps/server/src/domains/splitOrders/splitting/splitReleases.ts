import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Released, SplitReleased } from '../../profitSharing/face.ts';
import { ratioOf, registeredOf } from '../receivers/receiverStore.ts';
import { holdPart, splitOffOf } from '../sharing/partMoney.ts';
import { keepShared, keepSplit, newlyAsked, numberOf, ofLevels } from '../sharing/sharedPayments.ts';
import { type Due, leftToSplit, splitNow } from '../sharing/splitRules.ts';
import type { PartRow, ReceiverRow, SharedPaymentRow } from '../splitTables.ts';

/** WeChat asks to wait so long after a payment. */
const AFTER_PAYMENT_MS = 60_000;

const WHY: Readonly<Record<'ratio' | 'requests' | 'owes' | 'refund', Text>> = {
  ratio: text('超过商户分账最高比例', 'Above the ratio the merchant may split'),
  requests: text('该笔付款的分账次数已用完', 'The payment has been split as often as it can be'),
  owes: text('客户分润为负，先抵扣', 'The customer’s profit is below zero, which is made good first'),
  refund: text('付款正在退款', 'The payment is being refunded'),
};

/** How a payment stands: what came, what went or goes back, and whether something is going back just now. */
async function standOf(ctx: Ctx, paymentId: string) {
  const { rows } = await sql<{
    paid: string | null;
    paid_at: Date | null;
    refunded: string;
    refunding: boolean;
  }>`select p.paid_amount::text as paid, p.paid_at, coalesce(sum(f.amount), 0)::text as refunded,
      coalesce(bool_or(f.state <> 'done'), false) as refunding
    from payments.v_payment p left join payments.v_refund f on f.payment_id = p.id and f.state <> 'failed'
    where p.id = ${paymentId} group by p.id, p.paid_amount, p.paid_at`.execute(ofLevels(ctx));
  return rows[0];
}

/** Whether levels that can be paid still have frozen profit with this order. */
export async function hasFrozen(ctx: Ctx, orderId: string, customerIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from profit_sharing.v_entry
      where order_id = ${orderId} and kind = 'sale' and state = 'frozen'
        and customer_id = any(${[...customerIds]}::bigint[])) as found`.execute(ofLevels(ctx));
  return rows[0]?.found === true;
}

type Part = Omit<PartRow, 'split_id' | 'state' | 'hold_id' | 'transaction_id' | 'said' | 'ended_at'>;

const insert = (ctx: Ctx, parts: readonly PartRow[]) =>
  parts.length > 0
    ? ofLevels(ctx)
        .insertInto('split_orders.part')
        .values([...parts])
        .execute()
    : undefined;

const left = (part: Part, why: Text): PartRow => ({
  ...part,
  split_id: null,
  state: 'left',
  hold_id: null,
  transaction_id: null,
  said: null,
  reason_zh: why.zh,
  reason_en: why.en,
  ended_at: part.created_at,
});

/** What was released at once of one payment, by customers that are registered receivers. */
function dueOf(
  ctx: Ctx,
  shared: SharedPaymentRow,
  released: readonly Released[],
  receivers: ReadonlyMap<string, ReceiverRow>,
) {
  const parts = new Map<string, Part>();
  for (const [customerId, entries] of Map.groupBy(released, (each) => each.customerId)) {
    const receiver = receivers.get(customerId);
    const amount = entries.reduce((sum, each) => sum + each.amount, 0n);
    const [first] = entries;
    if (!receiver || !first || amount <= 0n || first.currency !== 'CNY') continue;
    parts.set(customerId, {
      id: ctx.ids.next(),
      payment_id: shared.payment_id,
      order_id: first.orderId,
      customer_id: customerId,
      receiver_id: receiver.id,
      entry_ids: entries.map(({ entryId }) => entryId),
      amount: String(amount),
      currency: first.currency as Currency,
      reason_zh: null,
      reason_en: null,
      created_at: ctx.clock.now(),
    });
  }
  return parts;
}

/** Splits what was released of one payment by one request; the row of the payment is locked, and the profit is posted. */
async function splitOne(ctx: Ctx, shared: SharedPaymentRow, released: readonly Released[]): Promise<void> {
  const receivers = await registeredOf(ctx, shared.merchant_id);
  const parts = dueOf(ctx, shared, released, receivers);
  const stand = await standOf(ctx, shared.payment_id);
  const now = ctx.clock.now();
  if (parts.size === 0 || !stand?.paid || !stand.paid_at) return keepShared(ctx, shared.payment_id, { next_at: now });
  const dues: Due[] = [...parts.values()].map(({ customer_id, amount }) => ({
    customerId: customer_id,
    amount: BigInt(amount),
  }));
  const off = await splitOffOf(ctx, shared.payment_id);
  const { ratio } = await ratioOf(ctx, shared.merchant_id);
  const room = leftToSplit({
    paid: BigInt(stand.paid),
    ratio,
    splitOff: off.amount,
    refunded: BigInt(stand.refunded),
  });
  const { split, not } = stand.refunding
    ? { split: [], not: dues.map((each) => ({ ...each, why: 'refund' as const })) }
    : splitNow(dues, room, off.requests);
  const rows = not.map(({ customerId, why }) => left(parts.get(customerId) as Part, WHY[why]));
  const splitId = ctx.ids.next();
  const held: PartRow[] = [];
  for (const { customerId } of [...split].sort((a, b) => a.customerId.localeCompare(b.customerId))) {
    const part = parts.get(customerId) as Part;
    const hold_id = await holdPart(ctx, part);
    if (hold_id === undefined) rows.push(left(part, WHY.owes));
    else
      held.push({
        ...part,
        split_id: splitId,
        state: 'held',
        hold_id,
        transaction_id: null,
        said: null,
        ended_at: null,
      });
  }
  if (held.length > 0) {
    const earliest = new Date(stand.paid_at.getTime() + AFTER_PAYMENT_MS);
    const next_at = earliest > now ? earliest : now;
    await ofLevels(ctx)
      .insertInto('split_orders.split')
      .values({
        ...newlyAsked(now, next_at),
        id: splitId,
        split_no: numberOf('S', splitId),
        payment_id: shared.payment_id,
        merchant_id: shared.merchant_id,
        owner_id: shared.owner_id,
        kind: 'split',
        unfreezes: !(await hasFrozen(ctx, shared.order_id ?? '0', [...receivers.keys()])),
        state: 'waiting',
      })
      .execute();
    await keepSplit(ctx, splitId, { next_at });
  } else await keepShared(ctx, shared.payment_id, { next_at: now });
  await insert(ctx, [...rows, ...held]);
}

/** What is released of payments that were frozen for it is held at once, and split by one request a payment and release. */
export const prepareSplits: SplitReleased['prepare'] = async (ctx, released) => {
  const orderIds = [...new Set(released.map(({ orderId }) => orderId))];
  const payments = await ofLevels(ctx)
    .selectFrom('split_orders.payment')
    .selectAll()
    .where(sql<boolean>`order_id = any(${orderIds}::bigint[])`)
    .where('state', '=', 'frozen')
    .orderBy('payment_id')
    .forUpdate()
    .execute();
  if (payments.length === 0) return undefined;
  return async () => {
    for (const shared of payments) {
      await splitOne(
        ctx,
        shared,
        released.filter(({ orderId }) => orderId === shared.order_id),
      );
    }
  };
};
