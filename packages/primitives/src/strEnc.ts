import { createCipheriv, createDecipheriv } from 'node:crypto';

/* `strEnc` of the script «des.js» of 2006, used by China Telecom's interfaces for passwords, signatures and places. Text in
   UTF-16, four units a block, the last one padded with zeros; every block passes each piece of each key in turn. It is DES
   except for the choice of key bits, which the script takes column by column from bottom to top for both halves. It
   therefore equals DES with permuted key bits. DES is computed as triple DES with one key three times, the only form still
   available. */

const UNITS_PER_BLOCK = 4;
const BLOCK_BYTES = 8;
const KEY_BITS = 64;
const HALF = 28;
const CIPHER = 'des-ede3-ecb';

/** The second half of DES's first choice of key bits (FIPS 46-3, PC-1), from 1; the first half is the script's own. */
const RIGHT_HALF = [
  63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
] as const;

/** The n-th bit of a key in the script's order. */
const scriptBit = (n: number): number => BLOCK_BYTES * (7 - (n % 8)) + Math.floor(n / 8);

/** The DES key equivalent to the script's `block`. */
export function desKeyOf(block: Uint8Array): Buffer {
  const bits = Array.from({ length: KEY_BITS }, (_, at) => ((block[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
  const moved = [...bits];
  for (const [at, place] of RIGHT_HALF.entries()) moved[place - 1] = bits[scriptBit(HALF + at)] ?? 0;
  const key = Buffer.alloc(BLOCK_BYTES);
  for (const [at, bit] of moved.entries()) key[at >> 3] = (key[at >> 3] ?? 0) | (bit << (7 - (at & 7)));
  return key;
}

/** UTF-16 big-endian, padded with zeros to full blocks. */
function blocksOf(text: string): Buffer {
  const units = Buffer.from(text, 'utf16le').swap16();
  return Buffer.concat([units, Buffer.alloc((BLOCK_BYTES - (units.length % BLOCK_BYTES)) % BLOCK_BYTES)]);
}

/** Each key in pieces of four characters, in the order in which they encrypt. */
const desKeysOf = (keys: readonly string[]): Buffer[] =>
  keys
    .flatMap((key) => key.match(new RegExp(`.{1,${UNITS_PER_BLOCK}}`, 'gs')) ?? [])
    .map((piece) => {
      const key = desKeyOf(blocksOf(piece));
      return Buffer.concat([key, key, key]);
    });

/** The three keys that the nine characters China Telecom gives an account stand for. */
export const thirdsOf = (nine: string): readonly string[] => [nine.slice(0, 3), nine.slice(3, 6), nine.slice(6, 9)];

/** Encrypts a text with each key in turn: upper-case hex, sixteen digits for every four characters. */
export function strEnc(text: string, keys: readonly string[]): string {
  const through = (data: Buffer, key: Buffer): Buffer => {
    const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
    return Buffer.concat([cipher.update(data), cipher.final()]);
  };
  return desKeysOf(keys).reduce(through, blocksOf(text)).toString('hex').toUpperCase();
}

/** Decrypts with these keys; undefined for invalid input. Trailing padding zeros are removed. */
export function strDec(hex: string, keys: readonly string[]): string | undefined {
  if (!/^(?:[0-9a-f]{16})+$/i.test(hex)) return undefined;
  const back = (data: Buffer, key: Buffer): Buffer => {
    const decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
    return Buffer.concat([decipher.update(data), decipher.final()]);
  };
  const data = desKeysOf(keys).reverse().reduce(back, Buffer.from(hex, 'hex'));
  let end = data.length;
  while (end > 0 && data.readUInt16BE(end - 2) === 0) end -= 2;
  return data.subarray(0, end).swap16().toString('utf16le');
}
