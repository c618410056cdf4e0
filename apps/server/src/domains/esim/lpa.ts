/** The parts of an activation code (SGP.22 §4.1): `LPA:1$address$matchingId[$oid[$needsConfirmationCode]]`. */
export type ActivationCode = {
  readonly smdpAddress: string;
  readonly matchingId: string;
  readonly oid: string | null;
  readonly needsConfirmationCode: boolean;
};

const ADDRESS =
  /^(?=.{1,255}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/;
const MATCHING_ID = /^[A-Za-z0-9-]{1,255}$/;

export const isSmdpAddress = (typed: string): boolean => ADDRESS.test(typed);
/** Letters, digits and hyphens; case-sensitive. */
export const isMatchingId = (typed: string): boolean => MATCHING_ID.test(typed);

/** Parses an activation code, with or without the `LPA:` of a QR code; undefined if it is none. */
export function readActivationCode(typed: string): ActivationCode | undefined {
  const parts = typed.trim().replace(/^LPA:/i, '').split('$');
  const [format, smdpAddress = '', matchingId = '', oid = '', confirmation = ''] = parts;
  if (format !== '1' || parts.length < 3 || parts.length > 5) return undefined;
  if (!isSmdpAddress(smdpAddress) || !isMatchingId(matchingId)) return undefined;
  if (oid !== '' && !/^\d+(\.\d+)+$/.test(oid)) return undefined;
  if (confirmation !== '' && confirmation !== '1') return undefined;
  return {
    smdpAddress: smdpAddress.toLowerCase(),
    matchingId,
    oid: oid || null,
    needsConfirmationCode: confirmation === '1',
  };
}

/** The code a device scans for a profile at an SM-DP+. */
export const activationCodeOf = (smdpAddress: string, matchingId: string): string =>
  `LPA:1$${smdpAddress}$${matchingId}`;
