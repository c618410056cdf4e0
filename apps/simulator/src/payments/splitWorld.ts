import type { Trade } from './paymentEvents.ts';
import type { Receiver, Split, SplitEvent, SplitReturn } from './splitEvents.ts';

const keyOf = (merchantNo: string, ownNo: string) => `${merchantNo} ${ownNo}`;

/** Receivers, splits and their returns of one provider. Only `apply` changes it. */
export class SplitWorld {
  readonly receivers = new Map<string, Receiver>();
  readonly splits = new Map<string, Split>();
  readonly returns = new Map<string, SplitReturn>();
  readonly openSplits = new Set<string>();
  readonly openReturns = new Set<string>();
  readonly #splitsOfTrade = new Map<string, Set<string>>();

  apply(event: SplitEvent): void {
    switch (event.type) {
      case 'receiver': {
        const { merchantNo, kind, account } = event.receiver;
        this.receivers.set(keyOf(merchantNo, `${kind} ${account}`), event.receiver);
        return;
      }
      case 'split': {
        const { merchantNo, splitNo, tradeNo, isFinished } = event.split;
        const key = keyOf(merchantNo, splitNo);
        this.splits.set(key, event.split);
        const ofTrade = this.#splitsOfTrade.get(keyOf(merchantNo, tradeNo)) ?? new Set();
        this.#splitsOfTrade.set(keyOf(merchantNo, tradeNo), ofTrade.add(key));
        if (isFinished) this.openSplits.delete(key);
        else this.openSplits.add(key);
        return;
      }
      case 'splitReturn': {
        const key = keyOf(event.back.merchantNo, event.back.returnNo);
        this.returns.set(key, event.back);
        if (event.back.result === 'PROCESSING') this.openReturns.add(key);
        else this.openReturns.delete(key);
      }
    }
  }

  *events(): Generator<SplitEvent> {
    for (const receiver of this.receivers.values()) yield { type: 'receiver', receiver };
    for (const split of this.splits.values()) yield { type: 'split', split };
    for (const back of this.returns.values()) yield { type: 'splitReturn', back };
  }

  receiver(merchantNo: string, kind: string, account: string): Receiver | undefined {
    return this.receivers.get(keyOf(merchantNo, `${kind} ${account}`));
  }

  split(merchantNo: string, splitNo: string): Split | undefined {
    return this.splits.get(keyOf(merchantNo, splitNo));
  }

  back(merchantNo: string, returnNo: string): SplitReturn | undefined {
    return this.returns.get(keyOf(merchantNo, returnNo));
  }

  splitsOf({ merchantNo, tradeNo }: Pick<Trade, 'merchantNo' | 'tradeNo'>): Split[] {
    return [...(this.#splitsOfTrade.get(keyOf(merchantNo, tradeNo)) ?? [])].flatMap(
      (key) => this.splits.get(key) ?? [],
    );
  }

  /** What was split of a trade, or is being split. */
  splitOff(trade: Pick<Trade, 'merchantNo' | 'tradeNo'>): number {
    return this.splitsOf(trade)
      .flatMap(({ parts }) => parts)
      .reduce((sum, { amount, result }) => sum + (result === 'CLOSED' ? 0 : amount), 0);
  }

  returnsOf({ merchantNo, splitNo }: Pick<Split, 'merchantNo' | 'splitNo'>): SplitReturn[] {
    return [...this.returns.values()].filter((each) => each.merchantNo === merchantNo && each.splitNo === splitNo);
  }

  /** What a receiver got and has not given back. */
  held(merchantNo: string, account: string): number {
    let held = 0;
    for (const split of this.splits.values())
      if (split.merchantNo === merchantNo)
        for (const part of split.parts) if (part.account === account && part.result === 'SUCCESS') held += part.amount;
    for (const back of this.returns.values())
      if (back.merchantNo === merchantNo && back.account === account && back.result === 'SUCCESS') held -= back.amount;
    return held;
  }
}
