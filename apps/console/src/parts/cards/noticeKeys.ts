/** The filters that the carriers' tabs, the pasted numbers and the card set over a list of cards show by themselves. */
export const NOTICE_KEYS = [
  'platform',
  'identifierType',
  'identifiers',
  'startIccid',
  'endIccid',
  'cardSetId',
] as const;
