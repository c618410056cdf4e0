import type { Text } from '@cardinal/primitives/text.ts';
import type { EsimOperations } from './esimOperations.ts';
import type { NetworkSeen } from './networkSeen.ts';

/**
 * A card by every number a carrier may ask for. Whoever asks gives what it has; an adapter that needs a number which is
 * missing refuses with `noNumber` and asks nothing.
 */
export type CardAddress = {
  readonly iccid: string;
  readonly msisdn?: string | null | undefined;
  readonly imsi?: string | null | undefined;
};

/** A card as its carrier describes it. `status` is the word of our table for this carrier, or the carrier's own. */
export type CarrierDevice = {
  readonly iccid: string;
  readonly status: string;
  readonly imsi: string | null;
  readonly msisdn: string | null;
  readonly imei: string | null;
  readonly ratePlan: string | null;
  readonly communicationPlan: string | null;
  /** The carrier's pool it belongs to; null: to none; absent: not told with a card. */
  readonly poolId?: string | null;
  readonly activatedAt: Date | null;
  readonly changedAt: Date | null;
  /** Everything else the carrier said, for the platform's eyes. */
  readonly raw: Readonly<Record<string, unknown>>;
};

/** A card as a list of all names it; null is what the list does not tell. */
export type ListedCard = {
  readonly iccid: string;
  readonly msisdn: string | null;
  readonly imsi: string | null;
  readonly status: string | null;
  /** The carrier's pool it is listed under; absent where the list does not tell. */
  readonly poolId?: string;
};

export type CarrierUsage = {
  readonly iccid: string;
  /** The word of our table where the answer tells a status, null otherwise. */
  readonly status: string | null;
  /** Since the beginning of the carrier's cycle; it is stored, never added. */
  readonly cycleBytes: string;
  readonly cycleSeconds: string | null;
  readonly cycleMessages: number | null;
  readonly overageLimitReached: boolean;
};

/** What a card used on a day (`yyyy-MM-dd`) or in a month (`yyyy-MM`) of the carrier's calendar, so far. */
export type PeriodUsage = {
  readonly iccid: string;
  /** Null where the carrier has nothing for this card. */
  readonly bytes: string | null;
};

/** What a carrier tells of a session besides its times; absent or null is what it does not say. */
export type ConnectionTold = {
  readonly ipAddress?: string | null;
  readonly apn?: string | null;
  /** 2G, 3G, 4G, 5G, NB. */
  readonly rat?: string | null;
  readonly network?: NetworkSeen | null;
  /** Both directions together; by direction where the carrier tells them apart. */
  readonly bytes?: string | null;
  readonly bytesUp?: string | null;
  readonly bytesDown?: string | null;
};

/** A session as the records of a cycle have it. */
export type UsageRecord = ConnectionTold & { readonly startedAt: Date; readonly endedAt: Date | null };

/** The current or latest session. */
export type CarrierSession = ConnectionTold & {
  readonly iccid: string;
  readonly isOnline: boolean;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly ipAddress: string | null;
  readonly apn: string | null;
  readonly imei?: string | null;
};

/** Where the carrier believes a card is, in WGS-84. A district is an area, not a point. */
export type CarrierLocation = {
  readonly iccid: string;
  readonly source: 'cell' | 'last' | 'district';
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracyMetres: number | null;
  readonly district: string | null;
  readonly at: Date | null;
};

/** One thing the carrier looked at; `isGood` null: it could not tell. */
export type DiagnosisStep = { readonly name: Text; readonly isGood: boolean | null; readonly words: Text };

export type NetworkService = 'data' | 'voice' | 'sms' | 'roaming';
export type ServiceState = { readonly service: NetworkService; readonly isOn: boolean; readonly apn: string | null };

export type CarrierBinding = {
  readonly iccid: string;
  /** The device the card is locked to; null: to none, or the carrier tells only `isSeparated`. */
  readonly boundImei: string | null;
  /** It was seen in another device than its own; null where the carrier does not tell. */
  readonly isSeparated: boolean | null;
  /** When it was; null where it is not, or the carrier does not tell when. */
  readonly separatedAt: Date | null;
};

/** What a package of the carrier's own still holds for a card in the running cycle; null is what the carrier does not tell. */
export type CarrierAllowance = {
  readonly name: string;
  readonly totalBytes: string | null;
  readonly usedBytes: string | null;
  /** It counts for some services alone. */
  readonly isDirected: boolean | null;
};

