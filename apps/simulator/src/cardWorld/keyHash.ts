import { createHash, timingSafeEqual } from 'node:crypto';

/** What is kept of a secret. */
export const keyHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether a secret is the one that is kept; takes the same time whatever it is. */
export const isKey = (secret: string, kept: string): boolean =>
  timingSafeEqual(Buffer.from(keyHash(secret)), Buffer.from(kept));
