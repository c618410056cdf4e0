import * as z from 'zod';
import type { CardCarrier, CarrierNature } from '../cardWorld/cardCarrier.ts';
import type { AccountSettings } from '../cardWorld/cardEvents.ts';
import type { AccountOf } from '../cardWorld/cardWorld.ts';
import type { ControlWords } from '../cardWorld/controlBodies.ts';
import type { StatusModel } from '../cardWorld/statusModel.ts';

/** An account at either of China Telecom's platforms. */
export type TelecomSettings = AccountSettings & {
  /** Calls in any sixty seconds; beyond them the carrier says 101004. Null: no limit. */
  readonly callsPerMinute: number | null;
  /** The customer batches are asked for; of the 5G platform only. */
  readonly custNumber: string;
  /** How calls are signed: twice in hexadecimal digits, or (assumed) once; of the 5G platform only. */
  readonly signing: 'twice' | 'once';
};
export type TelecomCarrier = CardCarrier<TelecomSettings>;
export type TelecomAccount = AccountOf<TelecomSettings>;

/** A card stopped for a missing real name: reported as a stop with its own name. */
export const UNNAMED = '150001';

/** Main statuses and what they are called. The stored number of a status is its place: append, never reorder. */
export const MAIN_STATUSES: Readonly<Record<string, string>> = {
  1: '可激活',
  2: '测试激活',
  3: '测试去激活',
  4: '在用',
  5: '停机',
  6: '运营商管理状态',
  7: '拆机',
  [UNNAMED]: '停机',
};

/** The transitions that orders may cause. */
const MAY_BECOME: Readonly<Record<string, readonly string[]>> = {
  1: ['4'],
  2: ['3', '4'],
  3: ['2', '4'],
  4: ['5'],
  5: ['4'],
};

const STATUSES: StatusModel = {
  words: ['1', '2', '3', '4', '5', '6', '7', UNNAMED],
  activated: ['4'],
  alsoConnects: ['2'],
  fresh: ['1', '2', '3'],
  attaches: { 1: '4' },
  mayBecome: (from, to) => MAY_BECOME[from]?.includes(to) ?? false,
};

/** Fields of a card beside status and plans. */
export const FIELD = {
  data: 'service.data',
  speed: 'speed',
  cap: 'usageCap',
  imei: 'boundImei',
  named: 'realName',
} as const;

const telecomNature = (name: string): CarrierNature<TelecomSettings> => ({
  name,
  statuses: STATUSES,
  numbering: { imsi: '46011', msisdn: '149', imei: '86000' },
  defaults: { [FIELD.data]: 'on' },
  plans: { ratePlan: 'DEMO-100MB', communicationPlan: 'CTNET' },
  // Callers encrypt and sign with it.
  keepsSecret: true,
  settings: (accountsBefore) => ({
    callsPerMinute: null,
    custNumber: String(3_000_000_001 + accountsBefore),
    signing: 'twice',
    callsPerSecond: null,
    callsInFlight: null,
    confirmAfterMs: 0,
    firstAttachMs: null,
  }),
});

const perMinute = { callsPerMinute: z.number().int().min(1).nullable().optional() };
const fields = {
  [FIELD.data]: ['on', 'off'],
  [FIELD.speed]: null,
  [FIELD.cap]: null,
  [FIELD.imei]: null,
  [FIELD.named]: ['yes', 'no'],
};

export const telecomCmpNature = telecomNature('telecomCmp');
export const telecomCmpControl: Omit<ControlWords, 'statuses'> = { settings: perMinute, fields };

export const telecom5gNature = telecomNature('telecom5g');
export const telecom5gControl: Omit<ControlWords, 'statuses'> = {
  settings: {
    ...perMinute,
    custNumber: z.string().min(1).optional(),
    signing: z.enum(['twice', 'once']).optional(),
  },
  fields,
};