export type CarrierPlan = {
  readonly name: string;
  readonly kind: 'communication' | 'rate';
  /** Cards the carrier counts under it; null where it does not say. */
  readonly cards: number | null;
};

/** A shared volume of a group of cards; null is what the carrier did not tell, which is never nothing. */
export type CarrierPool = {
  readonly poolId: string;
  readonly name: string;
  readonly totalBytes: string | null;
  readonly usedBytes: string | null;
  readonly members: number | null;
};

/** What a change that was taken becomes known by, where the carrier gives it a number. */
export type Taken = { readonly reference: string | null };

type Many = { readonly cards: readonly CardAddress[] };
/** Cards the carrier does not know are named in `unknown`, never left out in silence. */
type Heard<A> = { readonly found: readonly A[]; readonly unknown: readonly string[] };

/** What may be asked of a carrier: the arguments and the answer of each operation, the same for every adapter. */
export type Operations = EsimOperations & {
  /** Harmless: proves address and credentials. */
  echo: { args: Record<never, never>; answer: { readonly words: Text } };
  /** A token other calls carry; the gate asks for it before them, where the adapter has it. */
  openSession: { args: Record<never, never>; answer: { readonly token: string; readonly livesSeconds: number } };
  getDevice: { args: CardAddress; answer: CarrierDevice };
  /** At most `capabilities.batchSizes.getDevices` cards. */
  getDevices: { args: Many; answer: Heard<CarrierDevice> };
  /** Cards changed since a moment, oldest change first; only `iccid`, `status` and plans are filled in. */
  listDevices: {
    args: { readonly modifiedSince: Date; readonly page: number; readonly pageSize?: number };
    answer: { readonly devices: readonly CarrierDevice[]; readonly isLastPage: boolean };
  };
  /**
   * Every card the carrier has under the account, page by page: `after` is what the page before answered as `next`, null
   * for the first; there is no further one where `next` is null. A card may be named twice.
   */
  listCards: {
    args: { readonly after: string | null };
    answer: { readonly cards: readonly ListedCard[]; readonly next: string | null };
  };
  /**
   * Asks for a status, in the word of our table. `ok` means the carrier took the order; whether it is carried out is
   * for `getOrder`, `getDevice`, `listDevices` or a push to say.
   */
  setStatus: { args: CardAddress & { readonly status: string }; answer: Taken };
  /** What became of a change that was taken. */
  getOrder: {
    args: CardAddress & { readonly reference: string };
    answer: { readonly state: 'waiting' | 'done' | 'failed' | 'unknown'; readonly words: Text };
  };
  /** Since the beginning of the carrier's cycle. */
  getUsage: { args: CardAddress; answer: CarrierUsage };
  /** The carrier's own packages of a card, each with what is left of it. */
  getAllowances: { args: CardAddress; answer: { readonly allowances: readonly CarrierAllowance[] } };
  getUsages: {
    args: Many & { readonly period: 'day' | 'month'; readonly on: string };
    answer: Heard<PeriodUsage>;
  };
  listUsageRecords: {
    args: CardAddress & { readonly cycleStart: string; readonly page: number };
    answer: { readonly records: readonly UsageRecord[]; readonly isLastPage: boolean };
  };
  getSession: { args: CardAddress; answer: CarrierSession };
  /** Whether the device is switched on, as the network sees it. */
  getPower: { args: CardAddress; answer: { readonly isOn: boolean } };
  getLocations: { args: Many; answer: Heard<CarrierLocation> };
  diagnose: { args: CardAddress; answer: { readonly steps: readonly DiagnosisStep[] } };
  getServices: { args: CardAddress; answer: { readonly services: readonly ServiceState[] } };
  setService: {
    args: CardAddress & { readonly service: NetworkService; readonly isOn: boolean; readonly apn?: string | undefined };
    answer: Taken;
  };
  /** One of `capabilities.speeds`; null lifts the limit. */
  setSpeed: { args: CardAddress & { readonly kbps: number | null; readonly apn?: string | undefined }; answer: Taken };
  /**
   * Data is cut off once the cycle has used so many megabytes; 0: with the first byte, null: never. `isChange`: the card
   * has a cap already.
   */
  setUsageCap: { args: CardAddress & { readonly megabytes: number | null; readonly isChange: boolean }; answer: Taken };
  setApn: { args: CardAddress & { readonly apn: string }; answer: Taken };
  /** The network forgets how the card is attached; it comes back by itself. */
  resetNetwork: { args: CardAddress; answer: Taken };
  /** The numbers a voice card may be called by and call. */
  getWhiteList: { args: CardAddress; answer: { readonly numbers: readonly string[] } };
  setWhiteList: {
    args: CardAddress & { readonly added: readonly string[]; readonly removed: readonly string[] };
    answer: Taken;
  };
  listPlans: { args: Record<never, never>; answer: { readonly plans: readonly CarrierPlan[] } };
  setPlan: {
    args: CardAddress & { readonly kind: CarrierPlan['kind']; readonly name: string };
    answer: Taken;
  };
  /** Leads the account's cards to a network wherever it can be had, or no longer. */
  steerNetwork: {
    args: { readonly mcc: string; readonly mnc: string; readonly isSteered: boolean };
    answer: Taken;
  };
  getBinding: { args: CardAddress; answer: CarrierBinding };
  /** Null releases the card from its device. */
  bindImei: { args: CardAddress & { readonly imei: string | null }; answer: Taken };
  getRealName: {
    args: CardAddress;
    answer: { readonly isDone: boolean; readonly at: Date | null; readonly words: Text | null };
  };
  /** Where the end user finishes it. */
  startRealName: { args: CardAddress; answer: { readonly url: string; readonly reference: string | null } };
  /** Why the carrier has stopped a card, in its own words. */
  getStopReasons: { args: CardAddress; answer: { readonly code: string | null; readonly words: Text } };
  listPools: {
    args: { readonly page: number };
    answer: { readonly pools: readonly CarrierPool[]; readonly isLastPage: boolean };
  };
  sendSms: { args: CardAddress & { readonly text: string }; answer: { readonly messageId: string } };
  getSms: { args: { readonly messageId: string }; answer: { readonly messageId: string; readonly status: string } };
};

