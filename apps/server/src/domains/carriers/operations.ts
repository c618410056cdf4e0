import type { Text } from '@cardinal/primitives/text.ts';

/** A card as its carrier describes it. `status` is the carrier's own word. */
export type CarrierDevice = {
  readonly iccid: string;
  readonly status: string;
  readonly imsi: string | null;
  readonly msisdn: string | null;
  readonly imei: string | null;
  readonly ratePlan: string | null;
  readonly communicationPlan: string | null;
  readonly activatedAt: Date | null;
  readonly changedAt: Date | null;
  /** Everything else the carrier said, for the platform's eyes. */
  readonly raw: Readonly<Record<string, unknown>>;
};

export type CarrierUsage = {
  readonly iccid: string;
  readonly status: string;
  /** Since the beginning of the carrier's cycle; it is stored, never added. */
  readonly cycleBytes: string;
  readonly cycleSeconds: string;
  readonly cycleMessages: number;
  readonly overageLimitReached: boolean;
};

export type CarrierSession = {
  readonly iccid: string;
  readonly isOnline: boolean;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly ipAddress: string | null;
  readonly apn: string | null;
};

/** What may be asked of a carrier: the arguments and the answer of each operation, the same for every adapter. */
export type Operations = {
  /** Harmless: proves address and credentials. */
  echo: { args: Record<never, never>; answer: { readonly words: Text } };
  getDevice: { args: { readonly iccid: string }; answer: CarrierDevice };
  /** Cards changed since a moment, oldest change first; only `iccid`, `status` and plans are filled in. */
  listDevices: {
    args: { readonly modifiedSince: Date; readonly page: number; readonly pageSize?: number };
    answer: { readonly devices: readonly CarrierDevice[]; readonly isLastPage: boolean };
  };
  /**
   * Asks for a status, in the carrier's own word. `ok` means the carrier took the order; whether it is carried out is
   * for `getDevice`, `listDevices` or a push to say.
   */
  setStatus: {
    args: { readonly iccid: string; readonly status: string };
    answer: { readonly reference: string | null };
  };
  getUsage: { args: { readonly iccid: string }; answer: CarrierUsage };
  getSession: { args: { readonly iccid: string }; answer: CarrierSession };
  sendSms: { args: { readonly iccid: string; readonly text: string }; answer: { readonly messageId: string } };
  getSms: { args: { readonly messageId: string }; answer: { readonly messageId: string; readonly status: string } };
};
export type OperationName = keyof Operations;
export type ArgsOf<O extends OperationName> = Operations[O]['args'];
export type AnswerOf<O extends OperationName> = Operations[O]['answer'];

/** Operations that change nothing at the carrier, so that asking twice is the same as asking once. */
export const IDEMPOTENT: ReadonlySet<OperationName> = new Set([
  'echo',
  'getDevice',
  'listDevices',
  'getUsage',
  'getSession',
  'getSms',
]);

/** How a call ended. There is no «failed»: either the carrier said no, or it is not known, or it was not asked. */
export type Outcome<A> =
  | { readonly kind: 'ok'; readonly answer: A }
  /** The carrier said no, and nothing was done. `words` is what it said, and what it means where we know. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly words: Text;
      /** It does not know the card that was asked about. */
      readonly isUnknownCard?: boolean;
    }
  /** Asked, and no usable answer came: it may have been done. Find out before asking again. */
  | { readonly kind: 'unclear'; readonly words: Text }
  /** Not asked: paused, down, out of today's budget. Worth another try from `retryAt` on. */
  | { readonly kind: 'unavailable'; readonly retryAt: Date; readonly words: Text };
