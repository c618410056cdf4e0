import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { SplitOperations } from './splitOperations.ts';

/** An amount in the smallest unit of its currency: fen, cents, whole yen. */
export type Money = { readonly minor: bigint; readonly currency: Currency };

/** `partly`: less was paid than asked; nothing is granted for it. `unknown`: a state we do not know, which changes nothing. */
export type PaymentState = 'open' | 'approved' | 'paid' | 'partly' | 'closed' | 'failed' | 'unknown';

/** A payment as the provider sees it. */
export type PaymentSeen = {
  /** Our number. */
  readonly tradeNo: string;
  readonly state: PaymentState;
  /** The provider's number of the transaction; null while it has none. */
  readonly providerNo: string | null;
  /** What the buyer was asked for or paid, as the provider says it; null where it does not say. */
  readonly amount: Money | null;
  readonly paidAt: Date | null;
  /** The provider's own word for the state. */
  readonly said: string;
};

/** `abnormal`: the provider cannot return it by itself, a person must. */
export type RefundState = 'asked' | 'done' | 'failed' | 'closed' | 'abnormal' | 'unknown';

export type RefundSeen = {
  readonly refundNo: string;
  readonly state: RefundState;
  readonly providerNo: string | null;
  readonly amount: Money | null;
  readonly doneAt: Date | null;
  readonly said: string;
};

/** `waitsForUser`: the receiver must confirm it. `asked`: on its way. */
export type TransferState = 'asked' | 'waitsForUser' | 'done' | 'failed' | 'cancelled' | 'unknown';

/** A transfer from the merchant to a person, as the provider sees it. */
export type TransferSeen = {
  readonly transferNo: string;
  readonly state: TransferState;
  readonly providerNo: string | null;
  readonly amount: Money | null;
  /** What the provider's page takes with which the receiver confirms, as JSON; said by the answer that created the transfer only. */
  readonly confirmWith: string | null;
  /** Why it failed: the provider's code, and what it means. */
  readonly failCode: string | null;
  readonly failWords: Text | null;
  readonly endedAt: Date | null;
  readonly said: string;
};

/** `waiting`: nobody has signed it yet. */
export type ContractState = 'waiting' | 'signed' | 'ended' | 'unknown';

/** A contract under which a person lets himself be charged, as the provider sees it. */
export type ContractSeen = {
  /** Our number. */
  readonly contractNo: string;
  readonly state: ContractState;
  /** The provider's number of it; charges name it. */
  readonly providerNo: string | null;
  readonly signedAt: Date | null;
  readonly endedAt: Date | null;
  /** Who ended it, as far as the provider says. */
  readonly endedBy: 'user' | 'us' | 'provider' | null;
  /** The provider's own word for the state. */
  readonly said: string;
};

/** `waitsForCode`: the holder has got a code by SMS. `pending`: registered, not open. `reviewing`: the provider looks at it. */
export type AccountState = 'waitsForCode' | 'pending' | 'reviewing' | 'open' | 'paused' | 'closed' | 'unknown';

/** An account of a user of the merchant, as the provider sees it. */
export type AccountSeen = {
  /** Our number. */
  readonly userNo: string;
  readonly state: AccountState;
  /** What it holds; null where the provider does not say. */
  readonly balance: Money | null;
  /** The provider's own word for the state. */
  readonly said: string;
};

/** Who holds such an account. */
export type AccountHolder = {
  readonly userNo: string;
  readonly isCompany: boolean;
  /** A person's name, or a company's as in its licence. */
  readonly holder: string;
  /** A person's ID number, or a company's unified social credit code. */
  readonly idNo: string;
  readonly phone: string;
};

/** `ends` is null for a bare key. */
export type SigningKey = { readonly serial: string; readonly pem: string; readonly ends: Date | null };

/** Who gets a part of a payment beside the merchant, which gets the rest; of a refund, who gives it back. */
export type Payee = { readonly userNo: string; readonly amount: bigint };

/** One line of a provider's statement of a day. */
export type StatementLine = {
  readonly kind: 'payment' | 'refund';
  /** Our number of the payment or the refund; empty where the provider has none. */
  readonly ourNo: string;
  readonly providerNo: string;
  readonly amount: Money;
  /** What the provider kept of it (negative: gave back); null where its statement does not say. */
  readonly fee: bigint | null;
  readonly at: Date;
};

