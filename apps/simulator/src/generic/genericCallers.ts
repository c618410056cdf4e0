import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isKey } from '../cardWorld/keyHash.ts';
import { REFUSALS } from './genericAnswers.ts';
import type { GenericAccount, GenericCarrier } from './genericCarrier.ts';

/** The maximum clock difference of a signed call. */
const CLOCK_MS = 5 * 60_000;

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** A stateless token: caller, expiry and the carrier's signature. */
export function tokenFor(account: GenericAccount, untilMs: number): string {
  const said = `${Buffer.from(account.username).toString('base64url')}.${untilMs}`;
  return `${said}.${sealOf(account, said)}`;
}
const sealOf = (account: GenericAccount, said: string) =>
  createHmac('sha256', account.signingSecret ?? '')
    .update(`token ${said}`)
    .digest('base64url');

/**
 * The caller, by any of the contract's five ways: a signature, a token, the secret as a bearer or as an API key, or name and
 * secret. It uses the machine's time, so that callers are accepted while the world's clock is frozen.
 */
export function callerOf(carrier: GenericCarrier, request: FastifyRequest, nowMs: number): GenericAccount {
  const { authorization = '', 'x-api-key': apiKey, 'x-signature': signature } = request.headers;
  const [, scheme = '', value = ''] = /^(\w+) (\S+)$/.exec(authorization) ?? [];
  if (typeof signature === 'string') return signed(carrier, request, signature, nowMs);
  if (typeof apiKey === 'string') return bySecret(carrier, apiKey);
  if (scheme.toLowerCase() === 'basic') return byName(carrier, Buffer.from(value, 'base64').toString('utf8'));
  if (scheme.toLowerCase() === 'bearer') return byToken(carrier, value, nowMs) ?? bySecret(carrier, value);
  throw REFUSALS.stranger();
}

/** Whether name and secret belong together. */
export function accountOf(carrier: GenericCarrier, username: string, secret: string): GenericAccount {
  const account = carrier.world.account(username);
  if (!account || !isKey(secret, account.keyHash)) throw REFUSALS.stranger();
  return account;
}

function byName(carrier: GenericCarrier, pair: string): GenericAccount {
  const colon = Math.max(0, pair.indexOf(':'));
  return accountOf(carrier, pair.slice(0, colon), pair.slice(colon + 1));
}

function bySecret(carrier: GenericCarrier, secret: string): GenericAccount {
  const account = carrier.world.accounts().find(({ keyHash }) => isKey(secret, keyHash));
  if (!account) throw REFUSALS.stranger();
  return account;
}

function byToken(carrier: GenericCarrier, token: string, nowMs: number): GenericAccount | undefined {
  const [name = '', untilMs = '', seal] = token.split('.');
  const account = carrier.world.account(Buffer.from(name, 'base64url').toString('utf8'));
  if (!account || seal === undefined || !isSame(seal, sealOf(account, `${name}.${untilMs}`))) return undefined;
  if (Number(untilMs) < nowMs) throw REFUSALS.tokenGone();
  return account;
}

/** Over method, path, query, time, nonce and body, a line each. */
function signed(carrier: GenericCarrier, request: FastifyRequest, signature: string, nowMs: number): GenericAccount {
  const { 'x-app-id': appId = '', 'x-timestamp': time = '', 'x-nonce': nonce = '' } = request.headers;
  const account = carrier.world.account(String(appId));
  const [path = '', query = ''] = request.url.split('?');
  const body = typeof request.body === 'string' ? request.body : '';
  const text = [request.method, path, query, String(time), String(nonce), body].join('\n');
  const expected = createHmac('sha256', account?.signingSecret ?? '')
    .update(text)
    .digest('hex');
  const isInTime = Math.abs(nowMs - Number(time)) <= CLOCK_MS;
  if (!account?.signingSecret || !isInTime || !isSame(signature, expected)) throw REFUSALS.stranger();
  return account;
}