export type OperationName = keyof Operations;
export type ArgsOf<O extends OperationName> = Operations[O]['args'];
export type AnswerOf<O extends OperationName> = Operations[O]['answer'];

/** Whether asking twice is the same as asking once. A change is never asked a second time by the gate. */
const IS_QUESTION: Readonly<Record<OperationName, boolean>> = {
  echo: true,
  openSession: true,
  getDevice: true,
  getDevices: true,
  listDevices: true,
  listCards: true,
  setStatus: false,
  getOrder: true,
  getUsage: true,
  getAllowances: true,
  getUsages: true,
  listUsageRecords: true,
  getSession: true,
  getPower: true,
  getLocations: true,
  diagnose: true,
  getServices: true,
  setService: false,
  setSpeed: false,
  setUsageCap: false,
  setApn: false,
  resetNetwork: false,
  getWhiteList: true,
  setWhiteList: false,
  listPlans: true,
  setPlan: false,
  // Wanted once or twice is the same.
  steerNetwork: true,
  getBinding: true,
  bindImei: false,
  getRealName: true,
  startRealName: false,
  getStopReasons: true,
  listPools: true,
  sendSms: false,
  getSms: true,
  // An SM-DP+ knows a call by its identifier: the same one asked again is answered as before.
  downloadOrder: true,
  confirmOrder: true,
  cancelOrder: true,
  releaseProfile: true,
  getProfileState: true,
  // So does the eIM.
  auditChip: true,
  enableProfile: true,
  disableProfile: true,
  deleteProfile: true,
  setFallbackProfile: true,
  getChipOperation: true,
};
/** After one of these a carrier may want to be left alone about the card for a while. */
const CHANGES_OF_CARDS: ReadonlySet<OperationName> = new Set([
  'setStatus',
  'setService',
  'setSpeed',
  'setUsageCap',
  'setApn',
  'resetNetwork',
  'setWhiteList',
  'setPlan',
  'bindImei',
]);
export const changesCard = (operation: OperationName): boolean => CHANGES_OF_CARDS.has(operation);

export const isQuestion = (operation: OperationName): boolean => IS_QUESTION[operation];
export const OPERATION_NAMES = Object.keys(IS_QUESTION) as OperationName[];

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
  | {
      readonly kind: 'unavailable';
      readonly retryAt: Date;
      readonly words: Text;
      /** Only this card has to wait; others of the account may be asked. */
      readonly isThisCard?: boolean;
    };