/**
 * Where a buyer pays: a code to scan (`code`), a page of the provider (`page`), or a sheet of the provider's own program, opened
 * with these values as JSON (`sheet`).
 */
export type PayTarget = {
  readonly kind: 'code' | 'page' | 'sheet';
  readonly url: string;
  readonly providerNo: string | null;
};

export type ProviderOperations = SplitOperations & {
  /** What the gate keeps between calls: a token, or the keys with which the provider signs. */
  openSession: { args: Record<never, never>; answer: { readonly token: string; readonly livesSeconds: number } };
  /** A signed question without effect, to prove address and credentials. */
  prove: { args: Record<never, never>; answer: { readonly words: string } };
  /** The certificates or the key with which the provider signs now. */
  signingKeys: { args: Record<never, never>; answer: { readonly keys: readonly SigningKey[] } };
  /** Asks for a payment. The same number with the same terms makes no second one. */
  createPayment: {
    args: {
      readonly tradeNo: string;
      readonly amount: Money;
      /** What the buyer reads; providers cut it to their own length. */
      readonly subject: string;
      readonly expiresAt: Date;
      readonly noticeUrl: string;
      /** Where a page of the provider leads back to. */
      readonly returnUrl: string;
      /** Who pays on a sheet within the provider's own program. */
      readonly buyer?: { readonly appid: string; readonly openid: string };
      /** Begun in the browser of a phone at this address. Providers whose pages are for any device ignore it. */
      readonly phone?: { readonly address: string };
      /** Split at the source; only where the provider opens accounts. */
      readonly payees?: readonly Payee[];
      /** Frozen at the merchant once it is paid, to be split afterwards. */
      readonly isFrozen?: true;
    };
    answer: PayTarget;
  };
  queryPayment: { args: { readonly tradeNo: string; readonly providerNo: string | null }; answer: PaymentSeen };
  /** Takes what the buyer has approved; only where a payment has the state `approved`. Asked again, it is not taken twice. */
  capturePayment: { args: { readonly tradeNo: string; readonly providerNo: string | null }; answer: PaymentSeen };
  /** Makes a payment that nobody has paid unpayable; refused where it is paid. */
  closePayment: {
    args: { readonly tradeNo: string; readonly providerNo: string | null };
    answer: Record<never, never>;
  };
  /** The same refund number makes no second refund. */
  refund: {
    args: {
      readonly tradeNo: string;
      readonly providerNo: string | null;
      readonly refundNo: string;
      readonly amount: Money;
      /** The whole payment. */
      readonly total: Money;
      readonly reason: string;
      readonly noticeUrl: string;
      /** Taken back from each of these or, where one is short, refused as a whole. */
      readonly payees?: readonly Payee[];
    };
    answer: RefundSeen;
  };
  queryRefund: {
    args: {
      readonly tradeNo: string;
      readonly providerNo: string | null;
      readonly refundNo: string;
      /** The provider's number of the refund, once it has said it. */
      readonly refundProviderNo: string | null;
    };
    answer: RefundSeen;
  };
  /**
   * Sends the merchant's money to a person. The same number with the same terms makes no second transfer. Refused with the code
   * `payerShort` where the merchant's money does not suffice now.
   */
  transfer: {
    args: {
      readonly transferNo: string;
      readonly amount: Money;
      /** The receiver's number at the provider. */
      readonly account: string;
      /** The receiver's real name; the provider lets the transfer fail if it is another's. */
      readonly holder: string;
      readonly remark: string;
      readonly noticeUrl: string;
    };
    answer: TransferSeen;
  };
  queryTransfer: { args: { readonly transferNo: string }; answer: TransferSeen };
  /** Takes back what the receiver has not confirmed. How it ended is asked afterwards. */
  cancelTransfer: { args: { readonly transferNo: string }; answer: Record<never, never> };
  /** Prepares a contract that one person can sign within the provider's program; he is led to the address. */
  createContract: {
    args: {
      readonly contractNo: string;
      /** The plan's number at the provider. */
      readonly planId: string;
      readonly buyer: { readonly appid: string; readonly openid: string };
      /** For whom it is, as the provider shows it. */
      readonly displayName: string;
      readonly noticeUrl: string;
    };
    answer: { readonly url: string };
  };
  queryContract: { args: { readonly contractNo: string; readonly planId: string }; answer: ContractSeen };
  /** How it ended is asked afterwards. */
  endContract: {
    args: { readonly contractNo: string; readonly planId: string; readonly reason: string };
    answer: Record<never, never>;
  };
  /** Lets the provider tell the payer what he will be charged; a charge is then taken on so many days. */
  announceCharge: {
    args: {
      readonly contractNo: string;
      readonly providerContractNo: string;
      readonly amount: Money;
      readonly days: number;
    };
    answer: Record<never, never>;
  };
  /**
   * Takes a payment under a contract. The same number is taken once; how it ended is asked by `queryPayment`. Refused with the code
   * `payerShort` where the payer's money does not suffice now.
   */
  chargeContract: {
    args: {
      readonly tradeNo: string;
      readonly providerContractNo: string;
      readonly amount: Money;
      readonly subject: string;
      readonly noticeUrl: string;
    };
    answer: Record<never, never>;
  };
  /**
   * Applies for an account of one of the merchant's users. Asked again under the same number of the user, the earlier application
   * counts no more. The token belongs to the code that the holder gets.
   */
  openAccount: {
    args: AccountHolder & { readonly applyNo: string; readonly bankCard: string; readonly noticeUrl: string };
    answer: { readonly seen: AccountSeen; readonly token: string };
  };
  /** Hands in the holder's code. */
  confirmAccount: {
    args: Pick<AccountHolder, 'userNo' | 'isCompany'> & {
      readonly applyNo: string;
      readonly token: string;
      readonly code: string;
    };
    answer: AccountSeen;
  };
  queryAccount: { args: { readonly userNo: string }; answer: AccountSeen };
  /** Whether it is closed is asked afterwards. */
  closeAccount: {
    args: AccountHolder & { readonly closeNo: string; readonly noticeUrl: string };
    answer: Record<never, never>;
  };
  /** The provider's statement of a day in China, page by page; `next` is null after the last. */
  statement: {
    args: { readonly day: string; readonly cursor: string | null };
    answer: {
      readonly lines: readonly StatementLine[];
      readonly next: string | null;
      /** It says that there is none, which may also mean: not yet. */
      readonly mayBeLate?: true;
    };
  };
  /** For a provider that judges its own notices: whether it sent this one. */
  confirmNotice: { args: { readonly notice: HeardNotice }; answer: { readonly isGenuine: boolean } };
};

