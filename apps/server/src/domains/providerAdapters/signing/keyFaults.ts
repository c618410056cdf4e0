import { text } from '@cardinal/primitives/text.ts';
import type { CredentialFault } from '../protocol/adapter.ts';
import { certificateOf } from './certificate.ts';
import { isPair, rsaPrivateKey, rsaPublicKey } from './rsa.ts';

const NO_CERTIFICATE = text('无法识别的证书（PEM）', 'Not a readable certificate (PEM)');
const NOT_YET = text('证书尚未生效', 'The certificate is not valid yet');
const EXPIRED = text('证书已过期', 'The certificate has expired');
const NO_PRIVATE_KEY = text('无法识别的 RSA 私钥', 'Not a readable RSA private key');
const NO_PUBLIC_KEY = text('无法识别的 RSA 公钥', 'Not a readable RSA public key');
const NO_PAIR = text('私钥与证书不匹配', 'The private key does not match the certificate');
const OWN_KEY = text(
  '这是本方应用公钥，请填写支付渠道的公钥',
  'This is your own public key; enter the provider’s public key',
);

/** Faults of our certificate and its private key. */
export function identityFaults(
  certificate: { readonly field: string; readonly pem: string | undefined },
  privateKey: { readonly field: string; readonly pem: string | undefined },
  now: Date,
): CredentialFault[] {
  const faults: CredentialFault[] = [];
  const read = certificateOf(certificate.pem);
  if (!read) faults.push({ field: certificate.field, words: NO_CERTIFICATE });
  else if (read.begins > now) faults.push({ field: certificate.field, words: NOT_YET });
  else if (read.ends <= now) faults.push({ field: certificate.field, words: EXPIRED });
  const key = rsaPrivateKey(privateKey.pem);
  if (!key) faults.push({ field: privateKey.field, words: NO_PRIVATE_KEY });
  else if (read && !isPair(key, read.publicKey)) faults.push({ field: privateKey.field, words: NO_PAIR });
  return faults;
}

/** Faults of the provider's public key; with our private key also whether our own public key was pasted instead. */
export function publicKeyFaults(
  publicKey: { readonly field: string; readonly pem: string | undefined },
  ours: string | undefined,
): CredentialFault[] {
  const key = rsaPublicKey(publicKey.pem);
  if (!key) return [{ field: publicKey.field, words: NO_PUBLIC_KEY }];
  const own = rsaPrivateKey(ours);
  return own && isPair(own, key) ? [{ field: publicKey.field, words: OWN_KEY }] : [];
}

export const privateKeyFaults = (field: string, pem: string | undefined): CredentialFault[] =>
  rsaPrivateKey(pem) ? [] : [{ field, words: NO_PRIVATE_KEY }];
