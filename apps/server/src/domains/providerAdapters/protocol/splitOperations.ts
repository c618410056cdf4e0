import type { Text } from '@cardinal/primitives/text.ts';

/** A merchant by its number, or a person by the openid of the merchant's app. */
export type ReceiverKind = 'merchant' | 'person';

/** Who can be paid a part of a payment after it was paid. */
export type SplitReceiver = {
  readonly kind: ReceiverKind;
  readonly account: string;
  /** The name in which the account is held. */
  readonly holder: string;
};

export type SplitPart = SplitReceiver & { readonly amount: bigint; readonly description: string };

/** `closed`: this receiver gets nothing, and the amount is the merchant's again. */
export type SplitPartState = 'running' | 'done' | 'closed' | 'unknown';

export type SplitPartSeen = {
  readonly kind: ReceiverKind | null;
  readonly account: string;
  readonly amount: bigint;
  readonly state: SplitPartState;
  /** The provider's own word for the state. */
  readonly said: string;
  /** Why it was closed: the provider's code, and what it means. */
  readonly failCode: string | null;
  readonly failWords: Text | null;
};

/** A split of a payment, or the release of what is not split, as the provider sees it. */
export type SplitSeen = {
  /** Our number. */
  readonly splitNo: string;
  readonly state: 'running' | 'finished' | 'unknown';
  readonly providerNo: string | null;
  readonly parts: readonly SplitPartSeen[];
  readonly said: string;
};

/** What a receiver gives back of a split. */
export type SplitReturnSeen = {
  readonly returnNo: string;
  readonly state: 'running' | 'done' | 'failed' | 'unknown';
  readonly providerNo: string | null;
  readonly amount: bigint;
  readonly failCode: string | null;
  readonly failWords: Text | null;
  readonly said: string;
};

/** Splits after the payment. The same number with the same terms splits once; it is asked after before it is sent again. */
export type SplitOperations = {
  /** The same receiver again changes nothing. */
  addReceiver: { args: SplitReceiver; answer: Record<never, never> };
  removeReceiver: { args: Pick<SplitReceiver, 'kind' | 'account'>; answer: Record<never, never> };
  splitPayment: {
    args: {
      readonly splitNo: string;
      /** The provider's number of the payment. */
      readonly paymentNo: string;
      readonly parts: readonly SplitPart[];
      /** Nothing more will be split: the rest is the merchant's from now on. */
      readonly unfreezes: boolean;
    };
    answer: SplitSeen;
  };
  /** Of a split, and of an unfreezing. */
  querySplit: { args: { readonly splitNo: string; readonly paymentNo: string }; answer: SplitSeen };
  unfreezePayment: {
    args: { readonly splitNo: string; readonly paymentNo: string; readonly description: string };
    answer: SplitSeen;
  };
  /** What of a payment may still be split. */
  querySplittable: { args: { readonly paymentNo: string }; answer: { readonly amount: bigint } };
  returnSplit: {
    args: {
      readonly returnNo: string;
      readonly splitNo: string;
      readonly account: string;
      readonly amount: bigint;
      readonly description: string;
    };
    answer: SplitReturnSeen;
  };
  queryReturn: { args: { readonly returnNo: string; readonly splitNo: string }; answer: SplitReturnSeen };
};
