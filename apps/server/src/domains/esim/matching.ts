import { createHash } from 'node:crypto';

/** What makes a matchingId one of a kind without telling it: a digest of the SM-DP+ and the id. */
export const matchingValue = (smdpAddress: string, matchingId: string): string =>
  createHash('sha256').update(`${smdpAddress.toLowerCase()}\0${matchingId}`).digest('hex');
