import { createHash } from 'node:crypto';

/** A digest of the SM-DP+ and the matchingId: makes it unique without revealing it. */
export const matchingValue = (smdpAddress: string, matchingId: string): string =>
  createHash('sha256').update(`${smdpAddress.toLowerCase()}\0${matchingId}`).digest('hex');
