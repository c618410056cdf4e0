import { createHmac, timingSafeEqual } from 'node:crypto';
import { CLOCK_WINDOW_SECONDS, type SignedParts, stringToSign } from '@cardinal/contract/api/openApi/signature.ts';

/** The signature of a call under a secret, in small hex. */
export const signatureOf = (secret: string, parts: SignedParts): string =>
  createHmac('sha256', secret).update(stringToSign(parts)).digest('hex');

/** Takes the same time for every wrong signature. */
export function isSignedWith(secret: string, parts: SignedParts, signature: string): boolean {
  const [right, given] = [Buffer.from(signatureOf(secret, parts)), Buffer.from(signature)];
  return right.length === given.length && timingSafeEqual(right, given);
}

/** Whether a caller's clock is within the window, limits included. */
export const isOfNow = (timestamp: string, now: Date): boolean =>
  Math.abs(now.getTime() - Number(timestamp) * 1_000) <= CLOCK_WINDOW_SECONDS * 1_000;
