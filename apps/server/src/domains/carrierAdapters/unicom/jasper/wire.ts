import * as z from 'zod';

const words = z.string().nullish();

/** `2024-05-01 00:21:33.339+0000`: a space, milliseconds, an offset without colon. ISO forms are accepted too. */
export function readVendorDate(written: string | null | undefined): Date | null {
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)(Z|[+-]\d\d:?\d\d)$/.exec(written?.trim() ?? '');
  if (!found) return null;
  const offset = (found[3] ?? 'Z').replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const moment = new Date(`${found[1]}T${found[2]}${offset}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** `yyyy-MM-ddTHH:mm:ss+00:00`, the format of `modifiedSince`. */
export const writeVendorMoment = (moment: Date): string => `${moment.toISOString().slice(0, 19)}+00:00`;

export const deviceAnswer = z.looseObject({
  iccid: z.string(),
  status: z.string(),
  imsi: words,
  msisdn: words,
  imei: words,
  ratePlan: words,
  communicationPlan: words,
  dateActivated: words,
  dateUpdated: words,
});

export const searchAnswer = z.object({
  pageNumber: z.number(),
  lastPage: z.boolean(),
  devices: z.array(z.object({ iccid: z.string(), status: z.string(), ratePlan: words, communicationPlan: words })),
});

/** The body of a successful edit is undocumented: any object is accepted. */
export const editAnswer = z.looseObject({}).nullish();

const whole = z.union([z.number(), z.string().regex(/^\d+$/)]).transform(String);
export const usageAnswer = z.object({
  iccid: z.string(),
  status: z.string(),
  ctdDataUsage: whole,
  ctdSMSUsage: z.coerce.number(),
  ctdVoiceUsage: whole,
  overageLimitReached: z.boolean().catch(false),
});

export const sessionAnswer = z.object({
  iccid: z.string(),
  ipAddress: words,
  apn: words,
  dateSessionStarted: words,
  dateSessionEnded: words,
});

/** Latest first; the fields of a position are those of our simulator (assumed: the vendor's page names none). */
export const placesAnswer = z.object({
  simlocations: z.array(
    z.object({ latitude: z.number(), longitude: z.number(), accuracy: z.number().nullish(), dateCaptured: words }),
  ),
});

/** `smsMsgId` in the vendor's documentation, `smsMessageId` in one client of Unicom. */
export const smsAnswer = z
  .object({ smsMsgId: z.coerce.string().optional(), smsMessageId: z.coerce.string().optional() })
  .transform((body) => body.smsMsgId ?? body.smsMessageId ?? '')
  .pipe(z.string().min(1));

export const smsDetailAnswer = z.object({ smsMsgId: z.coerce.string(), status: z.string() });
export const echoAnswer = z.unknown();
