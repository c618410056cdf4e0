/** How splits of a merchant go; what can be changed while it is in use. */
export type SplitSettings = {
  /** How much of a payment may be split, in ten-thousandths. */
  readonly splitRatio?: number;
  /** From the order of a split or its return to its end: 0 with the next look, null held. */
  readonly splitAfterMs?: number | null;
  /** Receivers that get nothing, by their account, with the reason. */
  readonly splitFails?: Readonly<Record<string, string>>;
  /** Receivers that give nothing back, with the reason. */
  readonly returnFails?: Readonly<Record<string, string>>;
};

/** A receiver that a merchant has registered. */
export type Receiver = {
  readonly merchantNo: string;
  readonly kind: 'MERCHANT_ID' | 'PERSONAL_OPENID';
  readonly account: string;
  readonly name: string | null;
  readonly relation: string;
  readonly isRemoved: boolean;
};

export type SplitResult = 'PENDING' | 'SUCCESS' | 'CLOSED';

export type SplitPart = {
  readonly kind: Receiver['kind'];
  readonly account: string;
  readonly name: string | null;
  readonly amount: number;
  readonly description: string;
  readonly result: SplitResult;
  readonly failReason: string | null;
};

/** A split of a trade; without parts it only unfreezes the rest. */
export type Split = {
  readonly merchantNo: string;
  readonly splitNo: string;
  readonly providerNo: string;
  readonly tradeNo: string;
  readonly parts: readonly SplitPart[];
  readonly unfreezes: boolean;
  readonly isFinished: boolean;
  readonly createdMs: number;
  readonly dueMs: number | null;
};

/** What a receiver gives back of a split. */
export type SplitReturn = {
  readonly merchantNo: string;
  readonly returnNo: string;
  readonly providerNo: string;
  readonly splitNo: string;
  readonly account: string;
  readonly amount: number;
  readonly result: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  readonly failReason: string | null;
  readonly createdMs: number;
  readonly dueMs: number | null;
};

export type SplitEvent =
  | { readonly type: 'receiver'; readonly receiver: Receiver }
  | { readonly type: 'split'; readonly split: Split }
  | { readonly type: 'splitReturn'; readonly back: SplitReturn };
