import { randomBytes } from 'node:crypto';
import type { Surroundings } from '../carrier.ts';
import type {
  Contract,
  Merchant,
  Notice,
  PaymentEvent,
  Refund,
  RefundState,
  Trade,
  Transfer,
  TransferState,
  Twist,
} from './paymentEvents.ts';
import type { NoticeContent, PaymentNature } from './paymentNature.ts';
import type { PaymentWorld } from './paymentWorld.ts';

export type NewTrade = Pick<
  Trade,
  'tradeNo' | 'total' | 'currency' | 'subject' | 'noticeUrl' | 'expiresMs' | 'payees' | 'appid' | 'isShared'
>;
export type NewRefund = Pick<Refund, 'refundNo' | 'amount' | 'reason' | 'noticeUrl' | 'payees'>;
export type NewTransfer = Pick<Transfer, 'transferNo' | 'amount' | 'receiver' | 'name' | 'remark' | 'noticeUrl'>;
export type RefundFault = 'notPaid' | 'otherTerms' | 'tooMuch' | 'balance';

const DAY_MS = 86_400_000;
const OVERDUE = 'OVERDUE_CLOSE';
const WRONG_NAME = 'NAME_NOT_CORRECT';

/** What happens to trades, refunds and transfers, whoever causes it: merchant, buyer, time or control. */
export class PaymentLife {
  readonly #world: PaymentWorld;
  readonly #nature: PaymentNature;
  readonly #clock: Surroundings['clock'];
  readonly #record: (event: PaymentEvent) => void;

  constructor(
    world: PaymentWorld,
    nature: PaymentNature,
    clock: Surroundings['clock'],
    record: (event: PaymentEvent) => void,
  ) {
    this.#world = world;
    this.#nature = nature;
    this.#clock = clock;
    this.#record = record;
  }

