import type { SourceAdapter } from '@cardinal/contract/enumerations/externalPackage.ts';
import type { EffectiveType, PackageType } from '@cardinal/contract/enumerations/package.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Connection } from '../../../outbound/gate/exchange.ts';
import type { CallHooks } from '../../../outbound/gate/performCall.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { StatedTerms } from '../statedTerms.ts';

/** A package a source offers. */
export type OfferSeen = {
  readonly code: string;
  readonly name: string;
  /** Ours; null where we do not know theirs. */
  readonly platform: number | null;
  readonly type: PackageType | null;
  /** What one card costs us there, in minor units. */
  readonly price: string;
  readonly currency: string;
  readonly terms: StatedTerms;
  /** Whether it can be ordered there now. */
  readonly isOffered: boolean;
};

export type SourceOrder = {
  readonly outOrderNo: string;
  readonly code: string;
  readonly iccid: string;
  readonly periods: number;
  readonly effectiveType: EffectiveType;
  readonly postponeDays: number;
  /** In minor units; at a higher price the source orders nothing. */
  readonly most: string;
};

export type OrderTaken = { readonly theirOrderNo: string };

export type OrderSeen = {
  readonly theirOrderNo: string;
  readonly state: 'open' | 'delivered' | 'failed';
  /** What it charged so far. */
  readonly charged: string;
  readonly currency: string;
  /** Why it failed, as the source says it. */
  readonly words: Text | undefined;
};

export type SourceOperations = {
  /** A question without effect: do address and credentials work? */
  readonly prove: { readonly args: Record<never, never>; readonly answer: { readonly who: string } };
  readonly balance: {
    readonly args: Record<never, never>;
    readonly answer: { readonly funds: readonly { readonly currency: string; readonly spendable: string }[] };
  };
  /** Orders a package for a card under our number; the same number is one order, however often it is sent. */
  readonly order: { readonly args: SourceOrder; readonly answer: OrderTaken };
  /** What became of the order under our number. */
  readonly orderState: { readonly args: { readonly outOrderNo: string }; readonly answer: OrderSeen };
  /** A page of what can be ordered there, from 1. */
  readonly packages: {
    readonly args: { readonly page: number };
    readonly answer: { readonly offers: readonly OfferSeen[]; readonly hasMore: boolean };
  };
};
export type SourceOperation = keyof SourceOperations;
export type ArgsOf<O extends SourceOperation> = SourceOperations[O]['args'];
export type AnswerOf<O extends SourceOperation> = SourceOperations[O]['answer'];

export type Credentials = Readonly<Record<string, string>>;

/** What an adapter needs of a source for one call. It holds no state of its own. */
export type SourceLine = Connection &
  Partial<CallHooks> & {
    readonly baseUrl: string;
    readonly credentials: Credentials;
    /** The moment of the call: signatures carry it. */
    readonly now: Date;
    /** Unlike that of any other call. */
    readonly nonce: string;
  };

export type SourceCredential = {
  readonly name: string;
  readonly label: Text;
  readonly hint?: Text;
  readonly isSecret: boolean;
  readonly maxLength: number;
  readonly form: RegExp;
};

/** How one kind of platform is spoken to. */
export type SourceProtocol = {
  readonly adapter: SourceAdapter;
  readonly credentials: readonly SourceCredential[];
  readonly operate: {
    readonly [O in SourceOperation]: (line: SourceLine, args: ArgsOf<O>) => Promise<Reply<AnswerOf<O>>>;
  };
};
