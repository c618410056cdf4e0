import { FulfilmentState, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type EndableLine, endableLines } from '../../orders/face.ts';
import { refundsOf } from '../../payments/face.ts';
import type { RetailOrderRow } from '../buying/retailMoney.ts';
import { soldAsOf } from '../buying/soldAs.ts';

const { ordering, success } = FulfilmentState.values;

const UNPAID = text('订单未支付', 'The order is not paid');
const GOING = text('订单已有退款进行中', 'A refund of this order is in progress');
const SETTING_UP = text('正在开通，请稍后', 'It is being set up; wait for the result');
const ALL_BACK = text('已全部退款', 'All of it has gone back');
const ENDED = text('套餐已结束或已退订', 'The package has ended or was unsubscribed');
const NOTHING_LEFT = text('按套餐规定没有可退金额', 'Nothing is left to refund by the rule of its package');

export type Refundable = {
  readonly lines: readonly EndableLine[];
  readonly most: { readonly all: bigint; readonly waiting: bigint };
  readonly whyNot: Text | undefined;
  /** What follows from a refund, where it is no package. */
  readonly note?: Text | undefined;
  /** Another refund is not through yet. */
  readonly isGoing: boolean;
};

const ENDED_STATES = new Set(['done', 'failed']);

/** Whether money of an order is on its way back. */
export async function isRefundGoing(ctx: Ctx, orderId: string): Promise<boolean> {
  const given = await ctx
    .beyondScope('refunds of an order already read')
    .selectFrom('retail_orders.give_back')
    .select('refund_id')
    .where('retail_order_id', '=', orderId)
    .execute();
  const ids = given.map(({ refund_id }) => refund_id);
  const states = await refundsOf(ctx, ids);
  return ids.some((id) => !ENDED_STATES.has(states.get(id) ?? ''));
}

const sum = (lines: readonly EndableLine[]) => lines.reduce((all, { refundable }) => all + refundable, 0n);

/** What of an order can go back now: all of what was not set up, else what the rule of its package leaves. */
export async function refundableOf(ctx: Ctx, row: RetailOrderRow): Promise<Refundable> {
  const left = BigInt(row.price) - BigInt(row.refunded);
  const isSetUp = row.fulfil_state === success && row.package_order_id !== null;
  const lines = isSetUp ? await endableLines(ctx, row.package_order_id as string, BigInt(row.price)) : [];
  const least = (amount: bigint) => (amount < left ? amount : left);
  const as = soldAsOf(ctx, row);
  const other = as && row.fulfil_state === success ? await as.refundable(ctx, row) : undefined;
  const most = other
    ? { all: least(other.most), waiting: least(other.most) }
    : isSetUp
      ? { all: least(sum(lines)), waiting: least(sum(lines.filter(({ isUsing }) => !isUsing))) }
      : { all: left, waiting: left };
  const isGoing = await isRefundGoing(ctx, row.id);
  const whyNot =
    row.pay_state !== PaymentState.values.paid
      ? UNPAID
      : isGoing
        ? GOING
        : left === 0n
          ? ALL_BACK
          : row.fulfil_state === ordering
            ? SETTING_UP
            : isSetUp && lines.length === 0
              ? ENDED
              : most.all === 0n
                ? (other?.whyNot ?? lines[0]?.why ?? NOTHING_LEFT)
                : undefined;
  return { lines, most, whyNot, note: other?.note, isGoing };
}
