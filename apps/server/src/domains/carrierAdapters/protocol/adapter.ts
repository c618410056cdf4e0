import type { CarrierProfile } from '@cardinal/contract/carrierProfiles/profile.ts';
import type { ReadProfile } from '@cardinal/contract/carrierProfiles/profileProblems.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { AddressPolicy } from '../../../outbound/addressGuard.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { OutboundRequest, TextAnswer } from '../../../outbound/request.ts';
import type { Capabilities } from './capabilities.ts';
import type { AnswerOf, ArgsOf, OperationName } from './operations.ts';

export type { Reply } from '../../../outbound/gate/reply.ts';

/** What an adapter needs of an account for one call. It holds no state of its own. */
export type Line = {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly policy: AddressPolicy;
  /** The token kept by the gate, for an adapter that has `openSession`. */
  readonly session?: string | undefined;
  /** Called before a request is made. A call answered without a request returns its slot in the budget. */
  readonly onAsked?: (() => void) | undefined;
  /** Called when a request has been sent: from then on its slot in the budget does not depend on the answer. */
  readonly onSent?: (() => void) | undefined;
  /** Called with the date header of an answer. */
  readonly onDate?: ((date: string | string[] | undefined) => void) | undefined;
  /**
   * Called before every request of an operation but the first: returns the previous request's slot in the account's budget and
   * waits for another. False if there is none: the adapter stops and returns what it has.
   */
  readonly nextBudgetSlot: () => Promise<boolean>;
};

export type CredentialField = {
  readonly name: string;
  readonly label: Text;
  /** Hidden while typed; afterwards only the last four characters are shown. */
  readonly isSecret: boolean;
  /** May be omitted; the adapter works without it. */
  readonly isOptional?: boolean;
  /** A certificate or a key in PEM; any other input is refused. */
  readonly isPem?: boolean;
  readonly maxLength: number;
};

/** Observes requests and answers, including secrets; whoever shows them must mask them. */
export type Watch = (
  asked: Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>,
  heard: TextAnswer | undefined,
) => void;

/** What a carrier pushes to us, and how it authenticates. */
export type PushContract = {
  readonly proof: Text;
  /** The credential with the secret, and the one that lists the permitted senders. */
  readonly secret: string;
  readonly sender: string;
  readonly doors: readonly {
    readonly what: Text;
    /** The path on our host; `{token}` stands for the secret. */
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
  /** Absent if the carrier sends no pushes, or if they are undocumented. */
  readonly pushes?: PushContract;
  readonly operate: { readonly [O in OperationName]?: (line: Line, args: ArgsOf<O>) => Promise<Reply<AnswerOf<O>>> };
  /** For an adapter that is configured instead of coded: parses its account's document, or reports its errors. */
  readonly readProfile?: (document: unknown) => ReadProfile;
  /** The adapter such a document describes; without one nothing can be requested. */
  readonly shape?: (profile: CarrierProfile, watch?: Watch) => CarrierAdapter;
};
