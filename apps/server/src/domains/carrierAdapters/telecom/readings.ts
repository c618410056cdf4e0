import { parseVolume } from '@cardinal/primitives/dataVolume.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { AnswerOf, CardAddress, CarrierDevice, CarrierSession, CarrierUsage } from '../protocol/operations.ts';
import { statusOfCode } from './statuses.ts';

/* Answers of methods common to both generations. A field missing in one is read as not reported. */

export const words = z.union([z.string(), z.number()]).transform(String).nullish();
const code = z.union([z.string(), z.number()]).transform(String);
export const orNull = (value: string | null | undefined): string | null => value?.trim() || null;

/** `12.50MB` as exact bytes; a volume without its unit counts as not reported, unless it is zero. */
export const volume = z.string().transform((written, context) => {
  const hasUnit = /[a-z]/i.test(written) || Number(written) === 0;
  const bytes = hasUnit ? parseVolume(written) : undefined;
  if (bytes !== undefined) return String(bytes);
  context.addIssue({ code: 'custom', message: 'not a volume' });
  return z.NEVER;
});

/** `2024-05-01 12:00:00` or `20240501120000` in China's time; null if it is neither. */
export function readChinaTime(written: string | null | undefined): Date | null {
  const parts = /^(\d{4})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d):?(\d\d)$/.exec(written?.trim() ?? '');
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

const product = z.object({
  productMainStatusCd: code,
  productMainStatusName: words,
  operatorDefinitionStatusName: words,
});
export const mainStatusAnswer = z.looseObject({ number: words, productInfo: z.array(product).min(1) });

export function deviceOf(card: CardAddress, raw: z.output<typeof mainStatusAnswer>): CarrierDevice {
  const names = raw.productInfo.flatMap((each) => [each.productMainStatusName, each.operatorDefinitionStatusName]);
  return {
    iccid: card.iccid,
    status: statusOfCode(raw.productInfo[0]?.productMainStatusCd ?? '', names),
    imsi: null,
    msisdn: orNull(raw.number) ?? card.msisdn ?? null,
    imei: null,
    ratePlan: null,
    communicationPlan: null,
    // `servCreateDate` is the day the number was opened, not its first use.
    activatedAt: null,
    changedAt: null,
    raw,
  };
}

const listed = z.object({ iccid: words, accNumber: words, simStatus: words });
/** A single card comes without a list. Besides `simList`, one generation's key is read as `list` (assumed). */
const listedCards = z.union([z.array(listed), listed.transform((one) => [one])]).nullish();
export const cardPage = z.object({ totalCount: z.coerce.number().nullish(), simList: listedCards, list: listedCards });

/** A page of `getSIMList`. The page size is undocumented, so the first empty page ends the list. */
export function listedOf(raw: z.output<typeof cardPage>, page: number): AnswerOf<'listCards'> {
  const rows = raw.simList ?? raw.list ?? [];
  const cards = rows.flatMap(({ iccid, accNumber, simStatus }) => {
    const number = orNull(iccid);
    const status = orNull(simStatus);
    return number === null
      ? []
      : [{ iccid: number, msisdn: orNull(accNumber), imsi: null, status: status && statusOfCode(status, []) }];
  });
  return { cards, next: rows.length > 0 ? String(page + 1) : null };
}

export const trafficAnswer = z.object({ TOTAL_BYTES_CNT: volume });

/** Month to date. Voice and messages are not reported for data cards. */
export const usageOf = (card: CardAddress, raw: z.output<typeof trafficAnswer>): CarrierUsage => ({
  iccid: card.iccid,
  status: null,
  cycleBytes: raw.TOTAL_BYTES_CNT,
  cycleSeconds: null,
  cycleMessages: null,
  overageLimitReached: false,
});

export const onlineAnswer = z.object({
  description: z.object({
    result: words,
    acctStatusType: words,
    eventTimestamp: words,
    framedIpAddress: words,
    framedIpv6Prefix: words,
    apn: words,
    rattype: words,
    imei: words,
    startTime: words,
    stopTime: words,
  }),
});

/** RAT types of 3GPP TS 29.061. */
const RATS: Readonly<Record<string, string>> = { 1: '3G', 2: '2G', 5: '3G', 6: '4G', 8: 'NB', 9: '4G', 10: '5G' };
const NEVER_SEEN = '-1';
const CLOSED = 'stop';

export function sessionOf(card: CardAddress, { description: told }: z.output<typeof onlineAnswer>): CarrierSession {
  const state = orNull(told.acctStatusType)?.toLowerCase() ?? null;
  const isOnline = told.result !== NEVER_SEEN && state !== null && state !== CLOSED;
  const at = readChinaTime(told.eventTimestamp);
  return {
    iccid: card.iccid,
    isOnline,
    startedAt: readChinaTime(told.startTime) ?? (isOnline ? at : null),
    endedAt: isOnline ? null : (readChinaTime(told.stopTime) ?? (state === CLOSED ? at : null)),
    ipAddress: orNull(told.framedIpAddress) ?? orNull(told.framedIpv6Prefix),
    apn: orNull(told.apn),
    imei: orNull(told.imei),
    rat: RATS[told.rattype ?? ''] ?? null,
  };
}

export const realNameAnswer = z.object({ prodMainStatusName: words, certNumber: words });

/** Without an identity card number there is no registered person. */
export function realNameOf(raw: z.output<typeof realNameAnswer>): AnswerOf<'getRealName'> {
  const status = orNull(raw.prodMainStatusName);
  return { isDone: orNull(raw.certNumber) !== null, at: null, words: status === null ? null : text(status, status) };
}
