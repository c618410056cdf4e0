/** Who made a change: the platform through its API user, somebody else at the carrier, or the network itself. */
export type ChangeOrigin = 'api' | 'foreign' | 'network';

/**
 * One field of one card, asked for or done. `status`, `ratePlan` and `communicationPlan` every world knows; further ones
 * (a switched service, a speed, a bound IMEI, a real name) are texts under the name their carrier gives them.
 */
export type FieldChange = { readonly field: string; readonly value: string };

/** What every simulated carrier keeps of an account; each adds settings of its own. */
export type AccountSettings = {
  /** Whatever the carrier calls who calls: user name, appid, appKey. */
  readonly username: string;
  /** SHA-256 of the secret in hex: the secret itself is written down only where the carrier signs with it. */
  readonly keyHash: string;
  /** The secret of a carrier whose callers sign with it, and who therefore has to have it. */
  readonly signingSecret?: string | undefined;
  readonly callsPerSecond: number | null;
  readonly callsInFlight: number | null;
  /** Changes take effect this long after they were accepted: 0 at once, null when they are held until released. */
  readonly confirmAfterMs: number | null;
  /** How long after becoming ready to be activated the network first sees a card; null: never by itself. */
  readonly firstAttachMs: number | null;
};

/** What a card used, put at one moment. */
export type UsedAt = {
  readonly atMs: number;
  readonly dataBytes: number;
  readonly sms: number;
  readonly voiceSeconds: number;
};

export type CountedCard = { readonly iccid: string; readonly used: readonly UsedAt[] };

/** What cards made together have in common. */
export type DeviceBatch = {
  readonly username: string;
  readonly status: string;
  readonly ratePlan: string;
  readonly communicationPlan: string;
  readonly addedMs: number;
  readonly activatedMs: number | null;
  /** Since when the status holds. */
  readonly sinceMs: number;
};

/** Identifiers the platform knows and that should not be derived from the ICCID. */
export type KnownIdentity = {
  readonly imsi?: string | undefined;
  readonly msisdn?: string | undefined;
  readonly imei?: string | undefined;
  /** The network it was in from the beginning: country code and network code in one. */
  readonly network?: string | undefined;
};

export type SmsMessage = {
  readonly id: number;
  readonly iccid: string;
  readonly direction: 'MO' | 'MT';
  readonly text: string;
  readonly sender: string;
  readonly atMs: number;
  /** What becomes of it two seconds later. */
  readonly outcome: 'Delivered' | 'Failed' | 'Received';
};

/** One card of an order: waiting for its change, done, or come to nothing for the reason `code` names. */
export type OrderLine = {
  readonly iccid: string;
  /** The asked change it waits for; null where there is none (any more). */
  readonly asked: number | null;
  readonly outcome: 'waiting' | 'done' | 'failed';
  readonly code: string | null;
};

/** What a carrier gives a number: a change that was taken, or a batch of them. */
export type Order = {
  readonly number: string;
  readonly username: string;
  /** The carrier's own word for what was ordered. */
  readonly kind: string;
  readonly atMs: number;
  readonly lines: readonly OrderLine[];
};

/** Everything that ever happens in a world of cards; the journal holds nothing else. */
export type CardEvent<Settings extends AccountSettings> = ({ readonly type: 'account' } & Settings) | CardHappening;

export type CardHappening =
  | { readonly type: 'devices'; readonly batch: DeviceBatch; readonly iccids: readonly string[] }
  | { readonly type: 'range'; readonly batch: DeviceBatch; readonly from: string; readonly count: number }
  | { readonly type: 'identity'; readonly iccid: string; readonly identity: KnownIdentity }
  | {
      readonly type: 'asked';
      readonly id: number;
      readonly iccid: string;
      readonly changes: readonly FieldChange[];
      /** Null while held. */
      readonly dueMs: number | null;
      readonly origin: ChangeOrigin;
      readonly by: string;
    }
  | { readonly type: 'released'; readonly id: number; readonly dueMs: number }
  | {
      readonly type: 'changed';
      readonly iccid: string;
      readonly changes: readonly FieldChange[];
      readonly atMs: number;
      readonly origin: ChangeOrigin;
      readonly by: string;
      /** The asked change this fulfils. */
      readonly asked?: number | undefined;
    }
  /** An asked change that came to nothing: another one had come first, or (`isSo`) had done it already. */
  | { readonly type: 'lapsed'; readonly id: number; readonly isSo?: boolean | undefined }
  /** A status was set that the card had already: accepted, without effect. */
  | { readonly type: 'repeated'; readonly iccid: string; readonly atMs: number }
  | { readonly type: 'refused'; readonly iccid: string; readonly atMs: number }
  | { readonly type: 'ordered'; readonly order: Order }
  | { readonly type: 'sms'; readonly message: SmsMessage }
  | {
      readonly type: 'usage';
      readonly iccid: string;
      readonly atMs: number;
      readonly dataBytes: number;
      readonly sms: number;
      readonly voiceSeconds: number;
    }
  /** What cards had used before a moment is known, and not what their habits would say. */
  | { readonly type: 'counted'; readonly atMs: number; readonly cards: readonly CountedCard[] }
  | { readonly type: 'session'; readonly iccid: string; readonly atMs: number; readonly open: boolean };
