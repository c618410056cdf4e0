import type { KeyPair } from './keys.ts';
import type { Contract, Merchant, Notice, PaymentEvent, Refund, SubAccount, Trade, Transfer } from './paymentEvents.ts';
import { SplitWorld } from './splitWorld.ts';

const keyOf = (merchantNo: string, ownNo: string) => `${merchantNo} ${ownNo}`;

/** Merchants, trades, refunds and notices of one provider. Only `apply` changes it. */
export class PaymentWorld {
  /** The keys with which the provider signs; the last one is in use. */
  readonly platformKeys: KeyPair[] = [];
  readonly merchants = new Map<string, Merchant>();
  readonly trades = new Map<string, Trade>();
  readonly refunds = new Map<string, Refund>();
  readonly transfers = new Map<string, Transfer>();
  readonly contracts = new Map<string, Contract>();
  readonly subAccounts = new Map<string, SubAccount>();
  readonly sharing = new SplitWorld();
  readonly notices = new Map<number, Notice>();
  // What may be due, so that a look at a large world is short.
  readonly openTrades = new Set<string>();
  readonly openRefunds = new Set<string>();
  readonly openTransfers = new Set<string>();
  readonly waitingNotices = new Set<number>();
  readonly #tradeOfCode = new Map<string, string>();
  readonly #refundsOfTrade = new Map<string, Set<string>>();
  #lastId = 0;

  apply(event: PaymentEvent): void {
    switch (event.type) {
      case 'platformKey':
        this.platformKeys.push(event.keys);
        return;
      case 'merchant':
        this.merchants.set(event.merchant.merchantNo, event.merchant);
        return;
      case 'trade': {
        const key = keyOf(event.trade.merchantNo, event.trade.tradeNo);
        this.trades.set(key, event.trade);
        this.#tradeOfCode.set(event.trade.code, key);
        setMember(this.openTrades, key, event.trade.state === 'open');
        return;
      }
      case 'refund': {
        const { merchantNo, tradeNo, refundNo, state } = event.refund;
        const key = keyOf(merchantNo, refundNo);
        this.refunds.set(key, event.refund);
        const ofTrade = this.#refundsOfTrade.get(keyOf(merchantNo, tradeNo)) ?? new Set();
        this.#refundsOfTrade.set(keyOf(merchantNo, tradeNo), ofTrade.add(key));
        setMember(this.openRefunds, key, state === 'processing');
        return;
      }
      case 'transfer': {
        const { merchantNo, transferNo, state } = event.transfer;
        const key = keyOf(merchantNo, transferNo);
        this.transfers.set(key, event.transfer);
        setMember(this.openTransfers, key, state === 'waitsForUser');
        return;
      }
      case 'contract':
        this.contracts.set(keyOf(event.contract.merchantNo, event.contract.contractNo), event.contract);
        return;
      case 'subAccount':
        this.subAccounts.set(keyOf(event.account.merchantNo, event.account.userId), event.account);
        return;
      case 'receiver':
      case 'split':
      case 'splitReturn':
        this.sharing.apply(event);
        return;
      case 'notice':
        this.#lastId = Math.max(this.#lastId, event.notice.id);
        this.notices.set(event.notice.id, event.notice);
        setMember(this.waitingNotices, event.notice.id, event.notice.state === 'waiting');
    }
  }

  /** The shortest list of events that produces this world. */
  *events(): Generator<PaymentEvent> {
    for (const keys of this.platformKeys) yield { type: 'platformKey', keys };
    for (const merchant of this.merchants.values()) yield { type: 'merchant', merchant };
    for (const trade of this.trades.values()) yield { type: 'trade', trade };
    for (const refund of this.refunds.values()) yield { type: 'refund', refund };
    for (const transfer of this.transfers.values()) yield { type: 'transfer', transfer };
    for (const contract of this.contracts.values()) yield { type: 'contract', contract };
    for (const account of this.subAccounts.values()) yield { type: 'subAccount', account };
    yield* this.sharing.events();
    for (const notice of this.notices.values()) yield { type: 'notice', notice };
  }

  nextNoticeId(): number {
    return this.#lastId + 1;
  }

  trade(merchantNo: string, tradeNo: string): Trade | undefined {
    return this.trades.get(keyOf(merchantNo, tradeNo));
  }

  tradeOfCode(code: string): Trade | undefined {
    return this.trades.get(this.#tradeOfCode.get(code) ?? '');
  }

  refund(merchantNo: string, refundNo: string): Refund | undefined {
    return this.refunds.get(keyOf(merchantNo, refundNo));
  }

  transferOfCode(code: string): Transfer | undefined {
    return [...this.transfers.values()].find((transfer) => transfer.code === code);
  }

  transfer(merchantNo: string, transferNo: string): Transfer | undefined {
    return this.transfers.get(keyOf(merchantNo, transferNo));
  }

  contract(merchantNo: string, contractNo: string): Contract | undefined {
    return this.contracts.get(keyOf(merchantNo, contractNo));
  }

  contractBy(is: (contract: Contract) => boolean): Contract | undefined {
    return [...this.contracts.values()].find(is);
  }

  subAccount(merchantNo: string, userId: string): SubAccount | undefined {
    return this.subAccounts.get(keyOf(merchantNo, userId));
  }

  /** What an account holds: its parts of what was paid, less what was taken back and withdrawn. */
  held({ merchantNo, userId, withdrawn }: SubAccount): number {
    const partOf = (of: Trade | Refund) =>
      of.merchantNo === merchantNo
        ? (of.payees ?? []).reduce((sum, each) => sum + (each.userId === userId ? each.amount : 0), 0)
        : 0;
    let held = -withdrawn;
    for (const trade of this.trades.values()) if (trade.state === 'paid') held += partOf(trade);
    for (const refund of this.refunds.values()) if (refund.state !== 'closed') held -= partOf(refund);
    return held;
  }

  refundsOf({ merchantNo, tradeNo }: Trade): Refund[] {
    const keys = this.#refundsOfTrade.get(keyOf(merchantNo, tradeNo)) ?? [];
    return [...keys].flatMap((key) => this.refunds.get(key) ?? []);
  }

  /** What was or may be returned of it. */
  returned(trade: Trade, isCounted = ({ state }: Refund) => state !== 'closed'): number {
    return this.refundsOf(trade)
      .filter(isCounted)
      .reduce((sum, { amount }) => sum + amount, 0);
  }
}

function setMember<K>(set: Set<K>, key: K, isMember: boolean): void {
  if (isMember) set.add(key);
  else set.delete(key);
}
