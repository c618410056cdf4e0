/**
 * Why a function failed in ES2+: a subject and a reason of SGP.22 §5.2.6. Every combination an ES2+ client meets is listed here
 * once, by a descriptive name.
 */
export type StatusCode = { readonly subjectCode: string; readonly reasonCode: string; readonly message: string };

const code = (subjectCode: string, reasonCode: string, message: string): StatusCode => ({
  subjectCode,
  reasonCode,
  message,
});

export const CODES = {
  unknownRequester: code('1.1', '3.9', 'unknown function requester'),
  badFormat: code('1.3.1', '2.1', 'a field has a wrong format'),
  unknownFunction: code('1.6', '3.1', 'unsupported function'),
  eidMissing: code('8.1.1', '2.2', 'EID missing'),
  unknownEid: code('8.1.1', '3.9', 'unknown EID'),
  otherEid: code('8.1.1', '3.10', 'the profile is linked to another EID'),
  noMemory: code('8.1.1', '4.8', 'not enough memory'),
  foreignProfile: code('8.2.1', '1.2', 'the profile is not the requester’s'),
  iccidMissing: code('8.2.1', '2.2', 'ICCID missing'),
  notAvailable: code('8.2.1', '3.3', 'the profile is not available or already downloaded'),
  notReleasable: code('8.2.1', '3.5', 'the profile cannot be released'),
  unknownProfile: code('8.2.1', '3.9', 'unknown ICCID'),
  foreignType: code('8.2.5', '1.2', 'the profile type is not the requester’s'),
  noMoreProfiles: code('8.2.5', '3.7', 'no more profiles of this type'),
  wrongType: code('8.2.5', '3.8', 'the profile has another type'),
  unknownType: code('8.2.5', '3.9', 'unknown profile type'),
  badMatchingId: code('8.2.6', '2.1', 'the matching id is invalid'),
  matchingIdMissing: code('8.2.6', '2.2', 'matching id missing'),
  matchingIdUsed: code('8.2.6', '3.3', 'the matching id is in use'),
  otherMatchingId: code('8.2.6', '3.10', 'another matching id belongs to the profile'),
  smdsFailed: code('8.9', '4.2', 'the SM-DS could not carry it out'),
  smdsUnreachable: code('8.9', '5.1', 'the SM-DS cannot be reached'),
  tooManyTries: code('8.8.5', '6.4', 'the download was tried too often'),
  tooManyCodes: code('8.2.7', '6.4', 'the confirmation code was tried too often'),
  userRefused: code('8.8.5', '3.8', 'the end user refused'),
} as const satisfies Record<string, StatusCode>;

/** A function that ends `Failed`. */
export class FunctionFailed extends Error {
  readonly code: StatusCode;
  readonly subjectIdentifier: string | undefined;

  constructor(failed: StatusCode, subjectIdentifier?: string) {
    super(failed.message);
    this.code = failed;
    this.subjectIdentifier = subjectIdentifier;
  }
}

/** `8.2.5/3.7` as a code; the text of a known combination, or none. */
export function codeOf(written: string): StatusCode | undefined {
  const [subjectCode = '', reasonCode = ''] = written.split('/');
  if (!/^\d+(\.\d+)*$/.test(subjectCode) || !/^\d+(\.\d+)*$/.test(reasonCode)) return undefined;
  const known = Object.values(CODES).find((each) => each.subjectCode === subjectCode && each.reasonCode === reasonCode);
  return known ?? code(subjectCode, reasonCode, 'refused');
}
