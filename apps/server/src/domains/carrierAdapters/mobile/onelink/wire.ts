import { randomInt } from 'node:crypto';
import { DEFAULT_ZONE, momentIn, wallTimeIn } from '@cardinal/primitives/zone.ts';
import * as z from 'zod';

const words = z.string().nullish();
/** Usually text, occasionally a number. */
const code = z.coerce.string();

export const envelope = z.object({
  status: code,
  message: words,
  result: z.array(z.unknown()).nullish(),
});

/** The one element of `result`. */
export const one = <A>(element: z.ZodType<A>): z.ZodType<A> =>
  z
    .array(element)
    .min(1)
    .transform(([first]) => first as A) as unknown as z.ZodType<A>;

const two = (value: number): string => String(value).padStart(2, '0');

/** `yyyyMMddHHmmss` in China time. */
export function stampOf(moment: Date): string {
  const { year, month, day, hour, minute, second } = wallTimeIn(DEFAULT_ZONE, moment);
  return `${year}${[month, day, hour, minute, second].map(two).join('')}`;
}

/** appid, time and eight digits: at most 48 characters, and unique. */
export const transidOf = (appid: string, moment: Date, serial: number = randomInt(100_000_000)): string =>
  `${appid}${stampOf(moment)}${String(serial).padStart(8, '0')}`;

/** `20240501120000`, with or without separators; null if it is no time. */
export function readStamp(written: string | null | undefined): Date | null {
  const digits = (written ?? '').replace(/\D/g, '');
  if (!/^\d{14}$/.test(digits)) return null;
  const at = (from: number, to: number) => Number(digits.slice(from, to));
  const wall = {
    year: at(0, 4),
    month: at(4, 6),
    day: at(6, 8),
    hour: at(8, 10),
    minute: at(10, 12),
    second: at(12, 14),
  };
  const moment = momentIn(DEFAULT_ZONE, wall);
  return stampOf(moment) === digits ? moment : null;
}

export const tokenAnswer = one(z.object({ token: z.string().min(1), ttl: z.coerce.number().positive() }));
export const statusAnswer = one(z.looseObject({ cardStatus: code, lastChangeDate: words }));
export const basicAnswer = one(
  z.looseObject({ msisdn: words, imsi: words, iccid: words, activeDate: words, openDate: words }),
);
export const orderAnswer = one(z.object({ orderNum: code.nullish() }));
/** Some changes are answered with nothing, others with an order number. */
export const takenAnswer = z
  .array(z.object({ orderNum: code.nullish() }))
  .transform(([first]) => ({ orderNum: first?.orderNum })) as unknown as z.ZodType<{ orderNum?: string | null }>;
/** The groups a card belongs to. */
export const memberGroupsAnswer = one(z.object({ groupList: z.array(z.object({ groupId: code })).nullish() }));
/** A number with status 0 is no longer on the list. */
export const whiteListAnswer = z.array(
  z.object({ memVoiceWhiteList: z.array(z.object({ whiteNumber: code, status: code.nullish() })).nullish() }),
);
/** The fields of this answer are assumed. */
export const orderInfoAnswer = one(z.object({ orderStatus: code }));

/** Kilobytes as text, a single space when none. */
const amount = z.union([z.string(), z.number()]).nullish();
export const usageAnswer = one(z.object({ dataAmount: amount }));
export const usagesAnswer = one(z.object({ dataAmountList: z.array(z.object({ iccid: words, dataAmount: amount })) }));

export const powerAnswer = one(z.object({ status: code }));
export const sessionAnswer = one(
  z.object({
    simSessionList: z
      .array(z.object({ apnId: words, status: code, ip: words, createDate: words, rat: code.nullish() }))
      .nullish(),
  }),
);
export const servicesAnswer = one(
  z.object({ serviceTypeList: z.array(z.object({ serviceType: code, serviceStatus: code, apnName: words })) }),
);
export const bindAnswer = one(z.object({ result: code, errorCode: code.nullish(), errorDes: words, sepTime: words }));
export const stopReasonAnswer = one(
  z.object({ platformType: words, stopReason: code.nullish(), shutdownReasonDesc: words }),
);
/** The fields of this answer are assumed. */
export const placesAnswer = z.array(z.object({ iccid: words, lat: amount, lon: amount, lastTime: words }));
export const realNameAnswer = one(z.object({ realNameStatus: code, reason: words, successTime: words }));
export const realNameLinkAnswer = one(z.object({ busiSeq: code.nullish(), url: z.url() }));
/** Only a group's id and offering are known; its name, its size and the last-page flag are assumed. */
export const groupsAnswer = one(
  z.object({
    groupList: z.array(z.object({ groupId: code, groupName: words, offeringName: words })),
    flag: words,
  }),
);
/** The name of the list and the flag are assumed. */
export const membersAnswer = one(z.object({ memberList: z.array(z.object({ msisdn: code })), flag: words }));
export const cardInfosAnswer = z.array(z.object({ status: code.nullish(), msisdn: words, imsi: words, iccid: words }));
/** The fields of this answer are assumed. */
export const marginAnswer = one(
  z.object({ accmMarginList: z.array(z.object({ offeringName: words, totalAmount: amount, useAmount: amount })) }),
);
/** Only the id and the name of an offering are known; the list's name and its last-page flag are assumed. */
export const offeringsAnswer = one(
  z.object({ offeringInfoList: z.array(z.object({ offeringId: code, offeringName: words })), flag: words }),
);
