import { createDecipheriv, createHash, randomInt } from 'node:crypto';
import { DEFAULT_ZONE, wallTimeIn } from '@cardinal/primitives/zone.ts';

const KEY_CHARS = 24;
const BLOCK_BYTES = 8;

/** Upper-case hex SHA-1 over the secret, every parameter sorted by name and directly followed by its value, and the secret. */
export function signatureOf(parameters: Readonly<Record<string, string>>, secret: string): string {
  const joined = Object.keys(parameters)
    .sort()
    .map((name) => `${name}${parameters[name]}`)
    .join('');
  return createHash('sha1').update(`${secret}${joined}${secret}`).digest('hex').toUpperCase();
}

const written = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Group code, `yyyyMMddHHmmssSSS` in China time, and four random digits. */
export function transIdOf(groupCode: string, moment: Date, chance: number = randomInt(10_000)): string {
  const { year, month, day, hour, minute, second } = wallTimeIn(DEFAULT_ZONE, moment);
  const stamp = [month, day, hour, minute, second].map((part) => written(part, 2)).join('');
  return `${groupCode}${year}${stamp}${written(moment.getUTCMilliseconds(), 3)}${written(chance, 4)}`;
}

/**
 * Decrypts an answer: Base64 ignoring line breaks, 3DES-EDE in single blocks with the first 24 characters of the secret,
 * zero-padded. Undefined if it is in no such form.
 */
export function openedAnswer(text: string, secret: string): string | undefined {
  const sealed = Buffer.from(text.replaceAll(/\s/g, ''), 'base64');
  if (sealed.length === 0 || sealed.length % BLOCK_BYTES !== 0 || secret.length < KEY_CHARS) return undefined;
  const decipher = createDecipheriv('des-ede3-ecb', Buffer.from(secret).subarray(0, KEY_CHARS), null);
  decipher.setAutoPadding(false);
  return Buffer.concat([decipher.update(sealed), decipher.final()])
    .toString('utf8')
    .replace(/\0+$/, '');
}
