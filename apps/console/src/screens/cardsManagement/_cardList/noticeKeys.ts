/** The filters that the carriers' tabs and the pasted numbers over a list of cards show by themselves. */
export const NOTICE_KEYS = ['platform', 'identifierType', 'identifiers', 'startIccid', 'endIccid'] as const;
