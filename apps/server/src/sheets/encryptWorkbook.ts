import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { writeCompoundFile } from './xls/writeCompoundFile.ts';

/** How often the password is hashed, as Excel does. */
const SPINS = 100_000;
const SPINS_AT_ONCE = 2_000;
const SEGMENT = 4_096;
const BLOCK = 16;

const sha512 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const word = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
};
const hex = (written: string): Buffer => Buffer.from(written, 'hex');

/** What each derived key is for ([MS-OFFCRYPTO] 2.3.4.13 and 2.3.4.14). */
const FOR = {
  verifierInput: hex('fea7d2763b4b9e79'),
  verifierValue: hex('d7aa0f6d3061344e'),
  key: hex('146e0be7abacd0d6'),
  hmacKey: hex('5fb2ad010cb9e1f6'),
  hmacValue: hex('a0677f02b22c8433'),
} as const;

function encrypted(key: Buffer, iv: Buffer, plain: Buffer): Buffer {
  const whole = Buffer.concat([plain, Buffer.alloc((BLOCK - (plain.length % BLOCK)) % BLOCK)]);
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(whole), cipher.final()]);
}

/** Others have their turn meanwhile: it takes a tenth of a second and more. */
async function spun(password: string, salt: Buffer): Promise<Buffer> {
  let hash = sha512(salt, Buffer.from(password, 'utf16le'));
  for (let spin = 0; spin < SPINS; spin += 1) {
    hash = sha512(word(spin), hash);
    if (spin % SPINS_AT_ONCE === 0) await others();
  }
  return hash;
}

/**
 * An .xlsx that spreadsheet programs open with its password: agile encryption of [MS-OFFCRYPTO], AES-256 and SHA-512. `random`
 * gives so many bytes.
 */
export async function encryptWorkbook(
  workbook: Buffer,
  password: string,
  random: (length: number) => Buffer,
): Promise<Buffer> {
  const [salt, passwordSalt, key, hmacKey, verifier] = [random(16), random(16), random(32), random(64), random(16)];
  const hash = await spun(password, passwordSalt);
  const byPassword = (purpose: Buffer, plain: Buffer) =>
    encrypted(sha512(hash, purpose).subarray(0, 32), passwordSalt, plain).toString('base64');
  const ivFor = (purpose: Buffer) => sha512(salt, purpose).subarray(0, BLOCK);
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(workbook.length));
  const segments = Array.from({ length: Math.ceil(workbook.length / SEGMENT) }, (_, at) =>
    encrypted(key, ivFor(word(at)), workbook.subarray(at * SEGMENT, (at + 1) * SEGMENT)),
  );
  const sealed = Buffer.concat([size, ...segments]);
  const hmac = createHmac('sha512', hmacKey).update(sealed).digest();
  const cipher = (saltValue: Buffer) =>
    `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${saltValue.toString('base64')}"`;
  const info = [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n',
    '<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">',
    `<keyData ${cipher(salt)}/>`,
    `<dataIntegrity encryptedHmacKey="${encrypted(key, ivFor(FOR.hmacKey), hmacKey).toString('base64')}" encryptedHmacValue="${encrypted(key, ivFor(FOR.hmacValue), hmac).toString('base64')}"/>`,
    '<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">',
    `<p:encryptedKey spinCount="${SPINS}" ${cipher(passwordSalt)} encryptedVerifierHashInput="${byPassword(FOR.verifierInput, verifier)}" encryptedVerifierHashValue="${byPassword(FOR.verifierValue, sha512(verifier))}" encryptedKeyValue="${byPassword(FOR.key, key)}"/>`,
    '</keyEncryptor></keyEncryptors></encryption>',
  ].join('');
  return writeCompoundFile([
    // Version 4.4 with the flag of agile encryption.
    { name: 'EncryptionInfo', bytes: Buffer.concat([hex('0400040040000000'), Buffer.from(info)]) },
    { name: 'EncryptedPackage', bytes: sealed },
  ]);
}
