import * as z from 'zod';
import type { CardCarrier, CarrierNature } from '../cardWorld/cardCarrier.ts';
import type { AccountSettings } from '../cardWorld/cardEvents.ts';
import type { AccountOf } from '../cardWorld/cardWorld.ts';
import type { ControlWords } from '../cardWorld/controlBodies.ts';
import type { StatusModel } from '../cardWorld/statusModel.ts';

/** Where an answer of the gateway reports a failure; the real gateway has been seen to vary. */
export const FAILURE_FORMS = ['resultCode', 'inner', 'rspcode', 'outer'] as const;
export type FailureForm = (typeof FAILURE_FORMS)[number];

export type CmpSettings = AccountSettings & {
  /** Asked of every call when set. */
  readonly openId: string | null;
  readonly cycleDay: number;
  readonly apn: string;
  readonly failureForm: FailureForm;
};
export type CmpCarrier = CardCarrier<CmpSettings>;
export type CmpAccount = AccountOf<CmpSettings>;

/** 0 test, 1 activation-ready, 2 active, 3 stopped, 4 retired, 5 purged, 6 replaced, 7 inventory, 8 start, 9 pre-purge. */
const CODES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** The allowed transitions (assumed: the gateway's own table is not public). */
const MAY_BECOME: Readonly<Record<string, readonly string[]>> = {
  0: ['1', '2', '7'],
  1: ['0', '2', '7'],
  2: ['3'],
  3: ['2', '4'],
  4: ['5', '9'],
  7: ['0', '1', '2'],
  8: ['0', '1', '2', '7'],
  9: ['5'],
};

export const CMP_STATUSES: StatusModel = {
  words: CODES,
  activated: ['2'],
  alsoConnects: ['0'],
  fresh: ['7', '0', '1', '8'],
  attaches: { 1: '2' },
  mayBecome: (from, to) => MAY_BECOME[from]?.includes(to) ?? false,
};

export const cmpNature: CarrierNature<CmpSettings> = {
  name: 'cmp',
  statuses: CMP_STATUSES,
  numbering: { imsi: '46001', msisdn: '86145', imei: '86001' },
  defaults: { lockStatus: '0' },
  plans: { ratePlan: 'DEMO-100MB', communicationPlan: '20996415' },
  keepsSecret: true,
  settings: () => ({
    openId: null,
    cycleDay: 27,
    apn: 'scuiot',
    failureForm: 'resultCode',
    callsPerSecond: null,
    callsInFlight: null,
    confirmAfterMs: 0,
    firstAttachMs: null,
  }),
};

export const cmpControl: Omit<ControlWords, 'statuses'> = {
  settings: {
    openId: z.string().min(1).nullable().optional(),
    cycleDay: z.number().int().min(1).max(28).optional(),
    apn: z.string().min(1).optional(),
    failureForm: z.enum(FAILURE_FORMS).optional(),
  },
  fields: { lockStatus: ['0', '1'], realNameStatus: ['0', '1', '2', '3'] },
};
