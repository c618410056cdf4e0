/** States of a profile at the SM-DP+ (SGP.22 §3.1.6; the exact order is assumed). */
export const PROFILE_STATES = [
  'Available',
  'Allocated',
  'Linked',
  'Confirmed',
  'Released',
  'Downloaded',
  'Installed',
  'Error',
  'Unavailable',
] as const;
export type ProfileState = (typeof PROFILE_STATES)[number];

export type EsimAccount = {
  /** Whose functionRequesterIdentifier it is. */
  readonly requesterId: string;
  /** SHA-256 of the token of the eIM's REST facade, in hex; null: the facade is closed to it. */
  readonly eimTokenHash: string | null;
  /** Where progress is reported: the operator's URL, to which the ES2+ path is appended. Null: nowhere. */
  readonly notifyUrl: string | null;
  /** The SM-DP+'s own functionRequesterIdentifier in its notifications. */
  readonly notifierId: string;
  readonly smdpAddress: string;
  /** From a release (or coming online) to the first step of a download. */
  readonly downloadAfterMs: number;
  /** Between the steps of a download. */
  readonly stepMs: number;
  /** From an accepted chip operation to its end, while the device is online. */
  readonly operationMs: number;
  /** How long a chip searches a network with a new profile before it falls back. */
  readonly rollbackMs: number;
};

export type Profile = {
  readonly iccid: string;
  readonly requesterId: string;
  readonly profileType: string;
  readonly state: ProfileState;
  readonly eid: string | null;
  readonly matchingId: string | null;
  readonly confirmationCode: string | null;
  /** False: a chip that enables it finds no network and falls back. */
  readonly hasNetwork: boolean;
};

export type ProfileOnChip = { readonly iccid: string; readonly isEnabled: boolean };

export type Chip = {
  readonly eid: string;
  readonly requesterId: string;
  readonly architecture: 'consumer' | 'iot';
  readonly isOnline: boolean;
  readonly imei: string | null;
  /** How many profiles it can hold. */
  readonly slots: number;
  readonly fallbackIccid: string | null;
  readonly profiles: readonly ProfileOnChip[];
  /** The code with which its next download fails, `subject/reason`; null: it does not. */
  readonly failsWith: string | null;
  /** The network its device registers in, country code then network code; null: nobody has put it anywhere. */
  readonly plmn?: string | null;
};

export const OPERATION_KINDS = ['enable', 'disable', 'delete', 'setFallback', 'list'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** An operation of the eIM on a chip. */
export type ChipOperation = {
  readonly id: number;
  readonly requesterId: string;
  readonly eid: string;
  readonly kind: OperationKind;
  readonly iccid: string | null;
  readonly callId: string;
  readonly state: 'waiting' | 'done' | 'failed' | 'rolledBack';
  readonly code: string | null;
  readonly endedMs: number | null;
  /** What was on the chip when a list was read. */
  readonly list: {
    readonly freeSlots: number;
    readonly fallbackIccid: string | null;
    readonly profiles: readonly ProfileOnChip[];
  } | null;
};

/** A progress notification being delivered to the operator. */
export type Notice = {
  readonly id: number;
  readonly requesterId: string;
  readonly iccid: string;
  readonly eid: string;
  readonly profileType: string;
  readonly point: number;
  /** `subject/reason` where the step failed. */
  readonly failedWith: string | null;
  /** EuiccEvent of SGP.32 behind it (1 fallback, 3 local, 4 reset, 6 device change); null: ordered by us. */
  readonly cause: number | null;
  readonly imei: string | null;
  readonly atMs: number;
  /** The eIM's report of the device's network instead: the one it registered in; null: not seen any more. */
  readonly network?: { readonly plmn: string | null };
};

/** What a chip does next, when it is due. */
export type Step = {
  readonly id: number;
  readonly eid: string;
  readonly dueMs: number;
  readonly what: 'eligibility' | 'download' | 'install' | 'operation' | 'rollback';
  /** The ICCID of a download, the number of an operation. */
  readonly subject: string;
};

/** Every event of this world; the journal holds nothing else. */
export type EsimEvent =
  | ({ readonly type: 'account' } & EsimAccount)
  | { readonly type: 'profiles'; readonly profiles: readonly Profile[] }
  | ({ readonly type: 'profile' } & Partial<Profile> & { readonly iccid: string })
  | ({ readonly type: 'chip' } & Partial<Chip> & { readonly eid: string })
  | {
      readonly type: 'answered';
      readonly requesterId: string;
      readonly name: string;
      readonly callId: string;
      readonly body: unknown;
    }
  | { readonly type: 'operation'; readonly operation: ChipOperation }
  | { readonly type: 'planned'; readonly step: Step }
  | { readonly type: 'stepDone'; readonly id: number }
  | { readonly type: 'notice'; readonly notice: Notice }
  /** Delivered, or lost. */
  | { readonly type: 'noticeGone'; readonly id: number };
