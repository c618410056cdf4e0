/** The filters that the carrier tabs, the pasted numbers and the card set above a card list show themselves. */
export const NOTICE_KEYS = [
  'platform',
  'identifierType',
  'identifiers',
  'startIccid',
  'endIccid',
  'cardSetId',
] as const;
