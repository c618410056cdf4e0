import { strDec, strEnc, thirdsOf } from '@cardinal/primitives/strEnc.ts';
import * as z from 'zod';
import type { CardAddress, CarrierBinding, CarrierDevice, CarrierLocation, CarrierPool } from '../../operations.ts';
import { orNull, readChinaTime, words } from '../_telecom/readings.ts';
import { parsedJson } from '../exchange.ts';
import type { Keys } from './client.ts';

export const anyAnswer = z.looseObject({});

export const numbersAnswer = z.object({
  info: z.object({ access_number: words, '4G_IMSI': words, '3G_IMSI': words }),
});

export const withNumbers = (device: CarrierDevice, { info }: z.output<typeof numbersAnswer>): CarrierDevice => ({
  ...device,
  msisdn: orNull(info.access_number) ?? device.msisdn,
  imsi: orNull(info['4G_IMSI']) ?? orNull(info['3G_IMSI']),
});

export const bindingAnswer = z.object({ imei: words, lastIMEI: words, bingdingType: words, bingdingStatus: words });

/** The vendor's own spelling. «开通» is a card that is locked, «否» one that was seen in another device. */
export function bindingOf(card: CardAddress, raw: z.output<typeof bindingAnswer>): CarrierBinding {
  const isBound = raw.bingdingType === '开通';
  const match = raw.bingdingStatus;
  return {
    iccid: card.iccid,
    boundImei: isBound ? orNull(raw.imei) : null,
    isSeparated: isBound && (match === '是' || match === '否') ? match === '否' : null,
  };
}

const pool = z.object({ poolNbr: z.string(), poolName: words });
const listed = <T extends z.ZodType>(each: T) => z.union([z.array(each), each.transform((one) => [one])]).nullish();
export const poolsAnswer = z.object({ OutProdInfos: listed(pool) });

export const poolsOf = (raw: z.output<typeof poolsAnswer>): readonly CarrierPool[] =>
  (raw.OutProdInfos ?? []).map(({ poolNbr, poolName }) => ({
    poolId: poolNbr,
    name: orNull(poolName) ?? poolNbr,
    totalBytes: null,
    usedBytes: null,
    members: null,
  }));

const degrees = z.coerce.number();
const place = z.object({ longitude: degrees, latitude: degrees, radius: degrees.optional(), time: words });

/** A place comes encrypted like everything else that must not be read on the way; undefined for anything that is none. */
export function placeOf(card: CardAddress, said: string, key: string): CarrierLocation | undefined {
  const read = place.safeParse(parsedJson(strDec(said.trim(), thirdsOf(key)) ?? ''));
  if (!read.success) return undefined;
  const { longitude, latitude, radius, time } = read.data;
  return {
    iccid: card.iccid,
    source: 'cell',
    latitude,
    longitude,
    accuracyMetres: radius ?? null,
    district: null,
    at: readChinaTime(time),
  };
}

const REAL_NAME_PAGE = 'http://iotapp.iot.189.cn:9090/uapp/certifhtml/certif_entry.html';

/** Where the user of a card names himself. Nothing is asked of the carrier for it. */
export function realNamePage({ userId, password, key }: Keys, accessNumber: string): string {
  const encrypted = (value: string) => strEnc(value, thirdsOf(key));
  const page = new URL(REAL_NAME_PAGE);
  page.searchParams.set('userCode', encrypted(userId));
  page.searchParams.set('passWord', encrypted(password));
  page.searchParams.set('phone', '');
  page.searchParams.set('accessNbr', encrypted(accessNumber));
  return page.href;
}

/** The first and the last day of a day or a month, as `yyyyMMdd`: a range stays within one month. */
export function rangeOf(period: 'day' | 'month', on: string): { readonly startDate: string; readonly endDate: string } {
  if (period === 'day') {
    const day = on.replaceAll('-', '');
    return { startDate: day, endDate: day };
  }
  const [year = 0, month = 1] = on.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const compact = on.replace('-', '');
  return { startDate: `${compact}01`, endDate: `${compact}${lastDay}` };
}
