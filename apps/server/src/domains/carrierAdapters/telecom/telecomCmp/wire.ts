import { strDec, strEnc, thirdsOf } from '@cardinal/primitives/strEnc.ts';
import * as z from 'zod';
import { parsedJson } from '../../protocol/exchange.ts';
import type {
  CardAddress,
  CarrierAllowance,
  CarrierBinding,
  CarrierDevice,
  CarrierLocation,
  CarrierPool,
} from '../../protocol/operations.ts';
import { bytesOf, VOLUME_UNITS } from '../../protocol/volumes.ts';
import { orNull, readChinaTime, words } from '../readings.ts';
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

/** The spelling is the vendor's. «开通» is a locked card, «否» one that was seen in another device. */
export function bindingOf(card: CardAddress, raw: z.output<typeof bindingAnswer>): CarrierBinding {
  const isBound = raw.bingdingType === '开通';
  const match = raw.bingdingStatus;
  return {
    iccid: card.iccid,
    boundImei: isBound ? orNull(raw.imei) : null,
    isSeparated: isBound && (match === '是' || match === '否') ? match === '否' : null,
    separatedAt: null,
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

const accumulated = z.object({
  ACCU_NAME: words,
  OFFER_NAME: words,
  CUMULATION_TOTAL: words,
  CUMULATION_ALREADY: words,
  UNIT_NAME: words,
  OFFER_TYPE: words,
});
export const packagesAnswer = z.object({ CumulRspList: listed(accumulated) });

/** Amounts have the unit named beside them, of which only kilobytes are documented; minutes and messages have none. */
export const allowancesOf = (raw: z.output<typeof packagesAnswer>): readonly CarrierAllowance[] =>
  (raw.CumulRspList ?? []).flatMap((each) => {
    const unit = VOLUME_UNITS.find((one) => one === orNull(each.UNIT_NAME)?.toUpperCase());
    const name = orNull(each.OFFER_NAME) ?? orNull(each.ACCU_NAME);
    if (!unit || !name) return [];
    return [
      {
        name,
        totalBytes: bytesOf(each.CUMULATION_TOTAL, unit),
        usedBytes: bytesOf(each.CUMULATION_ALREADY, unit),
        isDirected: each.OFFER_TYPE === '1' ? true : each.OFFER_TYPE === '0' ? false : null,
      },
    ];
  });

const degrees = z.coerce.number();
const place = z.object({ longitude: degrees, latitude: degrees, radius: degrees.optional(), time: words });

/** A position is encrypted; undefined for anything that is none. */
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

/** The page where a card's user registers. It takes no request to the carrier. */
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
