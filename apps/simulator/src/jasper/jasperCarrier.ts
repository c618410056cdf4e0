import * as z from 'zod';
import type { CardCarrier, CarrierNature } from '../cardWorld/cardCarrier.ts';
import type { AccountOf } from '../cardWorld/cardWorld.ts';
import type { ControlWords } from '../cardWorld/controlBodies.ts';
import { type JasperSettings, OVERRIDES, PLAIN_FIELDS } from './jasperFields.ts';
import { JASPER_STATUSES } from './simStatuses.ts';

export type JasperCarrier = CardCarrier<JasperSettings>;
export type JasperAccount = AccountOf<JasperSettings>;

/** Unicom's cycles run from the 27th to the 26th, at China midnight; an account may differ. */
const UNICOM_CYCLE_DAY = 27;

export const jasperNature: CarrierNature<JasperSettings> = {
  name: 'jasper',
  statuses: JASPER_STATUSES,
  numbering: { imsi: '46006', msisdn: '86106', imei: '86000' },
  defaults: { overageLimitOverride: 'DEFAULT' },
  plans: { ratePlan: 'DEMO-100MB', communicationPlan: 'DEMO-DATA' },
  keepsSecret: false,
  settings: (accountsBefore) => ({
    accountId: String(100_000_001 + accountsBefore),
    kind: 'advantage',
    cycleDay: UNICOM_CYCLE_DAY,
    apn: 'unim2m.njm2mapn',
    callsPerSecond: null,
    callsInFlight: null,
    confirmAfterMs: 0,
    editAnswer: null,
    firstAttachMs: null,
  }),
};

export const jasperControl: Omit<ControlWords, 'statuses'> = {
  settings: {
    accountId: z.string().regex(/^\d+$/).optional(),
    kind: z.enum(['advantage', 'essential']).optional(),
    cycleDay: z.number().int().min(1).max(28).optional(),
    apn: z.string().optional(),
    editAnswer: z
      .union([z.literal(200), z.literal(202)])
      .nullable()
      .optional(),
  },
  fields: { ...Object.fromEntries(PLAIN_FIELDS.map((field) => [field, null])), overageLimitOverride: OVERRIDES },
};
