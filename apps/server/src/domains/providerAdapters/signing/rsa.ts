import { constants, createPrivateKey, createPublicKey, type KeyObject, publicEncrypt, sign, verify } from 'node:crypto';
import { framedPem } from '../../../outbound/pem.ts';

/** A private RSA key in PKCS#1 or PKCS#8, in PEM or as bare Base64; undefined if it is none. */
export function rsaPrivateKey(pasted: string | undefined): KeyObject | undefined {
  for (const label of ['PRIVATE KEY', 'RSA PRIVATE KEY']) {
    const key = read(framedPem(pasted, label), createPrivateKey);
    if (key) return key;
  }
  return undefined;
}

/** A public RSA key, of a certificate too, in PEM or as bare Base64; undefined if it is none. */
export const rsaPublicKey = (pasted: string | undefined): KeyObject | undefined => {
  const pem = framedPem(pasted, 'PUBLIC KEY');
  // A private key contains its public one: who pasted it meant another.
  return pem?.includes('PRIVATE') ? undefined : read(pem, createPublicKey);
};

/** The hash under a signature; MD5 only where a provider knows no other. */
type Hash = 'sha256' | 'md5';

/** RSA (PKCS#1 v1.5) over UTF-8, in Base64. Undefined without a usable key. */
export function signed(text: string, privateKey: string | undefined, hash: Hash = 'sha256'): string | undefined {
  const key = rsaPrivateKey(privateKey);
  return key && sign(hash, Buffer.from(text), key).toString('base64');
}

/** Whether this Base64 is the signature of the text under the key. */
export function isSignedBy(
  text: string,
  signature: string,
  publicKey: string | undefined,
  hash: Hash = 'sha256',
): boolean {
  const key = rsaPublicKey(publicKey);
  if (!key || !/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  try {
    return verify(hash, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** RSA-OAEP (SHA-1) over UTF-8, in Base64. Undefined without a usable key, or for what is too long for it. */
export function encryptedFor(text: string, publicKey: string | undefined): string | undefined {
  const key = rsaPublicKey(publicKey);
  if (!key) return undefined;
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    return publicEncrypt({ key, padding, oaepHash: 'sha1' }, Buffer.from(text)).toString('base64');
  } catch {
    return undefined;
  }
}

/** Whether both keys are one pair. */
export const isPair = (privateKey: KeyObject, publicKey: KeyObject): boolean =>
  createPublicKey(privateKey).equals(publicKey);

function read(pem: string | undefined, make: (pem: string) => KeyObject): KeyObject | undefined {
  if (pem === undefined) return undefined;
  try {
    const key = make(pem);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
