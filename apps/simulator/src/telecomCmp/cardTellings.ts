import { chinaMonth, chinaStamp, type Period } from '../cardWorld/chinaTime.ts';
import { planSize } from '../cardWorld/planSize.ts';
import { drawAgain, fraction, hashText } from '../chance.ts';
import { FIELD, MAIN_STATUSES, type TelecomCarrier, UNNAMED } from './telecomNature.ts';
import type { Fields } from './wireTexts.ts';

/* What both platforms report of a card; only the format differs. */

const KILOBYTE = 1024;
/** The default share of cards with a real name. */
const NAMED_SHARE = 0.7;
const NAMED_DRAW = 31;
const MEGABYTE = KILOBYTE ** 2;
const GIGABYTE = KILOBYTE ** 3;
/** The share of cards with a service package besides the general one. */
const DIRECTED_SHARE = 0.3;
const DIRECTED_DRAW = 37;

export const stamp = (ms: number): string =>
  chinaStamp(ms).replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6');

/** The serial number of a call within its account, for the records. */
export function transaction(carrier: TelecomCarrier, username: string): string {
  const nth = String(carrier.gate(username).figures().calls).padStart(8, '0');
  return `1000${chinaStamp(carrier.nowMs())}${nth}`;
}

export function mainStatus(carrier: TelecomCarrier, row: number, told: string | undefined) {
  const status = told ?? carrier.world.field(row, 'status');
  return {
    number: carrier.world.numbers(row).msisdn,
    servCreateDate: stamp(carrier.world.devices.addedMs(row)),
    productInfo: [
      {
        productMainStatusCd: status === UNNAMED ? '5' : status,
        productMainStatusName: MAIN_STATUSES[status] ?? status,
        operatorDefinitionStatusName: status === UNNAMED ? '未实名停机' : '',
      },
    ],
  };
}

/** `12.50MB`: the unit follows the size, two decimals whatever it is. */
export function volumeText(bytes: number): string {
  const [size, unit] =
    bytes >= KILOBYTE ** 3
      ? [KILOBYTE ** 3, 'GB']
      : bytes >= KILOBYTE ** 2
        ? [KILOBYTE ** 2, 'MB']
        : ([KILOBYTE, 'KB'] as const);
  return `${(bytes / size).toFixed(2)}${unit}`;
}

/** Month to date, by the carrier's calendar. */
export const thisMonth = (carrier: TelecomCarrier): Period =>
  chinaMonth(chinaStamp(carrier.nowMs()).slice(0, 6)) ?? { fromMs: 0, toMs: 0 };

export const traffic = (carrier: TelecomCarrier, row: number, { fromMs, toMs }: Period): Fields => ({
  IRESULT: '0',
  TOTALCOUNT: '0',
  TOTALPAGE: '0',
  CHARGE_CNT_CH: '0元',
  DURATION_CNT_CH: '00:00:00',
  TOTAL_BYTES_CNT: volumeText(carrier.usage(row, fromMs, toMs).dataBytes),
  number: carrier.world.numbers(row).msisdn,
});

/** The card's packages this month: a general one, and for some cards one for a single service. */
export function packages(carrier: TelecomCarrier, row: number): Fields[] {
  const hash = hashText(carrier.world.devices.iccid(row), carrier.seed);
  const { fromMs, toMs } = thisMonth(carrier);
  const used = carrier.usage(row, fromMs, toMs).dataBytes;
  const hasDirected = fraction(drawAgain(hash, DIRECTED_DRAW)) < DIRECTED_SHARE;
  const directed = hasDirected ? Math.floor(used / 4) : 0;
  const size = planSize(carrier.world.field(row, 'ratePlan'));
  const line = (name: string, total: number, taken: number, type: '0' | '1'): Fields => ({
    ACCU_NAME: '国内流量',
    CUMULATION_ALREADY: kilobytes(Math.min(taken, total)),
    CUMULATION_LEFT: kilobytes(Math.max(0, total - taken)),
    CUMULATION_TOTAL: kilobytes(total),
    START_TIME: stamp(fromMs),
    END_TIME: stamp(toMs - 1_000),
    OFFER_ID: `9000${type}${String(total / MEGABYTE).padStart(6, '0')}`,
    OFFER_NAME: name,
    UNIT_NAME: 'KB',
    OFFER_TYPE: type,
  });
  return [
    line(`物联网流量包 ${sized(size)}`, size, used - directed, '0'),
    ...(hasDirected ? [line('定向流量包 2GB', 2 * GIGABYTE, directed, '1')] : []),
  ];
}

const sized = (bytes: number): string => (bytes < GIGABYTE ? `${bytes / MEGABYTE}MB` : `${bytes / GIGABYTE}GB`);
const kilobytes = (bytes: number): string => String(Math.round(bytes / KILOBYTE));

export function online(carrier: TelecomCarrier, row: number) {
  const { msisdn, imsi, imei } = carrier.world.numbers(row);
  const session = carrier.session(row);
  if (!session) return { result: '-1', msisdn: `86${msisdn}`, imsi };
  const { startedMs, endedMs, ipAddress } = session;
  return {
    result: '0',
    msisdn: `86${msisdn}`,
    imsi,
    netModel: 'LTE',
    acctStatusType: endedMs === null ? 'start' : 'stop',
    eventTimestamp: stamp(endedMs ?? startedMs),
    framedIpAddress: ipAddress,
    framedIpv6Prefix: '',
    framedInterfaceId: '',
    apn: 'ctiot',
    rattype: '6',
    imei,
    provname: '',
    duration: String(Math.floor(((endedMs ?? carrier.nowMs()) - startedMs) / 1000)),
    startTime: stamp(startedMs),
    stopTime: endedMs === null ? '' : stamp(endedMs),
  };
}

/** Whether the card has a real name. */
export function isNamed(carrier: TelecomCarrier, row: number): boolean {
  const set = carrier.world.field(row, FIELD.named);
  if (set !== '') return set === 'yes';
  if (carrier.world.field(row, 'status') === UNNAMED) return false;
  const hash = hashText(carrier.world.devices.iccid(row), carrier.seed);
  return fraction(drawAgain(hash, NAMED_DRAW)) < NAMED_SHARE;
}

export const realName = (carrier: TelecomCarrier, row: number): Fields => ({
  resultCode: '0',
  resultMsg: '成功',
  prodMainStatusName: MAIN_STATUSES[carrier.world.field(row, 'status')] ?? '',
  ...(isNamed(carrier, row) ? { certNumber: '3301**********001X' } : {}),
});

/** Where the network last saw the card; undefined if never. */
export function place(carrier: TelecomCarrier, row: number) {
  const [last] = carrier.places(row, 1);
  if (!last) return undefined;
  return {
    longitude: String(last.longitude),
    latitude: String(last.latitude),
    radius: String(last.accuracyMetres),
    time: stamp(last.atMs),
  };
}

const CARDS_A_PAGE = 50;

/** A page of the inventory, in insertion order. */
export function cardPage(carrier: TelecomCarrier, username: string, pageIndex: number) {
  const { devices } = carrier.world;
  const rows = Array.from({ length: devices.size }, (_, row) => row).filter(
    (row) => carrier.world.accountOf(row).username === username,
  );
  const from = (pageIndex - 1) * CARDS_A_PAGE;
  return {
    totalCount: rows.length,
    pageIndex,
    simList: rows.slice(from, from + CARDS_A_PAGE).map((row) => ({
      accNumber: carrier.world.numbers(row).msisdn,
      iccid: devices.iccid(row),
      simStatus: carrier.world.field(row, 'status'),
    })),
  };
}
