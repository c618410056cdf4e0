import * as z from 'zod';

/** The carrier-specific part of the control interface: its account settings and card fields. */
export type ControlWords = {
  readonly statuses: readonly string[];
  /** Settings of accounts beside those all carriers have, each optional. */
  readonly settings: z.ZodRawShape;
  /** Fields of cards beside status and plans; with a list of values where only those are possible. */
  readonly fields: Readonly<Record<string, readonly string[] | null>>;
};

export const iccidText = z
  .string()
  .regex(/^\d{6}[0-9A-Z]{12,14}$/, 'an ICCID has 18 to 20 digits; behind the first six there may be letters');
/** Both ends of a range, ascending. */
const countableIccid = z.string().regex(/^\d{18,20}$/, 'the ends of a range have 18 to 20 digits');
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const plmn = z.string().regex(/^\d{5,6}$/, 'a network is its country code and its network code');
const amount = z.number().int().min(0).optional();
const delayMs = z.number().int().min(0).nullable().optional();

const COMMON_SETTINGS = {
  callsPerSecond: z.number().int().min(1).nullable().optional(),
  callsInFlight: z.number().int().min(1).nullable().optional(),
  confirmAfterMs: delayMs,
  firstAttachMs: delayMs,
};

const cards = {
  ratePlan: z.string().min(1).optional(),
  communicationPlan: z.string().min(1).optional(),
  activatedAt: moment.optional(),
  since: moment.optional(),
};

/** The bodies that the control interface accepts; unknown fields are refused, so that typos are noticed. */
export function controlBodies(words: ControlWords) {
  const settings = { ...COMMON_SETTINGS, ...words.settings };
  const status = z.enum(words.statuses as [string, ...string[]]);
  const account = z.strictObject({
    username: z
      .string()
      .min(1)
      .regex(/^[^:]+$/),
    secret: z.string().min(1),
    ...settings,
  });
  const possible: Readonly<Record<string, readonly string[] | null>> = { ...words.fields, status: words.statuses };
  return {
    account,
    settings: z.strictObject(settings),
    devices: z
      .strictObject({
        account: z.string(),
        iccids: z.array(iccidText).optional(),
        from: countableIccid.optional(),
        to: countableIccid.optional(),
        count: z.number().int().min(1).max(5_000_000).optional(),
        status: status.optional(),
        addedAt: moment.optional(),
        ...cards,
      })
      .refine(
        ({ iccids, from, to, count }) =>
          iccids ? !(from ?? to ?? count) : Boolean(from) && Boolean(to) !== Boolean(count),
        { message: 'give iccids, or from with to or count' },
      ),
    world: z.strictObject({
      seed: z.number().int().default(1),
      account,
      /** The day from which dates count back; by default the world's current one. */
      asOf: moment.optional(),
      devices: z.array(
        z.strictObject({
          iccid: iccidText,
          status: status.optional(),
          imsi: z.string().optional(),
          msisdn: z.string().optional(),
          imei: z.string().optional(),
          /** Its network: country code and network code joined. */
          network: plmn.optional(),
          /** Its usage so far, by moments; computed if omitted. */
          used: z
            .array(z.strictObject({ at: moment, dataBytes: amount, sms: amount, voiceSeconds: amount }))
            .optional(),
          ...cards,
        }),
      ),
    }),
    change: z.strictObject({
      iccids: z.array(iccidText).min(1),
      changes: z
        .partialRecord(z.enum(['status', 'ratePlan', 'communicationPlan', ...Object.keys(words.fields)]), z.string())
        .superRefine((changes, ctx) => {
          for (const [field, value = ''] of Object.entries(changes)) {
            const values = possible[field];
            if (values && !values.includes(value))
              ctx.addIssue({ code: 'custom', path: [field], message: 'no such value' });
          }
        }),
      origin: z.enum(['foreign', 'network']).default('foreign'),
      by: z.string().default('operator'),
    }),
  };
}

export type WorldRequest = z.output<ReturnType<typeof controlBodies>['world']>;

export const iccidsBody = z.strictObject({ iccids: z.array(iccidText).optional() });
export const usageBody = z.strictObject({ iccid: iccidText, dataBytes: amount, sms: amount, voiceSeconds: amount });
export const sessionBody = z.strictObject({ iccid: iccidText, open: z.boolean() });
export const receivedSmsBody = z.strictObject({ iccid: iccidText, text: z.string().min(1).max(320) });
