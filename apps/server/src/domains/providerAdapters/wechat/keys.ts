import * as z from 'zod';
import type { Credentials, ProviderLine } from '../protocol/adapter.ts';
import { parsedJson } from '../protocol/exchange.ts';
import { isSignedBy } from '../signing/rsa.ts';

/** The platform's certificates by serial: what the gate keeps as the session. */
export type PlatformKeys = Readonly<Record<string, string>>;
const platformKeys = z.record(z.string(), z.string());

/** Since 2024 merchants are given one public key with an id instead of certificates that change. */
export const usesPublicKey = ({ publicKeyId }: Credentials): boolean => Boolean(publicKeyId);

/** The keys with which answers and notices may be signed. */
export function keysOf(credentials: Credentials, session: string | undefined): PlatformKeys {
  const { publicKeyId, publicKey } = credentials;
  if (publicKeyId) return { [publicKeyId]: publicKey ?? '' };
  return platformKeys.safeParse(parsedJson(session ?? '')).data ?? {};
}

export type Signature = {
  readonly serial: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly nonce: string;
};

/** What a `Wechatpay-…` signature consists of; undefined where a part is missing. */
export function signatureIn(header: (name: string) => string | undefined): Signature | undefined {
  const [serial, signature, timestamp, nonce] = [
    header('wechatpay-serial'),
    header('wechatpay-signature'),
    header('wechatpay-timestamp'),
    header('wechatpay-nonce'),
  ];
  return serial && signature && timestamp && nonce ? { serial, signature, timestamp, nonce } : undefined;
}

const TOLERANCE_SECONDS = 300;

/** Whether the platform signed this text, within five minutes; `keysUnknown` for a serial we do not hold. */
export function judged(
  { serial, signature, timestamp, nonce }: Signature,
  text: string,
  keys: PlatformKeys,
  now: Date,
): 'genuine' | 'wrong' | 'expired' | 'keysUnknown' {
  const age = /^\d{1,12}$/.test(timestamp) ? Math.abs(now.getTime() / 1_000 - Number(timestamp)) : undefined;
  if (age === undefined || age > TOLERANCE_SECONDS) return 'expired';
  if (!Object.hasOwn(keys, serial)) return 'keysUnknown';
  return isSignedBy(`${timestamp}\n${nonce}\n${text}\n`, signature, keys[serial]) ? 'genuine' : 'wrong';
}

/** The key that the platform signs with now: what is encrypted for it, it can read. */
export function sealingKey({ credentials, session }: ProviderLine): { serial: string; pem: string } | undefined {
  const [serial, pem] = Object.entries(keysOf(credentials, session)).at(-1) ?? [];
  return serial && pem ? { serial, pem } : undefined;
}
