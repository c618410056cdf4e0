import { createHash, createHmac } from 'node:crypto';

/** Digits and letters that nobody confuses when reading them aloud (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const GROUP = 4;

/** 80 bits as sixteen letters. */
function letters(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.subarray(0, 10).toString('hex')}`);
  let written = '';
  for (let at = 0; at < LENGTH; at += 1) {
    written = (ALPHABET[Number(value & 31n)] ?? '') + written;
    value >>= 5n;
  }
  return written;
}

/** The code of a batch with this number, without dashes: the same whenever it is made again from the batch's seed. */
export const codeFrom = (seed: Buffer, number: number): string =>
  letters(createHmac('sha256', seed).update(`code ${number}`).digest());

export const withDashes = (code: string): string => code.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? code;

/** As it is compared: however it was typed, and letters that are read alike. */
export const asTyped = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** What is kept of a code. 80 random bits need no slow hash. */
export const hashOf = (code: string): string => createHash('sha256').update(`redeem code ${code}`).digest('base64url');

export const maskOf = (code: string): string => `****-****-****-${code.slice(-GROUP)}`;
