import { createCipheriv, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { newKeyPair } from '@cardinal/testing/paymentProviders.ts';
import { expect, test } from 'vitest';
import { certificateOf } from './certificate.ts';
import { decrypted } from './gcm.ts';
import { identityFaults, publicKeyFaults } from './keyFaults.ts';
import { isSignedBy, rsaPrivateKey, rsaPublicKey, signed } from './rsa.ts';

const FROM = new Date('2026-01-01T00:00:00.000Z');
const TO = new Date('2031-01-01T00:00:00.000Z');
const NOW = new Date('2026-11-21T02:00:00.000Z');
const ours = await newKeyPair('1900000001', FROM, TO);
const others = await newKeyPair('1900000002', FROM, TO);
const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '');

test('a signature is read with its key only, over its text only', () => {
  const signature = signed('POST\n/v3\n', ours.privateKey) ?? '';
  expect(isSignedBy('POST\n/v3\n', signature, ours.publicKey)).toBe(true);
  expect(isSignedBy('POST\n/v3\n', signature, ours.certificate)).toBe(true);
  expect(isSignedBy('POST\n/v3', signature, ours.publicKey)).toBe(false);
  expect(isSignedBy('POST\n/v3\n', signature, others.publicKey)).toBe(false);
  for (const wrong of ['', 'no', `WECHATPAY/SIGNTEST/${signature}`, `${signature.slice(0, -4)}AAAA`]) {
    expect([wrong, isSignedBy('POST\n/v3\n', wrong, ours.publicKey)]).toEqual([wrong, false]);
  }
  expect(signed('text', 'no key')).toBeUndefined();
});

test('keys are read in PEM and as bare Base64, in both forms; no other kind of key is', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  for (const written of [ours.privateKey, bare(ours.privateKey), pkcs1, bare(pkcs1)]) {
    expect(rsaPrivateKey(written)?.asymmetricKeyType).toBe('rsa');
  }
  for (const written of [ours.publicKey, bare(ours.publicKey), ours.publicKey.replaceAll('\n', ' ')]) {
    expect(rsaPublicKey(written)?.asymmetricKeyType).toBe('rsa');
  }
  const curve = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  expect(rsaPrivateKey(curve.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBeUndefined();
  expect([rsaPublicKey(ours.privateKey), rsaPublicKey('x'), rsaPrivateKey(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a certificate tells its number and its term', () => {
  expect(certificateOf(ours.certificate)).toMatchObject({ serial: ours.serial, begins: FROM, ends: TO });
  expect(new X509Certificate(ours.certificate).checkPrivateKey(rsaPrivateKey(ours.privateKey)!)).toBe(true);
  expect([certificateOf('x'), certificateOf(ours.publicKey)]).toEqual([undefined, undefined]);
});

test('each fault is at its field', () => {
  const faults = (certificate: string, privateKey: string, now = NOW) =>
    identityFaults({ field: 'certificate', pem: certificate }, { field: 'privateKey', pem: privateKey }, now).map(
      ({ field, words }) => `${field}: ${words.en}`,
    );
  expect(faults(ours.certificate, ours.privateKey)).toEqual([]);
  expect(faults(ours.certificate, others.privateKey)).toEqual([
    'privateKey: The private key does not match the certificate',
  ]);
  expect(faults('x', 'y')).toEqual([
    'certificate: Not a readable certificate (PEM)',
    'privateKey: Not a readable RSA private key',
  ]);
  expect(faults(ours.certificate, ours.privateKey, TO)).toEqual(['certificate: The certificate has expired']);
  expect(faults(ours.certificate, ours.privateKey, new Date('2025-01-01'))).toEqual([
    'certificate: The certificate is not valid yet',
  ]);
  const key = (pem: string) => publicKeyFaults({ field: 'publicKey', pem }, ours.privateKey).length;
  expect([key(others.publicKey), key(ours.publicKey), key('x')]).toEqual([0, 1, 1]);
});

test('a sealed text opens with its key, its nonce and what it is bound to', () => {
  const key = '0123456789abcdef0123456789abcdef';
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from('abcdefabcdef'));
  cipher.setAAD(Buffer.from('transaction'));
  const bytes = Buffer.concat([cipher.update('{"a":"支付"}', 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const sealed = { ciphertext: bytes.toString('base64'), nonce: 'abcdefabcdef', associatedData: 'transaction' };
  expect(decrypted(sealed, key)).toBe('{"a":"支付"}');
  expect(decrypted({ ...sealed, associatedData: 'refund' }, key)).toBeUndefined();
  expect(decrypted({ ...sealed, nonce: 'short' }, key)).toBeUndefined();
  expect(decrypted({ ...sealed, ciphertext: 'AAAA' }, key)).toBeUndefined();
  expect(decrypted(sealed, key.toUpperCase())).toBeUndefined();
  expect(decrypted(sealed, 'short')).toBeUndefined();
});
