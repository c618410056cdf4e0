import type { CardAddress } from '../protocol/operations.ts';

/** How a card is named in a call: by its access number where it is known, by its ICCID otherwise. */
export const numberOf = ({ msisdn, iccid }: CardAddress): Readonly<Record<string, string>> =>
  msisdn ? { access_number: msisdn } : { iccid };
