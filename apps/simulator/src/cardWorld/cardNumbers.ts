import type { KnownIdentity } from './cardEvents.ts';

/** The prefix of a carrier's numbers; by default the last ten digits of the ICCID follow. */
export type Numbering = { readonly imsi: string; readonly msisdn: string; readonly imei: string };

export type CardNumbers = { readonly imsi: string; readonly msisdn: string; readonly imei: string };
export type NumberKind = Exclude<keyof CardNumbers, 'imei'>;

/** The numbers of a card: given ones, otherwise derived from its ICCID. */
export function cardNumbers(numbering: Numbering, iccid: string, known: KnownIdentity | undefined): CardNumbers {
  const tail = iccid.slice(-10);
  return {
    imsi: known?.imsi ?? `${numbering.imsi}${tail}`,
    msisdn: known?.msisdn ?? `${numbering.msisdn}${tail}`,
    imei: known?.imei ?? `${numbering.imei}${tail}`,
  };
}
