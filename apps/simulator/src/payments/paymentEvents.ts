import type { KeyPair } from './keys.ts';
import type { SplitEvent, SplitSettings } from './splitEvents.ts';

/** What of a merchant can be changed while it is in use. */
export type MerchantSettings = {
  /** From the order of a refund to its end: 0 at once, null held until control ends it. */
  readonly refundAfterMs: number | null;
  readonly refundEndsAs: 'done' | 'abnormal' | 'closed';
  /** What it can return, in the smallest unit; null: without limit. */
  readonly balance: number | null;
  /** What is kept of a payment, in ten-thousandths. */
  readonly feeRate: number;
  /** Notices are written down and not sent until control releases them. */
  readonly withholdsNotices: boolean;
  readonly noticeAfterMs: number;
  /** The waits between repeated notices, as a part of the real ones. */
  readonly retryFactor: number;
  /** How far a request's time may differ; null: any. */
  readonly toleranceSeconds: number | null;
  /** Where notices go that the provider sends to one address of the merchant, not to that of a payment. */
  readonly webhookUrl?: string | null;
  /** Whether charges under contracts are taken only when they were announced in time, and by day. */
  readonly wantsAnnouncements?: boolean;
  /** How long a receiver may take to confirm a transfer. */
  readonly confirmWithinMs?: number;
  /** How its statements differ from what happened. */
  readonly statementEdits?: readonly StatementEdit[];
  /** The real names of receivers by their number at the provider; whoever is not in it has any name. */
  readonly realNames?: Readonly<Record<string, string>>;
} & SplitSettings;

/** One line of a statement that is not as it happened. */
export type StatementEdit = {
  /** The number of the trade or the refund. */
  readonly no: string;
  /** How often it is listed; 0 leaves it out. */
  readonly times?: number | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  /** How much later than it happened it is listed. */
  readonly laterMs?: number | undefined;
};

export type Merchant = MerchantSettings & {
  /** Its number at the provider, unique. */
  readonly merchantNo: string;
  /** Further numbers and secrets of the provider's own kind. */
  readonly facts: Readonly<Record<string, string>>;
  readonly keys: KeyPair;
};

export type TradeState = 'open' | 'paid' | 'closed' | 'failed';

export type Trade = {
  readonly merchantNo: string;
  readonly tradeNo: string;
  /** In the address a buyer opens. */
  readonly code: string;
  readonly state: TradeState;
  readonly providerNo: string | null;
  readonly total: number;
  readonly currency: string;
  /** What the buyer really paid; usually the total. */
  readonly paid: number | null;
  readonly subject: string;
  readonly noticeUrl: string;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly paidMs: number | null;
  /** Whether somebody has opened its code. */
  readonly isScanned: boolean;
  /** The buyer has agreed, and the merchant must take the money; only where the provider works so. */
  readonly isApproved?: boolean;
  /** The public account or mini-program it was begun in, where that is not the merchant's first; WeChat's word. */
  readonly appid?: string;
  /** Who gets how much of it beside the merchant; only where the provider splits. */
  readonly payees?: readonly TradePayee[];
  /** Frozen once it is paid, to be split afterwards; only where the provider splits so. */
  readonly isShared?: boolean | undefined;
  /** What was not split is the merchant's again. */
  readonly isUnfrozen?: boolean;
};

/** An account of a merchant's user, and its part of a trade or of a refund. */
export type TradePayee = { readonly userId: string; readonly amount: number };

export type RefundState = 'processing' | 'done' | 'abnormal' | 'closed';

export type Refund = {
  readonly merchantNo: string;
  readonly tradeNo: string;
  readonly refundNo: string;
  readonly providerNo: string;
  readonly state: RefundState;
  readonly amount: number;
  readonly reason: string;
  readonly noticeUrl: string;
  readonly createdMs: number;
  readonly dueMs: number | null;
  readonly endedMs: number | null;
  /** From whom how much of it is taken back, beside the merchant. */
  readonly payees?: readonly TradePayee[];
};

