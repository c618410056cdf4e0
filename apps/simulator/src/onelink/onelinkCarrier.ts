import * as z from 'zod';
import type { CardCarrier, CarrierNature } from '../cardWorld/cardCarrier.ts';
import type { AccountSettings } from '../cardWorld/cardEvents.ts';
import type { AccountOf } from '../cardWorld/cardWorld.ts';
import type { ControlWords } from '../cardWorld/controlBodies.ts';
import { ONELINK_STATUSES } from './onelinkStatuses.ts';

/** An account of OneLink: its appid is the user name, its password the secret. */
export type OneLinkSettings = AccountSettings & {
  readonly tokenSeconds: number;
  /** A card is not changed again sooner than this; 0: at any time. */
  readonly changeWindowMs: number;
  /** The answer status of a call beyond the limits. */
  readonly limitCode: string;
  readonly apn: string;
  /** The purchased volume of a group, by its rate plan; 1 GB per card by default. */
  readonly groupBytes?: Readonly<Record<string, number>>;
};
export type OneLinkCarrier = CardCarrier<OneLinkSettings>;
export type OneLinkAccount = AccountOf<OneLinkSettings>;

const BINARY = ['0', '1'] as const;
const SPEED_STATES = ['1', '91', '92', '93', '94'] as const;

/** OneLink, or a province with the same interface under another name. */
export const onelinkNature = (name: string): CarrierNature<OneLinkSettings> => ({
  name,
  statuses: ONELINK_STATUSES,
  numbering: { imsi: '46004', msisdn: '144', imei: '86004' },
  defaults: {
    'service.voice': '1',
    'service.sms': '1',
    'service.data': '1',
    'service.roaming': '0',
    speed: '1',
    realName: '0',
  },
  plans: { ratePlan: 'DEMO-100MB', communicationPlan: 'CMIOT' },
  keepsSecret: false,
  settings: () => ({
    tokenSeconds: 3600,
    changeWindowMs: 180_000,
    limitCode: '12090',
    apn: 'CMIOT',
    groupBytes: {},
    callsPerSecond: null,
    callsInFlight: null,
    confirmAfterMs: 0,
    firstAttachMs: null,
  }),
});

export const onelinkControl: Omit<ControlWords, 'statuses'> = {
  settings: {
    tokenSeconds: z.number().int().min(1).optional(),
    changeWindowMs: z.number().int().min(0).optional(),
    limitCode: z.string().regex(/^\d+$/).optional(),
    apn: z.string().min(1).optional(),
    groupBytes: z.record(z.string(), z.number().int().min(0)).optional(),
  },
  fields: {
    'service.voice': BINARY,
    'service.sms': BINARY,
    'service.data': BINARY,
    'service.roaming': BINARY,
    speed: SPEED_STATES,
    /** The first digits of the IMEI it is locked to; empty: to none. */
    boundTac: null,
    /** The numbers of its voice white list, joined by `_`. */
    whiteList: null,
    realName: BINARY,
    /** When its network attachment was last reset. */
    resetAt: null,
  },
};
