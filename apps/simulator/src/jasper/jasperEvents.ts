import type { SimStatus } from './simStatuses.ts';

/** The text fields of a device that an edit may set, besides status and plans. */
export const PLAIN_FIELDS = [
  'customer',
  'deviceID',
  'modemID',
  ...numbered('accountCustom', 10),
  ...numbered('operatorCustom', 5),
  ...numbered('customerCustom', 5),
  'ipv4Address',
  'ipv6Address',
] as const satisfies readonly string[];

export const OVERRIDES = ['DEFAULT', 'TEMPORARY_OVERRIDE', 'PERMANENT_OVERRIDE'] as const;
export type LimitOverride = (typeof OVERRIDES)[number];

/** Who made a change: the platform through its API user, somebody else at the carrier, or the network itself. */
export type ChangeOrigin = 'api' | 'foreign' | 'network';

/** One field of one device, asked for or done. */
export type FieldChange = { readonly field: string; readonly value: string };

export type AccountSettings = {
  readonly username: string;
  readonly accountId: string;
  /** SHA-256 of the API key in hex: the key itself is never written down. */
  readonly keyHash: string;
  readonly kind: 'advantage' | 'essential';
  readonly cycleDay: number;
  readonly apn: string;
  readonly callsPerSecond: number | null;
  readonly callsInFlight: number | null;
  /** Changes take effect this long after they were accepted: 0 at once, null when they are held until released. */
  readonly confirmAfterMs: number | null;
  /** The status of an accepted edit; left out: 200 when done at once, 202 when it comes later. */
  readonly editAnswer: 200 | 202 | null;
  /** How long after becoming ACTIVATION_READY the network first sees the card; null: never by itself. */
  readonly firstAttachMs: number | null;
};

/** What devices made together have in common. */
export type DeviceBatch = {
  readonly username: string;
  readonly status: SimStatus;
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

/** Everything that ever happens in this carrier's world; the journal holds nothing else. */
export type JasperEvent =
  | ({ readonly type: 'account' } & AccountSettings)
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
  /** An asked change that came to nothing, because another one had come first. */
  | { readonly type: 'lapsed'; readonly id: number }
  /** A status was set that the device had already: accepted, without effect. */
  | { readonly type: 'repeated'; readonly iccid: string; readonly atMs: number }
  | { readonly type: 'refused'; readonly iccid: string; readonly atMs: number }
  | { readonly type: 'sms'; readonly message: SmsMessage }
  | {
      readonly type: 'usage';
      readonly iccid: string;
      readonly atMs: number;
      readonly dataBytes: number;
      readonly sms: number;
      readonly voiceSeconds: number;
    }
  | { readonly type: 'session'; readonly iccid: string; readonly atMs: number; readonly open: boolean };

function numbered<const Prefix extends string>(prefix: Prefix, count: number): `${Prefix}${number}`[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i + 1}` as const);
}
