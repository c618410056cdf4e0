import { parseVolume } from '@cardinal/primitives/dataVolume.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type {
  CardAddress,
  CarrierDevice,
  CarrierLocation,
  DiagnosisStep,
  PeriodUsage,
  ServiceState,
} from '../../protocol/operations.ts';
import { orNull, readChinaTime, words } from '../readings.ts';
import { statusOfCode } from '../statuses.ts';

const code = z.union([z.string(), z.number()]).transform(String);
const number = z.union([z.string(), z.number()]).transform(String);

export const anyAnswer = z.looseObject({});

/** Splits a batch's rows among its cards; cards without a row are unknown to the carrier. */
export function sharedOut<Row extends { readonly accessNumber: string }, A>(
  cards: readonly CardAddress[],
  rows: readonly Row[],
  tell: (card: CardAddress, row: Row) => A,
): { readonly found: A[]; readonly unknown: string[] } {
  const byNumber = new Map(rows.map((row) => [row.accessNumber, row]));
  const found: A[] = [];
  const unknown: string[] = [];
  for (const card of cards) {
    const row = byNumber.get(card.msisdn ?? '');
    if (row) found.push(tell(card, row));
    else unknown.push(card.iccid);
  }
  return { found, unknown };
}

const simInfo = z.looseObject({
  accessNumber: number,
  iccid: words,
  imsi: words,
  simStatus: code,
  simStatusName: words,
});
export const simInfoAnswer = z.object({ data: z.object({ qrySimInfoList: z.array(simInfo) }) });

export const deviceOfRow = (card: CardAddress, row: z.output<typeof simInfo>): CarrierDevice => ({
  iccid: card.iccid,
  status: statusOfCode(row.simStatus, [row.simStatusName]),
  imsi: orNull(row.imsi),
  msisdn: row.accessNumber,
  imei: null,
  ratePlan: null,
  communicationPlan: null,
  activatedAt: null,
  changedAt: null,
  raw: row,
});

const flow = z.object({ accessNumber: number, unit: words, flowAmount: words });
export const flowsAnswer = z.object({ data: z.array(flow) });

/** A row without an amount reports nothing about its card. */
export function usageOfRow(card: CardAddress, row: z.output<typeof flow>): PeriodUsage {
  const bytes = row.flowAmount ? parseVolume(`${row.flowAmount}${row.unit ?? ''}`) : undefined;
  return { iccid: card.iccid, bytes: bytes === undefined ? null : String(bytes) };
}

const namedStatus = z.object({ accessNumber: number, status: code });
export const realNamesAnswer = z.object({ data: z.object({ statusList: z.array(namedStatus) }) });

const usingApn = z.object({ apn: z.string(), netStatus: code });
export const apnsAnswer = z.object({ data: z.object({ apnList: z.array(usingApn) }) });

/** Each network name stands for the data service over it. */
export const servicesOf = (raw: z.output<typeof apnsAnswer>): readonly ServiceState[] =>
  raw.data.apnList.map(({ apn, netStatus }) => ({ service: 'data', isOn: netStatus === '1', apn }));

const degrees = z.coerce.number();
export const placeAnswer = z.object({
  data: z.object({ longitude: degrees, latitude: degrees, radius: degrees.optional(), time: words }),
});

export const placeOf = (card: CardAddress, { data }: z.output<typeof placeAnswer>): CarrierLocation => ({
  iccid: card.iccid,
  source: 'cell',
  latitude: data.latitude,
  longitude: data.longitude,
  accuracyMetres: data.radius ?? null,
  district: null,
  at: readChinaTime(data.time),
});

const examined = z.object({ itemName: z.string(), itemResult: code, itemDesc: words });
export const diagnosisAnswer = z.object({ data: z.object({ itemList: z.array(examined) }) });

const GOOD: Readonly<Record<string, boolean>> = { 0: true, 1: false };

export const stepsOf = (raw: z.output<typeof diagnosisAnswer>): readonly DiagnosisStep[] =>
  raw.data.itemList.map(({ itemName, itemResult, itemDesc }) => ({
    name: text(itemName, itemName),
    isGood: GOOD[itemResult] ?? null,
    words: text(itemDesc ?? '', itemDesc ?? ''),
  }));

export const smsAnswer = z.object({ data: z.object({ messageId: number }) });
