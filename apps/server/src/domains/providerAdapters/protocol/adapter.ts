import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Connection } from '../../../outbound/gate/exchange.ts';
import type { CallHooks } from '../../../outbound/gate/performCall.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type {
  AnswerOf,
  ArgsOf,
  ContractSeen,
  HeardNotice,
  PaymentSeen,
  ProviderOperation,
  RefundSeen,
  TransferSeen,
} from './operations.ts';

/** What an adapter needs of a merchant account for one call. It holds no state of its own. */
export type ProviderLine = Connection &
  Partial<CallHooks> & {
    readonly baseUrl: string;
    readonly credentials: Credentials;
    /** What the gate keeps, for an adapter that has `openSession`. */
    readonly session?: string | undefined;
    /** The moment of the call: signatures carry it. */
    readonly now: Date;
  };

export type Credentials = Readonly<Record<string, string>>;

export type CredentialField = {
  readonly name: string;
  readonly label: Text;
  /** Hidden while typed; afterwards only the last four characters are shown. */
  readonly isSecret: boolean;
  readonly isOptional?: boolean;
  /** A certificate or a key in PEM. */
  readonly isPem?: boolean;
  readonly maxLength: number;
  /** How to find it at the provider, or what it looks like. */
  readonly hint?: Text;
};

/** What is said openly of an account, read from its credentials. */
export type AccountFacts = {
  /** The merchant's number at the provider: unique with it. */
  readonly merchantNo: string;
  readonly certificateSerial: string | null;
  readonly certificateEnds: Date | null;
};

/** What is wrong with credentials before the provider is asked. */
export type CredentialFault = { readonly field: string; readonly words: Text };

/** A notice once its sender is proven, or why it is not believed. */
export type NoticeRead =
  /** Not from the provider: answered without a reason, and nothing changes. */
  | { readonly kind: 'forged'; readonly why: 'signature' | 'expired' | 'unsigned' | 'otherMerchant' }
  /** Signed with keys the session does not hold yet: the session is opened anew, and it is read again, once. */
  | { readonly kind: 'keysUnknown' }
  /** From the provider, about nothing we act upon. `noticeId` names it for ever. */
  | { readonly kind: 'other'; readonly noticeId: string; readonly event: string }
  | { readonly kind: 'payment'; readonly noticeId: string; readonly event: string; readonly seen: PaymentSeen }
  | {
      readonly kind: 'refund';
      readonly noticeId: string;
      readonly event: string;
      readonly seen: RefundSeen;
    }
  | { readonly kind: 'transfer'; readonly noticeId: string; readonly event: string; readonly seen: TransferSeen }
  /** A contract was signed or ended. */
  | { readonly kind: 'contract'; readonly noticeId: string; readonly event: string; readonly seen: ContractSeen };

export type NoticeAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
};

export type ProviderAdapter = {
  /** Its name in addresses: the provider sends its notices to `/callbacks/payments/<key>/<account>`. */
  readonly key: string;
  readonly provider: PaymentProvider;
  readonly name: Text;
  /** The address the provider documents, offered for a new account. */
  readonly baseUrl: string;
  readonly currencies: readonly Currency[];
  readonly credentials: readonly CredentialField[];
  /** Faults of credentials as typed, each at its field; an empty list if they may be tried. */
  readonly checkCredentials: (credentials: Credentials, now: Date) => readonly CredentialFault[];
  /** Of credentials without a fault. */
  readonly factsOf: (credentials: Credentials) => AccountFacts;
  readonly operate: {
    readonly [O in ProviderOperation]?: (line: ProviderLine, args: ArgsOf<O>) => Promise<Reply<AnswerOf<O>>>;
  };
  /**
   * Proves who sent a notice and reads it. With `operate.confirmNotice` the sender is proven by asking the provider, after this
   * has found nothing wrong.
   */
  readonly readNotice: (
    heard: HeardNotice,
    account: { readonly credentials: Credentials; readonly session: string | undefined; readonly now: Date },
  ) => NoticeRead;
  readonly noticeAnswers: {
    /** It was taken, now or before. */
    readonly taken: NoticeAnswer;
    /** Please send it again. */
    readonly again: NoticeAnswer;
    readonly forged: NoticeAnswer;
  };
};
