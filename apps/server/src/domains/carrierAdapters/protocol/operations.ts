import type { Text } from '@cardinal/primitives/text.ts';
import type { Outcome as CallOutcome } from '../../../outbound/gate/reply.ts';
import type { EsimOperations } from './esimOperations.ts';
import type { NetworkSeen } from './networkSeen.ts';

/**
 * A card with every number a carrier may ask for. The caller passes those it has; an adapter that lacks a required number
 * refuses with `noNumber` and makes no request.
 */
export type CardAddress = {
  readonly iccid: string;
  readonly msisdn?: string | null | undefined;
  readonly imsi?: string | null | undefined;
};

/** A card as its carrier describes it. `status` is a word of our table for this carrier, or the carrier's own. */
export type CarrierDevice = {
  readonly iccid: string;
  readonly status: string;
  readonly imsi: string | null;
  readonly msisdn: string | null;
  readonly imei: string | null;
  readonly ratePlan: string | null;
  readonly communicationPlan: string | null;
  /** Its carrier pool; null: none; absent: not reported with a card. */
  readonly poolId?: string | null;
  readonly activatedAt: Date | null;
  readonly changedAt: Date | null;
  /** Everything else the carrier reported, for the platform only. */
  readonly raw: Readonly<Record<string, unknown>>;
};

/** A card in a carrier's full list; null is not reported by the list. */
export type ListedCard = {
  readonly iccid: string;
  readonly msisdn: string | null;
  readonly imsi: string | null;
  readonly status: string | null;
  /** The carrier pool it is listed in; absent if the list does not report it. */
  readonly poolId?: string;
};

export type CarrierUsage = {
  readonly iccid: string;
  /** The word of our table if the answer includes a status, otherwise null. */
  readonly status: string | null;
  /** Since the start of the carrier's cycle; stored as it is, never added up. */
  readonly cycleBytes: string;
  readonly cycleSeconds: string | null;
  readonly cycleMessages: number | null;
  readonly overageLimitReached: boolean;
};

/** A card's usage of a day (`yyyy-MM-dd`) or month (`yyyy-MM`) of the carrier's calendar, so far. */
export type PeriodUsage = {
  readonly iccid: string;
  /** Null if the carrier has no figure for this card. */
  readonly bytes: string | null;
};

/** A session's details besides its times; absent or null is not reported. */
export type ReportedConnection = {
  readonly ipAddress?: string | null;
  readonly apn?: string | null;
  /** 2G, 3G, 4G, 5G, NB. */
  readonly rat?: string | null;
  readonly network?: NetworkSeen | null;
  /** Both directions together; separately if the carrier distinguishes them. */
  readonly bytes?: string | null;
  readonly bytesUp?: string | null;
  readonly bytesDown?: string | null;
};

/** A session from a cycle's records. */
export type UsageRecord = ReportedConnection & { readonly startedAt: Date; readonly endedAt: Date | null };

/** The current or latest session. */
export type CarrierSession = ReportedConnection & {
  readonly iccid: string;
  readonly isOnline: boolean;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly ipAddress: string | null;
  readonly apn: string | null;
  readonly imei?: string | null;
};

/** The carrier's position of a card, in WGS-84. A district is an area, not a point. */
export type CarrierLocation = {
  readonly iccid: string;
  readonly source: 'cell' | 'last' | 'district';
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracyMetres: number | null;
  readonly district: string | null;
  readonly at: Date | null;
};

/** One check of the carrier's diagnosis; `isGood` null: inconclusive. */
export type DiagnosisStep = { readonly name: Text; readonly isGood: boolean | null; readonly words: Text };

export type NetworkService = 'data' | 'voice' | 'sms' | 'roaming';
export type ServiceState = { readonly service: NetworkService; readonly isOn: boolean; readonly apn: string | null };

export type CarrierBinding = {
  readonly iccid: string;
  /** The device the card is locked to; null: none, or the carrier reports only `isSeparated`. */
  readonly boundImei: string | null;
  /** Whether it was seen in a device other than its own; null if not reported. */
  readonly isSeparated: boolean | null;
  /** When it was separated; null if it is not, or the carrier does not report the time. */
  readonly separatedAt: Date | null;
};

/** What is left of a carrier's own package of a card in the running cycle; null is not reported. */
export type CarrierAllowance = {
  readonly name: string;
  readonly totalBytes: string | null;
  readonly usedBytes: string | null;
  /** Whether it counts for certain services only. */
  readonly isDirected: boolean | null;
};

export type CarrierPlan = {
  readonly name: string;
  readonly kind: 'communication' | 'rate';
  /** Cards the carrier counts under it; null if not reported. */
  readonly cards: number | null;
};

/** A plan that cards are sold with, under the code that orders name it by; null is not reported, which never means none. */
export type CarrierRatePlan = {
  readonly code: string;
  readonly name: string | null;
  readonly bytes: string | null;
  readonly period: { readonly unit: 'month' | 'day'; readonly count: number } | null;
};