export type TransferState = 'waitsForUser' | 'done' | 'failed' | 'cancelled';

/** Money on its way from a merchant to a person, who must confirm it. */
export type Transfer = {
  readonly merchantNo: string;
  readonly transferNo: string;
  readonly providerNo: string;
  /** In the address on which the receiver confirms. */
  readonly code: string;
  readonly state: TransferState;
  readonly amount: number;
  readonly receiver: string;
  /** As the merchant wrote it; null where it did not. */
  readonly name: string | null;
  readonly remark: string;
  readonly noticeUrl: string;
  readonly failReason: string | null;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly updatedMs: number;
};

export type ContractState = 'waiting' | 'signed' | 'ended';

/** A contract under which a person lets a merchant charge him, and what he was told of the next charge. */
export type Contract = {
  readonly merchantNo: string;
  readonly contractNo: string;
  /** The number by which charges name it; given when it is signed. */
  readonly providerNo: string | null;
  readonly planId: string;
  /** In the address on which the person signs. */
  readonly code: string;
  readonly state: ContractState;
  readonly person: string;
  readonly displayName: string;
  readonly noticeUrl: string;
  readonly endedBy: 'user' | 'merchant' | 'provider' | null;
  readonly endedMs: number | null;
  readonly signedMs: number | null;
  readonly createdMs: number;
  /** Until then it can be signed. */
  readonly expiresMs: number;
  /** What was announced last: how much at most, and between which moments it may be taken. */
  readonly announced: { readonly amount: number; readonly fromMs: number; readonly untilMs: number } | null;
};

export type SubAccountState = 'codeSent' | 'reviewing' | 'open' | 'paused' | 'closed';

/** An account that a merchant opened for one of its users. What it holds follows from trades, refunds and withdrawals. */
export type SubAccount = {
  readonly merchantNo: string;
  /** The merchant's number of its user. */
  readonly userId: string;
  readonly kind: 'personal' | 'company';
  readonly name: string;
  readonly idNo: string;
  readonly phone: string;
  readonly card: string;
  readonly state: SubAccountState;
  readonly applyNo: string;
  /** What the application was answered, and the code that was sent to the phone. */
  readonly token: string;
  readonly code: string;
  readonly withdrawn: number;
  readonly createdMs: number;
};

/** How a notice differs from a true one: for tests of who receives it. */
export type Twist = {
  readonly sign: 'right' | 'wrong' | 'missing' | 'unknownKey';
  /** How old its signature says it is. */
  readonly ageSeconds: number;
};

export type Attempt = { readonly atMs: number; readonly status: number | null; readonly answer: string };

export type Notice = {
  readonly id: number;
  /** The number by which the provider names it for ever. */
  readonly noticeId: string;
  readonly merchantNo: string;
  readonly kind: 'payment' | 'refund' | 'transfer' | 'contract';
  /** The number of the trade, the refund, the transfer or the contract. */
  readonly subject: string;
  readonly url: string;
  readonly event: string;
  /** What it says, before it is signed; unchanged when it is repeated. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly twist: Twist | null;
  readonly state: 'waiting' | 'held' | 'taken' | 'lost' | 'givenUp';
  readonly dueMs: number;
  readonly attempts: readonly Attempt[];
};

/** Every event of this world; the journal holds nothing else. An object replaces the one with its number. */
export type PaymentEvent =
  | { readonly type: 'platformKey'; readonly keys: KeyPair }
  | { readonly type: 'merchant'; readonly merchant: Merchant }
  | { readonly type: 'trade'; readonly trade: Trade }
  | { readonly type: 'refund'; readonly refund: Refund }
  | { readonly type: 'transfer'; readonly transfer: Transfer }
  | { readonly type: 'contract'; readonly contract: Contract }
  | { readonly type: 'subAccount'; readonly account: SubAccount }
  | { readonly type: 'notice'; readonly notice: Notice }
  | SplitEvent;
