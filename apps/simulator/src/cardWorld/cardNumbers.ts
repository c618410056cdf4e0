import type { KnownIdentity } from './cardEvents.ts';

/** How a carrier's numbers begin; the last ten digits of the ICCID follow where nobody has told others. */
export type Numbering = { readonly imsi: string; readonly msisdn: string; readonly imei: string };

export type CardNumbers = { readonly imsi: string; readonly msisdn: string; readonly imei: string };
export type NumberKind = Exclude<keyof CardNumbers, 'imei'>;

/** The numbers of a card: those the carrier was told, otherwise made from its ICCID. */
export function cardNumbers(numbering: Numbering, iccid: string, known: KnownIdentity | undefined): CardNumbers {
  const tail = iccid.slice(-10);
  return {
    imsi: known?.imsi ?? `${numbering.imsi}${tail}`,
    msisdn: known?.msisdn ?? `${numbering.msisdn}${tail}`,
    imei: known?.imei ?? `${numbering.imei}${tail}`,
  };
}