/** A volume shared by a group of cards; null is not reported, which never means zero. */
export type CarrierPool = {
  readonly poolId: string;
  readonly name: string;
  readonly totalBytes: string | null;
  readonly usedBytes: string | null;
  readonly members: number | null;
};

/** How an accepted change can be identified later, if the carrier numbers it. */
export type Taken = { readonly reference: string | null };

type Many = { readonly cards: readonly CardAddress[] };
/** Cards the carrier does not know are listed in `unknown`, never omitted. */
type Heard<A> = { readonly found: readonly A[]; readonly unknown: readonly string[] };

/** All carrier operations: arguments and answer of each, the same for every adapter. */
export type Operations = EsimOperations & {
  /** Harmless: proves address and credentials. */
  echo: { args: Record<never, never>; answer: { readonly words: Text } };
  /** A token required by other calls; the gate requests it first if the adapter has this operation. */
  openSession: { args: Record<never, never>; answer: { readonly token: string; readonly livesSeconds: number } };
  getDevice: { args: CardAddress; answer: CarrierDevice };
  /** At most `capabilities.batchSizes.getDevices` cards. */
  getDevices: { args: Many; answer: Heard<CarrierDevice> };
  /** Cards changed since a given time, oldest change first; only `iccid`, `status` and plans are filled in. */
  listDevices: {
    args: { readonly modifiedSince: Date; readonly page: number; readonly pageSize?: number };
    answer: { readonly devices: readonly CarrierDevice[]; readonly isLastPage: boolean };
  };
  /**
   * Every card of the account at the carrier, page by page: `after` is the previous page's `next`, null for the first; the last
   * page has a null `next`. A card may be listed twice.
   */
  listCards: {
    args: { readonly after: string | null };
    answer: { readonly cards: readonly ListedCard[]; readonly next: string | null };
  };
  /**
   * Requests a status, in the word of our table. `ok` means the carrier accepted the order; `getOrder`, `getDevice`,
   * `listDevices` or a push tells whether it was carried out.
   */
  setStatus: { args: CardAddress & { readonly status: string }; answer: Taken };
  /** The result of an accepted change. */
  getOrder: {
    args: CardAddress & { readonly reference: string };
    answer: { readonly state: 'waiting' | 'done' | 'failed' | 'unknown'; readonly words: Text };
  };
  /** Since the beginning of the carrier's cycle. */
  getUsage: { args: CardAddress; answer: CarrierUsage };
  /** The carrier's own packages of a card, each with its remaining volume. */
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
   * Cuts off data once the cycle has used so many megabytes; 0: from the first byte, null: never. `isChange`: the card has a
   * cap already.
   */
  setUsageCap: { args: CardAddress & { readonly megabytes: number | null; readonly isChange: boolean }; answer: Taken };
  setApn: { args: CardAddress & { readonly apn: string }; answer: Taken };
  /** The network drops the card's attachment; the card reattaches by itself. */
  resetNetwork: { args: CardAddress; answer: Taken };
  /** The numbers a voice card may call and be called by. */
  getWhiteList: { args: CardAddress; answer: { readonly numbers: readonly string[] } };
  setWhiteList: {
    args: CardAddress & { readonly added: readonly string[]; readonly removed: readonly string[] };
    answer: Taken;
  };
  listPlans: { args: Record<never, never>; answer: { readonly plans: readonly CarrierPlan[] } };
  /** The plans the account can order, page by page, as far as the carrier describes them. */
  listRatePlans: {
    args: { readonly page: number };
    answer: { readonly plans: readonly CarrierRatePlan[]; readonly isLastPage: boolean };
  };
  setPlan: {
    args: CardAddress & { readonly kind: CarrierPlan['kind']; readonly name: string };
    answer: Taken;
  };
  /** Steers the account's cards to a network where it is available, or stops doing so. */
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
  /** The page where the end user completes it. */
  startRealName: { args: CardAddress; answer: { readonly url: string; readonly reference: string | null } };
  /** The carrier's own reasons for stopping a card. */
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

/** Whether repeating a call has no further effect. The gate never repeats a change. */
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
  listRatePlans: true,
  setPlan: false,
  // Idempotent.
  steerNetwork: true,
  getBinding: true,
  bindImei: false,
  getRealName: true,
  startRealName: false,
  getStopReasons: true,
  listPools: true,
  sendSms: false,
  getSms: true,
  // An SM-DP+ recognises a call by its identifier: a repeated one gets the first answer.
  downloadOrder: true,
  confirmOrder: true,
  cancelOrder: true,
  releaseProfile: true,
  getProfileState: true,
  // An eIM does the same.
  auditChip: true,
  enableProfile: true,
  disableProfile: true,
  deleteProfile: true,
  setFallbackProfile: true,
  getChipOperation: true,
};
/** After one of these a carrier may refuse further changes of the card for a while. */
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

/** How a call ended. */
export type Outcome<A> =
  | Exclude<CallOutcome<A>, { kind: 'unavailable' }>
  | (Extract<CallOutcome<A>, { kind: 'unavailable' }> & {
      /** Only this card has to wait; others of the account may be called. */
      readonly isThisCard?: boolean;
    });
