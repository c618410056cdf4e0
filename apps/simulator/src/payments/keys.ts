import { generateKeyPair, randomBytes, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';

/** A key pair in PEM, with a certificate of its own where the protocol uses certificates. */
export type KeyPair = {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly certificate: string;
  /** The certificate's number, in capital hexadecimal digits. */
  readonly serial: string;
};

/** An RSA key of 2048 bits and a certificate of it. */
export async function newKeyPair(subject: string, from: Date, to: Date): Promise<KeyPair> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { certificate, serial } = certify({ subject, privateKey, publicKey, from, to });
  return { privateKey, publicKey, certificate, serial };
}

type Hash = 'sha256' | 'md5';

export const signedBy = (text: string, privateKey: string, hash: Hash = 'sha256'): string =>
  sign(hash, Buffer.from(text), privateKey).toString('base64');

export function isSignedBy(text: string, signature: string, publicKey: string, hash: Hash = 'sha256'): boolean {
  try {
    return verify(hash, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** One DER element: a tag, its length, its content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const RSA_SHA256 = sequence(oid('2a864886f70d01010b'), der(0x05));
const COMMON_NAME = '550403';

/** `261121020000Z`, as ASN.1 writes a time before 2050. */
const utcTime = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));

/** A self-signed X.509 certificate: enough for whoever reads a number, a term and a key from it. */
export function certify(of: {
  readonly subject: string;
  readonly privateKey: string;
  readonly publicKey: string;
  readonly from: Date;
  readonly to: Date;
}): { readonly certificate: string; readonly serial: string } {
  const serial = randomBytes(20);
  // Positive, and without a leading zero.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(of.subject)))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    RSA_SHA256,
    name,
    sequence(utcTime(of.from), utcTime(of.to)),
    name,
    Buffer.from(of.publicKey.replace(/-----[^-]+-----|\s/g, ''), 'base64'),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, of.privateKey));
  const lines =
    sequence(body, RSA_SHA256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    serial: serial.toString('hex').toUpperCase(),
  };
}
