import * as z from 'zod';
import type { CardCarrier, CarrierNature } from '../cardWorld/cardCarrier.ts';
import type { AccountSettings } from '../cardWorld/cardEvents.ts';
import type { AccountOf } from '../cardWorld/cardWorld.ts';
import type { ControlWords } from '../cardWorld/controlBodies.ts';
import { ONELINK_STATUSES } from '../onelink/onelinkStatuses.ts';

/** An account of the provincial router: its appKey is the user name, and its callers sign with the secret. */
export type GuangdongSettings = AccountSettings & { readonly groupCode: string; readonly apn: string };
export type GuangdongCarrier = CardCarrier<GuangdongSettings>;
export type GuangdongAccount = AccountOf<GuangdongSettings>;

/** The words of its statuses are not public: those of OneLink's PB platform are assumed. */
export const guangdongNature: CarrierNature<GuangdongSettings> = {
  name: 'guangdong',
  statuses: { ...ONELINK_STATUSES, activated: ['00', '2'] },
  numbering: { imsi: '46007', msisdn: '147', imei: '86007' },
  defaults: { 'service.data': '1', realName: '0' },
  plans: { ratePlan: 'GD-100MB', communicationPlan: 'CMIOT' },
  keepsSecret: true,
  settings: (accountsBefore) => ({
    groupCode: String(2_000_000_001 + accountsBefore),
    apn: 'CMIOT',
    callsPerSecond: null,
    callsInFlight: null,
    confirmAfterMs: 0,
    firstAttachMs: null,
  }),
};

export const guangdongControl: Omit<ControlWords, 'statuses'> = {
  settings: { groupCode: z.string().min(1).optional(), apn: z.string().min(1).optional() },
  fields: { 'service.data': ['0', '1'], realName: ['0', '1'] },
};
