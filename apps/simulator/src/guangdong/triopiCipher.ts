import { createCipheriv, createHash } from 'node:crypto';

const BLOCK_BYTES = 8;
const KEY_CHARS = 24;
/** Longer lines of Base64 are broken, as Java's older encoders do. */
const LINE_CHARS = 76;

/** Upper-case hex SHA-1 of the secret, every parameter but the sign by name with its value behind it, and the secret. */
export function triopiSign(parameters: Readonly<Record<string, string>>, secret: string): string {
  const names = Object.keys(parameters)
    .filter((name) => name !== 'sign')
    .sort();
  const joined = names.map((name) => `${name}${parameters[name]}`).join('');
  return createHash('sha1').update(`${secret}${joined}${secret}`).digest('hex').toUpperCase();
}

/** An answer as it goes over the wire: 3DES in single blocks, filled up with zeros, in broken lines of Base64. */
export function sealed(text: string, secret: string): string {
  const cipher = createCipheriv('des-ede3-ecb', Buffer.from(secret).subarray(0, KEY_CHARS), null);
  cipher.setAutoPadding(false);
  const plain = Buffer.from(text);
  const filled = Buffer.concat([plain, Buffer.alloc((BLOCK_BYTES - (plain.length % BLOCK_BYTES)) % BLOCK_BYTES)]);
  const base64 = Buffer.concat([cipher.update(filled), cipher.final()]).toString('base64');
  return (base64.match(new RegExp(`.{1,${LINE_CHARS}}`, 'g')) ?? []).join('\r\n');
}
