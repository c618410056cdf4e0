import * as z from 'zod';
import { bytesOf } from '../../protocol/volumes.ts';

/** Figures and codes are numbers in one interface and texts in another. */
const word = z.union([z.string(), z.number()]).transform(String);
const words = word.nullish().catch(undefined);

/** `yyyy-MM-dd HH:mm:ss` in China time; ISO forms with an offset are accepted too. Null if it is no time. */
export function readGatewayDate(written: string | null | undefined): Date | null {
  const found = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:[. ]\d{1,3})?)?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(
    written?.trim() ?? '',
  );
  if (!found) return null;
  const offset = (found[3] ?? '+08:00').replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const moment = new Date(`${found[1]}T${found[2] ?? '00:00:00'}${offset}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** Megabytes with decimals, as bytes; a missing value counts as zero. */
const megabytes = words.transform((told) => bytesOf(told || '0', 'MB') ?? '0');

export const terminal = z.looseObject({
  iccid: word,
  simStatus: word,
  imsi: words,
  msisdn: words,
  imei: words,
  ratePlan: words,
  dateActivated: words,
  dateModified: words,
  lockStatus: words,
  monthToDateDataUsage: megabytes,
  monthToDateSMSUsage: words,
  monthToDateVoiceUsage: words,
  overageLimitReached: z.union([z.boolean(), word.transform((told) => told === 'true' || told === '1')]).catch(false),
});
export type Terminal = z.output<typeof terminal>;

export const detailsAnswer = z.object({ terminals: z.array(terminal).nullish() });
export const editAnswer = z.looseObject({});
/** Usage of a closed cycle. */
export const closedUsageAnswer = z.object({ totalDataVolume: megabytes });
export const recordsAnswer = z.object({
  usageDetails: z.array(z.looseObject({ sessionStartTime: word, sessionEndTime: words, dataVolume: words })).nullish(),
  totalPages: z.coerce.number().int().nullish().catch(undefined),
});
export const sessionAnswer = z.object({
  sessionInfo: z
    .array(z.looseObject({ sessionStartTime: words, ipAddress: words, apn: words, imei: words, rat: words }))
    .nullish(),
});
export const accessAnswer = z.object({
  nacs: z.array(z.looseObject({ nacId: word, nacName: words, apn: words })).nullish(),
});
export const progressAnswer = z.looseObject({ provisionStatus: words, simStatus: words });
export const realNameAnswer = z.object({ rspcode: word });

const lines = { resultCode: words, resultDesc: words, rspcode: words, rspdesc: words, status: words, message: words };
const envelope = z.looseObject({ ...lines, data: z.looseObject(lines).nullish().catch(undefined) });

/** The common part of an envelope: a code, its message, and the payload. */
export type Said = { readonly code: string; readonly words: string; readonly data: unknown };

/**
 * The gateway reports a failure in one of several places: `resultCode`/`resultDesc` or `status`/`message` inside `data`,
 * `rspcode` in either, or only outside. The innermost counts. Undefined without a code anywhere.
 */
export function readEnvelope(body: unknown): Said | undefined {
  const read = envelope.safeParse(body);
  if (!read.success) return undefined;
  const { data, ...outer } = read.data;
  const code = data?.resultCode ?? data?.rspcode ?? data?.status ?? outer.resultCode ?? outer.rspcode ?? outer.status;
  if (code === undefined || code === null || code === '') return undefined;
  const said = [data?.resultDesc, data?.rspdesc, data?.message, outer.resultDesc, outer.rspdesc, outer.message];
  return { code, words: said.find((each) => each) ?? code, data: data ?? {} };
}
