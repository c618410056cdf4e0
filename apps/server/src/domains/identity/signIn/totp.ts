import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '@cardinal/primitives/random.ts';

/** How long one code is valid. */
const STEP_SECONDS = 30;
/** Phone clocks drift: the previous and the next code are accepted too. */
const STEPS_OFF = 1;

/** RFC 4648, without padding, as authenticators expect. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The number of the time step that contains a time (RFC 6238, T0 = 0). */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1_000 / STEP_SECONDS);

/** The code of a step: HOTP (RFC 4226) over the step's number. Authenticators support SHA-1 and six digits. */
export function codeOf(
  key: Uint8Array,
  step: number,
  form: { digits: number; algorithm: 'sha1' | 'sha256' | 'sha512' } = { digits: 6, algorithm: 'sha1' },
): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(form.algorithm, key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const value = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(value % 10 ** form.digits).padStart(form.digits, '0');
}

/** The step of a typed code among those currently valid; undefined if none matches. */
export function stepOfCode(key: Uint8Array, typed: string, now: Date): number | undefined {
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * STEPS_OFF + 1 }, (_, at) => current - STEPS_OFF + at);
  const given = Buffer.from(typed);
  return steps.find((step) => {
    const code = Buffer.from(codeOf(key, step));
    return code.length === given.length && timingSafeEqual(code, given);
  });
}

/** Bytes as capitals and digits that are not easily confused. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The inverse of `base32`, for what it made. */
export function bytesOfBase32(letters: string): Buffer {
  const bits = [...letters].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** The output length of SHA-1, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** The issuer shown in the authenticator. */
const ISSUER = 'Cardinal';

export const makeSecret = (random: Random): Uint8Array => random.bytes(SECRET_BYTES);

/** What an authenticator stores: a secret to type, and the same as the URI of a QR code to scan. */
export function enrolmentOf(key: Uint8Array, account: string): { secret: string; uri: string } {
  const secret = base32(key);
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(account)}`;
  return {
    secret,
    uri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(ISSUER)}&algorithm=SHA1&digits=6&period=${STEP_SECONDS}`,
  };
}
