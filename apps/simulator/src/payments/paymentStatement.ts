import type { Period } from '../cardWorld/chinaTime.ts';
import type { Merchant, Refund, Trade } from './paymentEvents.ts';
import type { PaymentWorld } from './paymentWorld.ts';

/** One line of a statement: a payment, or a refund of it. */
export type StatementEntry = {
  readonly trade: Trade;
  readonly refund: Refund | null;
  readonly amount: number;
  readonly currency: string;
  /** What the provider keeps; what it gives back of a refund is negative. */
  readonly fee: number;
  readonly atMs: number;
};

/** What a statement of a merchant says of a time, in its order: as it happened, but for the merchant's `statementEdits`. */
export function entriesOf(world: PaymentWorld, merchant: Merchant, { fromMs, toMs }: Period): StatementEntry[] {
  const edits = new Map((merchant.statementEdits ?? []).map((edit) => [edit.no, edit]));
  const entryOf = (trade: Trade, refund: Refund | null): StatementEntry[] => {
    const edit = edits.get(refund?.refundNo ?? trade.tradeNo);
    const amount = edit?.amount ?? refund?.amount ?? trade.paid ?? 0;
    const fee = Math.round((amount * merchant.feeRate) / 10_000);
    const entry = {
      trade,
      refund,
      amount,
      currency: edit?.currency ?? trade.currency,
      fee: refund ? -fee : fee,
      atMs: (refund?.createdMs ?? trade.paidMs ?? 0) + (edit?.laterMs ?? 0),
    };
    const isOfTime = entry.atMs >= fromMs && entry.atMs < toMs;
    return isOfTime ? Array.from({ length: edit?.times ?? 1 }, () => entry) : [];
  };
  const own = <T extends { readonly merchantNo: string }>(all: Iterable<T>) =>
    [...all].filter(({ merchantNo }) => merchantNo === merchant.merchantNo);
  const paid = own(world.trades.values()).filter(({ paidMs }) => paidMs !== null);
  const returned = own(world.refunds.values()).filter(({ state }) => state !== 'closed');
  return [
    ...paid.flatMap((trade) => entryOf(trade, null)),
    ...returned.flatMap((refund) => {
      const trade = world.trade(refund.merchantNo, refund.tradeNo);
      return trade ? entryOf(trade, refund) : [];
    }),
  ];
}
