import * as z from 'zod';
import { OVERRIDES, PLAIN_FIELDS } from './jasperEvents.ts';
import { SIM_STATUSES } from './simStatuses.ts';

/** What the control of the Jasper world accepts; unknown fields are refused, so that a misspelt one is noticed. */
export const iccidText = z.string().regex(/^\d{18,20}$/, 'an ICCID has 18 to 20 digits');
export const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const delayMs = z.number().int().min(0);

const settings = {
  accountId: z.string().regex(/^\d+$/).optional(),
  kind: z.enum(['advantage', 'essential']).optional(),
  cycleDay: z.number().int().min(1).max(28).optional(),
  apn: z.string().optional(),
  callsPerSecond: z.number().int().min(1).nullable().optional(),
  callsInFlight: z.number().int().min(1).nullable().optional(),
  confirmAfterMs: delayMs.nullable().optional(),
  editAnswer: z
    .union([z.literal(200), z.literal(202)])
    .nullable()
    .optional(),
  firstAttachMs: delayMs.nullable().optional(),
};
export const accountBody = z.strictObject({
  username: z
    .string()
    .min(1)
    .regex(/^[^:]+$/),
  apiKey: z.string().min(1),
  ...settings,
});
export const settingsBody = z.strictObject(settings);

export const devicesBody = z
  .strictObject({
    account: z.string(),
    iccids: z.array(iccidText).optional(),
    from: iccidText.optional(),
    to: iccidText.optional(),
    count: z.number().int().min(1).max(5_000_000).optional(),
    status: z.enum(SIM_STATUSES).optional(),
    ratePlan: z.string().min(1).optional(),
    communicationPlan: z.string().min(1).optional(),
    addedAt: moment.optional(),
    activatedAt: moment.optional(),
    since: moment.optional(),
  })
  .refine(
    ({ iccids, from, to, count }) =>
      iccids ? !(from ?? to ?? count) : Boolean(from) && Boolean(to) !== Boolean(count),
    {
      message: 'give iccids, or from with to or count',
    },
  );

export const changeBody = z.strictObject({
  iccids: z.array(iccidText).min(1),
  changes: z
    .partialRecord(
      z.enum(['status', 'ratePlan', 'communicationPlan', 'overageLimitOverride', ...PLAIN_FIELDS]),
      z.string(),
    )
    .refine(
      ({ status }) => status === undefined || (SIM_STATUSES as readonly string[]).includes(status),
      'no such status',
    )
    .refine(
      ({ overageLimitOverride: o }) => o === undefined || (OVERRIDES as readonly string[]).includes(o),
      'no such override',
    ),
  origin: z.enum(['foreign', 'network']).default('foreign'),
  by: z.string().default('operator'),
});
export const iccidsBody = z.strictObject({ iccids: z.array(iccidText).optional() });
const amount = z.number().int().min(0).optional();
export const usageBody = z.strictObject({ iccid: iccidText, dataBytes: amount, sms: amount, voiceSeconds: amount });
export const sessionBody = z.strictObject({ iccid: iccidText, open: z.boolean() });
export const receivedSmsBody = z.strictObject({ iccid: iccidText, text: z.string().min(1).max(320) });