/** A notice as it arrived, before anything is believed. */
export type HeardNotice = {
  readonly header: (name: string) => string | undefined;
  /** The raw body: a signature covers these bytes. */
  readonly body: string;
};

export type ProviderOperation = keyof ProviderOperations;
export type ArgsOf<O extends ProviderOperation> = ProviderOperations[O]['args'];
export type AnswerOf<O extends ProviderOperation> = ProviderOperations[O]['answer'];

/**
 * What may be asked again without an answer. Payments, captures and refunds carry our number, which the provider acts upon
 * once; `confirmNotice` and the rest change nothing. A transfer is asked after before it is sent again.
 */
const MAY_REPEAT: Readonly<Record<ProviderOperation, boolean>> = {
  openSession: true,
  prove: true,
  signingKeys: true,
  createPayment: true,
  queryPayment: true,
  capturePayment: true,
  closePayment: true,
  refund: true,
  queryRefund: true,
  transfer: false,
  queryTransfer: true,
  cancelTransfer: true,
  createContract: true,
  queryContract: true,
  endContract: true,
  announceCharge: false,
  chargeContract: true,
  openAccount: true,
  confirmAccount: false,
  queryAccount: true,
  closeAccount: true,
  addReceiver: true,
  removeReceiver: true,
  splitPayment: false,
  querySplit: true,
  unfreezePayment: false,
  querySplittable: true,
  returnSplit: false,
  queryReturn: true,
  statement: true,
  confirmNotice: true,
};
export const mayRepeat = (operation: ProviderOperation): boolean => MAY_REPEAT[operation];
