import type { CardAddress } from '../protocol/operations.ts';

/** How a call names a card: by its access number if known, otherwise by its ICCID. */
export const numberOf = ({ msisdn, iccid }: CardAddress): Readonly<Record<string, string>> =>
  msisdn ? { access_number: msisdn } : { iccid };