  /** Ends trades whose time has come, and refunds that are due, each at its own moment. */
  settle(): void {
    const nowMs = this.#clock.nowMs();
    for (const key of [...this.#world.openTrades]) {
      const trade = this.#world.trades.get(key);
      if (trade && trade.expiresMs <= nowMs) this.#put({ ...trade, state: 'closed' });
    }
    for (const key of [...this.#world.openRefunds]) {
      const refund = this.#world.refunds.get(key);
      const merchant = refund && this.#world.merchants.get(refund.merchantNo);
      if (!refund || !merchant || refund.dueMs === null || refund.dueMs > nowMs) continue;
      this.endRefund(refund, merchant.refundEndsAs, refund.dueMs);
    }
    for (const key of [...this.#world.openTransfers]) {
      const transfer = this.#world.transfers.get(key);
      if (transfer && transfer.expiresMs <= nowMs) this.endTransfer(transfer, 'failed', OVERDUE);
    }
  }

  /** The same number with the same terms is the same transfer; its money leaves the merchant when it is asked for. */
  transfer(merchant: Merchant, asked: NewTransfer): Transfer | 'otherTerms' | 'balance' {
    const known = this.#world.transfer(merchant.merchantNo, asked.transferNo);
    if (known) return known.amount === asked.amount && known.receiver === asked.receiver ? known : 'otherTerms';
    const { balance } = merchant;
    if (balance !== null && balance < asked.amount) return 'balance';
    if (balance !== null)
      this.#record({ type: 'merchant', merchant: { ...merchant, balance: balance - asked.amount } });
    const nowMs = this.#clock.nowMs();
    const code = randomBytes(9).toString('base64url');
    return this.#putTransfer({
      ...asked,
      merchantNo: merchant.merchantNo,
      providerNo: this.#nature.providerNo('transfer', new Date(nowMs), code),
      code,
      state: 'waitsForUser',
      failReason: null,
      createdMs: nowMs,
      expiresMs: nowMs + (merchant.confirmWithinMs ?? DAY_MS),
      updatedMs: nowMs,
    });
  }

  /** The receiver takes it; a name that is not theirs lets it fail. */
  confirmTransfer(transfer: Transfer): Transfer {
    const real = this.#merchant(transfer).realNames?.[transfer.receiver];
    const isWrong = real !== undefined && transfer.name !== null && transfer.name !== real;
    return isWrong ? this.endTransfer(transfer, 'failed', WRONG_NAME) : this.endTransfer(transfer, 'done');
  }

  endTransfer(transfer: Transfer, state: TransferState, failReason: string | null = null): Transfer {
    const ended = this.#putTransfer({ ...transfer, state, failReason, updatedMs: this.#clock.nowMs() });
    const merchant = this.#merchant(transfer);
    if (state !== 'done' && merchant.balance !== null)
      this.#record({ type: 'merchant', merchant: { ...merchant, balance: merchant.balance + transfer.amount } });
    if (this.#nature.transferNotice)
      this.notify(this.#merchant(transfer), ended, this.#nature.transferNotice(merchant, ended));
    return ended;
  }

  /** The same number with the same terms is the same trade; with others it is refused. */
  open({ merchantNo }: Merchant, asked: NewTrade): Trade | 'otherTerms' {
    const known = this.#world.trade(merchantNo, asked.tradeNo);
    if (known) {
      const isSame =
        known.total === asked.total &&
        known.currency === asked.currency &&
        known.subject === asked.subject &&
        known.isShared === asked.isShared &&
        JSON.stringify(known.payees) === JSON.stringify(asked.payees);
      return isSame ? known : 'otherTerms';
    }
    return this.#put({
      ...asked,
      merchantNo,
      code: randomBytes(9).toString('base64url'),
      state: 'open',
      providerNo: null,
      paid: null,
      createdMs: this.#clock.nowMs(),
      paidMs: null,
      isScanned: false,
    });
  }

  scan(trade: Trade): Trade {
    return trade.isScanned ? trade : this.#put({ ...trade, isScanned: true });
  }

  /** The buyer pays or, where the merchant must take the money, agrees; with another amount than asked only if control says so. */
  pay(trade: Trade, paid: number = trade.total): Trade {
    if (!this.#nature.approvalNotice || trade.isApproved) return this.take(trade, paid);
    const approved = this.#put({ ...trade, isScanned: true, isApproved: true });
    const merchant = this.#merchant(approved);
    this.notify(merchant, approved, this.#nature.approvalNotice(merchant, approved));
    return approved;
  }

  /** The money changes hands. */
  take(trade: Trade, paid: number = trade.total): Trade {
    const at = new Date(this.#clock.nowMs());
    const done = this.#put({
      ...trade,
      state: 'paid',
      isScanned: true,
      paid,
      paidMs: at.getTime(),
      providerNo: trade.providerNo ?? this.#nature.providerNo('trade', at, trade.code),
    });
    const merchant = this.#merchant(done);
    this.notify(merchant, done, this.#nature.paymentNotice(merchant, done, this.#world));
    return done;
  }

  fail(trade: Trade): Trade {
    return this.#put({ ...trade, state: 'failed', isScanned: true });
  }

  close(trade: Trade): Trade {
    return this.#put({ ...trade, state: 'closed' });
  }

  /** The same number with the same terms is the same refund. */
  refund(merchant: Merchant, trade: Trade, asked: NewRefund): Refund | RefundFault {
    const known = this.#world.refund(merchant.merchantNo, asked.refundNo);
    if (known) return known.tradeNo === trade.tradeNo && known.amount === asked.amount ? known : 'otherTerms';
    if (trade.state !== 'paid') return 'notPaid';
    if (this.#world.returned(trade) + asked.amount > (trade.paid ?? 0)) return 'tooMuch';
    if (merchant.balance !== null && merchant.balance < asked.amount) return 'balance';
    const nowMs = this.#clock.nowMs();
    const { refundAfterMs, balance } = merchant;
    if (balance !== null)
      this.#record({ type: 'merchant', merchant: { ...merchant, balance: balance - asked.amount } });
    const refund: Refund = {
      ...asked,
      merchantNo: merchant.merchantNo,
      tradeNo: trade.tradeNo,
      providerNo: this.#nature.providerNo('refund', new Date(nowMs), `${asked.refundNo} ${trade.code}`),
      state: 'processing',
      createdMs: nowMs,
      dueMs: refundAfterMs === null ? null : nowMs + refundAfterMs,
      endedMs: null,
    };
    this.#record({ type: 'refund', refund });
    if (refundAfterMs === 0) return this.endRefund(refund, merchant.refundEndsAs, nowMs);
    return refund;
  }

  endRefund(refund: Refund, state: RefundState, atMs = this.#clock.nowMs()): Refund {
    const ended: Refund = { ...refund, state, dueMs: null, endedMs: state === 'processing' ? null : atMs };
    this.#record({ type: 'refund', refund: ended });
    const trade = this.#world.trade(refund.merchantNo, refund.tradeNo);
    const merchant = this.#merchant(refund);
    const told = trade && this.#nature.refundNotice(merchant, trade, ended, this.#world);
    if (told && state !== 'processing') this.notify(merchant, ended, told);
    return ended;
  }

  /** The person agrees; from then on the merchant may charge him. */
  sign(contract: Contract): Contract {
    const nowMs = this.#clock.nowMs();
    const providerNo = this.#nature.providerNo('contract', new Date(nowMs), contract.code);
    return this.#putContract({ ...contract, state: 'signed', providerNo, signedMs: nowMs });
  }

  endContract(contract: Contract, endedBy: NonNullable<Contract['endedBy']>): Contract {
    return this.#putContract({ ...contract, state: 'ended', endedBy, endedMs: this.#clock.nowMs() });
  }

  #putContract(contract: Contract): Contract {
    this.#record({ type: 'contract', contract });
    const merchant = this.#merchant(contract);
    if (this.#nature.contractNotice) this.notify(merchant, contract, this.#nature.contractNotice(merchant, contract));
    return contract;
  }

  /** Writes a notice down; the sender delivers it when it is due. */
  notify(
    merchant: Merchant,
    about: Trade | Refund | Transfer | Contract,
    { event, content }: NoticeContent,
    special: { readonly twist?: Twist; readonly isHeld?: boolean } = {},
  ): Notice {
    const [kind, subject] =
      'refundNo' in about
        ? (['refund', about.refundNo] as const)
        : 'transferNo' in about
          ? (['transfer', about.transferNo] as const)
          : 'contractNo' in about
            ? (['contract', about.contractNo] as const)
            : (['payment', about.tradeNo] as const);
    const isHeld = special.isHeld ?? merchant.withholdsNotices;
    const notice: Notice = {
      id: this.#world.nextNoticeId(),
      noticeId: randomBytes(16).toString('hex'),
      merchantNo: merchant.merchantNo,
      kind,
      subject,
      url: about.noticeUrl,
      event,
      content,
      twist: special.twist ?? null,
      // A refund without an address of its own is not told.
      state: about.noticeUrl === '' ? 'lost' : isHeld ? 'held' : 'waiting',
      dueMs: this.#clock.nowMs() + merchant.noticeAfterMs,
      attempts: [],
    };
    this.#record({ type: 'notice', notice });
    return notice;
  }

  #merchant({ merchantNo }: { readonly merchantNo: string }): Merchant {
    return this.#world.merchants.get(merchantNo) as Merchant;
  }

  #putTransfer(transfer: Transfer): Transfer {
    this.#record({ type: 'transfer', transfer });
    return transfer;
  }

  #put(trade: Trade): Trade {
    this.#record({ type: 'trade', trade });
    return trade;
  }
}
