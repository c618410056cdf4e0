import * as z from 'zod';
import type { CardCarrier, CarrierNature } from '../cardWorld/cardCarrier.ts';
import type { AccountSettings } from '../cardWorld/cardEvents.ts';
import type { AccountOf } from '../cardWorld/cardWorld.ts';
import type { ControlWords } from '../cardWorld/controlBodies.ts';
import type { StatusModel } from '../cardWorld/statusModel.ts';

const ratePlan = z.strictObject({
  code: z.string(),
  name: z.string().nullish(),
  bytes: z.number().int().min(0).nullish(),
  months: z.number().int().min(1).nullish(),
  days: z.number().int().min(1).nullish(),
});

export type GenericSettings = AccountSettings & {
  readonly cycleDay: number;
  readonly apn: string;
  /** How long a token lives. */
  readonly tokenSeconds: number;
  /** The plans it can order; absent: those its cards have, of the size in their name. */
  readonly ratePlans?: readonly z.output<typeof ratePlan>[] | undefined;
  /** Networks its cards are led to. */
  readonly steered: readonly string[];
};
export type GenericCarrier = CardCarrier<GenericSettings>;
export type GenericAccount = AccountOf<GenericSettings>;

/** The fields of the contract; a carrier has those it supports. */
const WORDS = [
  'stock',
  'ready',
  'test',
  'trial',
  'free',
  'silent',
  'active',
  'stopped',
  'unverified',
  'offline',
  'sleep',
  'closing',
  'retired',
  'purging',
  'purged',
  'replaced',
] as const;

const FRESH = ['stock', 'ready', 'test', 'free', 'silent', 'trial'];
const STILL = ['stopped', 'unverified', 'offline', 'sleep', 'closing'];
const MAY_BECOME: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(FRESH.map((from) => [from, ['stock', 'ready', 'test', 'active'].filter((to) => to !== from)])),
  active: ['stopped', 'sleep'],
  ...Object.fromEntries(STILL.map((from) => [from, ['active', 'closing', 'retired'].filter((to) => to !== from)])),
  retired: ['purged'],
};

export const GENERIC_STATUSES: StatusModel = {
  words: WORDS,
  activated: ['active'],
  alsoConnects: ['test', 'trial', 'free'],
  fresh: FRESH,
  attaches: { ready: 'active' },
  mayBecome: (from, to) => MAY_BECOME[from]?.includes(to) ?? false,
};

export const SERVICES = ['data', 'voice', 'sms', 'roaming'] as const;
export const SPEEDS = ['none', '128', '512', '1024', '8192'] as const;

export const genericNature: CarrierNature<GenericSettings> = {
  name: 'generic',
  statuses: GENERIC_STATUSES,
  numbering: { imsi: '46099', msisdn: '86140', imei: '86009' },
  defaults: {
    'service.data': 'on',
    'service.voice': 'off',
    'service.sms': 'on',
    'service.roaming': 'off',
    speed: 'none',
  },
  plans: { ratePlan: 'DEMO-100MB', communicationPlan: 'DEMO-DATA' },
  keepsSecret: true,
  settings: () => ({
    cycleDay: 1,
    apn: 'cmnet.demo',
    tokenSeconds: 3_600,
    steered: [],
    callsPerSecond: null,
    callsInFlight: null,
    confirmAfterMs: 0,
    firstAttachMs: null,
  }),
};

export const genericControl: Omit<ControlWords, 'statuses'> = {
  settings: {
    cycleDay: z.number().int().min(1).max(28).optional(),
    apn: z.string().min(1).optional(),
    tokenSeconds: z.number().int().min(1).optional(),
    ratePlans: z.array(ratePlan).optional(),
  },
  fields: {
    ...Object.fromEntries(SERVICES.map((service) => [`service.${service}`, ['on', 'off']])),
    speed: SPEEDS,
    boundImei: null,
    usageCap: null,
    apn: null,
    whiteList: null,
    resetAt: null,
    realName: ['done', 'due'],
    network: null,
  },
};
