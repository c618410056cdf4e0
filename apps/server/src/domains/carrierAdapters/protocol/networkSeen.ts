/** Where a session was: its network by both codes, or only the country if the carrier reports no more. */
export type NetworkSeen = {
  /** Three digits; null if only the country is known. */
  readonly mcc: string | null;
  /** Two or three digits, with leading zeros. */
  readonly mnc: string | null;
  /** ISO 3166-1 alpha-2 as reported by the carrier; null: derived from the codes. */
  readonly country: string | null;
};

type Told = {
  readonly mcc?: string | null | undefined;
  readonly mnc?: string | null | undefined;
  /** Both codes in one, with or without a sign between: `26201`, `262-01`. */
  readonly plmn?: string | null | undefined;
  readonly country?: string | null | undefined;
};

/** A value in no known format is dropped: a wrong network would be worse than none. */
export function networkSeenOf({ mcc, mnc, plmn, country }: Told): NetworkSeen | null {
  const codes = joined(plmn) ?? apart(mcc, mnc);
  const iso = /^[a-z]{2}$/i.test(country ?? '') ? (country as string).toUpperCase() : null;
  return codes || iso ? { mcc: null, mnc: null, ...codes, country: iso } : null;
}

function joined(plmn: string | null | undefined) {
  const [, mcc, mnc] = /^(\d{3})[-_ ]?(\d{2,3})$/.exec(plmn ?? '') ?? [];
  return mcc && mnc ? { mcc, mnc } : undefined;
}

/** As numbers, both have lost their leading zeros: a country code has three digits, a network code at least two (assumed). */
function apart(mcc: string | null | undefined, mnc: string | null | undefined) {
  const isCode = /^\d{1,3}$/;
  return isCode.test(mcc ?? '') && isCode.test(mnc ?? '')
    ? { mcc: (mcc as string).padStart(3, '0'), mnc: (mnc as string).padStart(2, '0') }
    : undefined;
}
