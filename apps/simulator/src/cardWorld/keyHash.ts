import { createHash, timingSafeEqual } from 'node:crypto';

/** The stored hash of a secret. */
export const keyHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether a secret matches the stored hash, in constant time. */
export const isKey = (secret: string, kept: string): boolean =>
  timingSafeEqual(Buffer.from(keyHash(secret)), Buffer.from(kept));
