import type { CarrierProfile } from '@cardinal/contract/carrierProfiles/profile.ts';
import type { ReadProfile } from '@cardinal/contract/carrierProfiles/profileProblems.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { AddressPolicy } from '../../../outbound/addressGuard.ts';
import type { OutboundAnswer, OutboundRequest } from '../../../outbound/request.ts';
import type { Capabilities } from './capabilities.ts';
import type { AnswerOf, ArgsOf, OperationName } from './operations.ts';

/** What an adapter needs of an account for one call. It keeps no state of its own. */
export type Line = {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly policy: AddressPolicy;
  /** The token the gate keeps, for an adapter that has `openSession`. */
  readonly session?: string | undefined;
  /** To be called before a request is made. What is answered without one gives its place in the budget back. */
  readonly onAsked?: (() => void) | undefined;
  /** To be called when a request has left: from then on its place in the budget no longer depends on the answer. */
  readonly onSent?: (() => void) | undefined;
  /** To be called with the date header of an answer. */
  readonly onDate?: ((date: string | string[] | undefined) => void) | undefined;
  /**
   * Before every request of an operation but its first: gives back the place of the one before in the account's budget and
   * waits for another. False where none is to be had: ask no further, and say what is known.
   */
  readonly nextTurn: () => Promise<boolean>;
};

type Facts = { readonly httpStatus?: number | undefined; readonly reference?: string | undefined };

/** What came back from the carrier, read but not yet judged. An answer nobody understands is `unclear`. */
export type Reply<A> = Facts &
  (
    | { readonly kind: 'ok'; readonly answer: A }
    | {
        readonly kind: 'refused';
        readonly code: string;
        readonly words: Text;
        /** It does not know the card that was asked about. A 404 says so by itself. */
        readonly isUnknownCard?: boolean;
      }
    | { readonly kind: 'unclear'; readonly words: Text; readonly code?: string | undefined }
    /** It surely never arrived. */
    | { readonly kind: 'notSent'; readonly words: Text }
    /** Too fast for the carrier; nothing was done. */
    | { readonly kind: 'tooMany' }
    /** The token has ended; nothing was done. The gate asks for another and tries once more. */
    | { readonly kind: 'sessionGone' }
    /** The carrier does not know these credentials; nothing was done. */
    | { readonly kind: 'stranger'; readonly words: Text }
  );

export type CredentialField = {
  readonly name: string;
  readonly label: Text;
  /** Hidden while it is typed, and told by its last four characters afterwards. */
  readonly isSecret: boolean;
  /** May be left out; the adapter then does without. */
  readonly isOptional?: boolean;
  /** A certificate or a key in PEM: anything else that is typed is no such thing. */
  readonly isPem?: boolean;
  readonly maxLength: number;
};

/** Somebody who wants to see what is sent and what comes back, secrets and all: whoever shows it masks it. */
export type Watch = (
  asked: Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>,
  heard: OutboundAnswer | undefined,
) => void;

/** What a carrier tells us by itself, and how it proves that it is the carrier. */
export type PushContract = {
  readonly proof: Text;
  /** The credential that opens the door, and the one that names who may come through it. */
  readonly secret: string;
  readonly sender: string;
  readonly doors: readonly {
    readonly what: Text;
    /** Behind our host; `{token}` stands for the secret. */
    readonly path: string;
    readonly note?: Text;
  }[];
};

export type CarrierAdapter = {
  readonly key: string;
  readonly name: Text;
  readonly platform: Platform;
  readonly subType: number | null;
  readonly credentials: readonly CredentialField[];
  readonly capabilities: Capabilities;
  /** Left out by those whose carrier tells nothing unasked, or nobody has told how. */
  readonly pushes?: PushContract;
  readonly operate: { readonly [O in OperationName]?: (line: Line, args: ArgsOf<O>) => Promise<Reply<AnswerOf<O>>> };
  /** Of an adapter that is configured instead of coded: its account's document, or what is wrong with it. */
  readonly readProfile?: (document: unknown) => ReadProfile;
  /** The adapter such a document makes; without one nothing can be asked. */
  readonly shape?: (profile: CarrierProfile, watch?: Watch) => CarrierAdapter;
};
