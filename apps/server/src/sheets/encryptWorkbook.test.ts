import { createDecipheriv, createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptWorkbook } from './encryptWorkbook.ts';
import { readCompoundFile } from './xls/compoundFile.ts';

let drawn = 0;
function random(length: number): Buffer {
  drawn += 1;
  return sha512(word(drawn)).subarray(0, length);
}
const sha512 = (...parts: Buffer[]) => createHash('sha512').update(Buffer.concat(parts)).digest();
const word = (number: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
};
const decrypted = (key: Buffer, iv: Buffer, sealed: Buffer) => {
  const decipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
};

/** Opens as a spreadsheet program does; undefined with a wrong password. */
function open(file: Buffer, password: string): Buffer | undefined {
  const compound = readCompoundFile(file);
  const stream = (name: string) => compound.read(compound.streams.get(name) as never);
  const info = stream('encryptioninfo').subarray(8).toString('utf8');
  const value = (name: string, at = 0) =>
    Buffer.from([...info.matchAll(new RegExp(`${name}="([^"]*)"`, 'g'))][at]?.[1] ?? '', 'base64');
  const [salt, passwordSalt] = [value('saltValue'), value('saltValue', 1)];
  let hash = sha512(passwordSalt, Buffer.from(password, 'utf16le'));
  for (let spin = 0; spin < 100_000; spin += 1) hash = sha512(word(spin), hash);
  const by = (purpose: string, sealed: Buffer) =>
    decrypted(sha512(hash, Buffer.from(purpose, 'hex')).subarray(0, 32), passwordSalt, sealed);
  const verifier = by('fea7d2763b4b9e79', value('encryptedVerifierHashInput'));
  if (!sha512(verifier).equals(by('d7aa0f6d3061344e', value('encryptedVerifierHashValue')))) return undefined;
  const key = by('146e0be7abacd0d6', value('encryptedKeyValue'));
  const sealed = stream('encryptedpackage');
  const iv = (purpose: Buffer) => sha512(salt, purpose).subarray(0, 16);
  const hmacKey = decrypted(key, iv(Buffer.from('5fb2ad010cb9e1f6', 'hex')), value('encryptedHmacKey'));
  const hmac = decrypted(key, iv(Buffer.from('a0677f02b22c8433', 'hex')), value('encryptedHmacValue'));
  expect(createHmac('sha512', hmacKey).update(sealed).digest().equals(hmac)).toBe(true);
  const size = Number(sealed.readBigUInt64LE());
  const segments: Buffer[] = [];
  for (let at = 0; 8 + at * 4_096 < sealed.length; at += 1)
    segments.push(decrypted(key, iv(word(at)), sealed.subarray(8 + at * 4_096, 8 + (at + 1) * 4_096)));
  return Buffer.concat(segments).subarray(0, size);
}

test('what is encrypted opens with its password only, whatever its size', async () => {
  for (const size of [10, 4_096, 400_000]) {
    const workbook = Buffer.alloc(size, 'PK workbook of codes ');
    const file = await encryptWorkbook(workbook, '7K2P-XQ9M', random);
    expect(file.includes('workbook of codes'), String(size)).toBe(false);
    expect(open(file, '7K2P-XQ9M')?.equals(workbook), String(size)).toBe(true);
  }
  expect(open(await encryptWorkbook(Buffer.from('PK'), 'right', random), 'wrong')).toBeUndefined();
});
