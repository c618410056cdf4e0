/** Who made a change: the platform through its API user, somebody else at the carrier, or the network itself. */
export type ChangeOrigin = 'api' | 'foreign' | 'network';

/**
 * One field of one card, requested or applied. Every world has `status`, `ratePlan` and `communicationPlan`; further ones (a
 * service, a speed, a bound IMEI, a real name) are texts under their carrier's name.
 */
export type FieldChange = { readonly field: string; readonly value: string };

/** What every simulated carrier stores of an account; each adds its own settings. */
export type AccountSettings = {
  /** The carrier's name for the caller: user name, appid, appKey. */
  readonly username: string;
  /** SHA-256 of the secret in hex; the secret itself is stored only if the carrier signs with it. */
  readonly keyHash: string;
  /** The secret of a carrier whose callers sign with it. */
  readonly signingSecret?: string | undefined;
  readonly callsPerSecond: number | null;
  readonly callsInFlight: number | null;
  /** Changes take effect this long after they were accepted: 0 at once, null when they are held until released. */
  readonly confirmAfterMs: number | null;
  /** The delay from «activation-ready» until the network first sees a card; null: never by itself. */
  readonly firstAttachMs: number | null;
};

/** Usage of a card, recorded at one moment. */
export type UsedAt = {
  readonly atMs: number;
  readonly dataBytes: number;
  readonly sms: number;
  readonly voiceSeconds: number;
};

export type CountedCard = { readonly iccid: string; readonly used: readonly UsedAt[] };

/** The shared properties of cards created together. */
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

/** Identifiers given by the platform instead of being derived from the ICCID. */
export type KnownIdentity = {
  readonly imsi?: string | undefined;
  readonly msisdn?: string | undefined;
  readonly imei?: string | undefined;
  /** Its initial network: country code and network code joined. */
  readonly network?: string | undefined;
};

export type SmsMessage = {
  readonly id: number;
  readonly iccid: string;
  readonly direction: 'MO' | 'MT';
  readonly text: string;
  readonly sender: string;
  readonly atMs: number;
  /** Its result two seconds later. */
  readonly outcome: 'Delivered' | 'Failed' | 'Received';
};

/** One card of an order: waiting for its change, done, or failed for the reason in `code`. */
export type OrderLine = {
  readonly iccid: string;
  /** The requested change it waits for; null if there is none (any more). */
  readonly asked: number | null;
  readonly outcome: 'waiting' | 'done' | 'failed';
  readonly code: string | null;
};

/** A numbered order: one accepted change or a batch. */
export type Order = {
  readonly number: string;
  readonly username: string;
  /** The carrier's own name of the operation. */
  readonly kind: string;
  readonly atMs: number;
  readonly lines: readonly OrderLine[];
};

/** Every event of a card world; the journal holds nothing else. */
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
      /** The requested change that this applies. */
      readonly asked?: number | undefined;
    }
  /** A requested change without effect: another one came first, or (`isSo`) the value already held. */
  | { readonly type: 'lapsed'; readonly id: number; readonly isSo?: boolean | undefined }
  /** A status that the card already had was set: accepted, without effect. */
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
  /** Usage before a moment is given instead of computed from the cards' profiles. */
  | { readonly type: 'counted'; readonly atMs: number; readonly cards: readonly CountedCard[] }
  | { readonly type: 'session'; readonly iccid: string; readonly atMs: number; readonly open: boolean };
