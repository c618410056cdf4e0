import { createDecipheriv } from 'node:crypto';

const TAG_BYTES = 16;
const IV_BYTES = 12;

/** AES-256-GCM whose last 16 bytes are the tag. Undefined if it was encrypted with another key, or is none. */
export function decrypted(
  sealed: { readonly ciphertext: string; readonly nonce: string; readonly associatedData: string },
  key: string,
): string | undefined {
  const bytes = Buffer.from(sealed.ciphertext, 'base64');
  const iv = Buffer.from(sealed.nonce);
  if (bytes.length <= TAG_BYTES || iv.length !== IV_BYTES || Buffer.byteLength(key) !== 32) return undefined;
  try {
    const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key), iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(sealed.associatedData));
    cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
