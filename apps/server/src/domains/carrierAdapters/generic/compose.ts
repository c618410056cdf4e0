import { randomUUID } from 'node:crypto';
import type { CarrierProfile, ProfileAuth, ProfileRequest } from '@cardinal/contract/carrierProfiles/profile.ts';
import { systemClock } from '@cardinal/primitives/clock.ts';
import type { Line } from '../protocol/adapter.ts';
import { type Fillers, fillJson, fillText, type Words } from './fill.ts';
import { wallTime } from './moments.ts';
import { signatureOf } from './signature.ts';

/** A request as it goes over the wire. */
export type Composed = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The filled-in request would lead to another address or cannot be sent; nothing was requested. */
export class Unsendable extends Error {}

/** A request being composed. */
export type Draft = {
  readonly method: string;
  readonly path: string;
  readonly query: [name: string, value: string][];
  readonly headers: Record<string, string>;
  body: string | undefined;
};

type Caller = Pick<Line, 'baseUrl' | 'credentials' | 'session'>;

const UNPRINTABLE = /[^\t\x20-\x7e]/;

/** The request of one operation, filled in and proved. Throws `MissingName` and `Unsendable`. */
export function compose(
  profile: Pick<CarrierProfile, 'headers' | 'onOff' | 'zone'>,
  request: Pick<ProfileRequest, 'method' | 'path' | 'query' | 'headers' | 'json' | 'form'>,
  auth: ProfileAuth,
  caller: Caller,
  own: Fillers,
): Composed {
  const words = profile.onOff;
  const fillers: Fillers = { ...commonFillers(profile.zone, caller), ...own };
  const texts = (entries: Readonly<Record<string, string>> = {}) =>
    Object.entries(entries).flatMap(([name, template]): [string, string][] => {
      const filled = fillText(template, fillers, words);
      return filled === undefined ? [] : [[name, filled]];
    });
  const headers = (entries: Readonly<Record<string, string>> | undefined) =>
    Object.fromEntries(texts(entries).map(([name, value]) => [name.toLowerCase(), value]));

  const url = urlOf(caller.baseUrl, fillText(request.path, fillers, words, encodeURIComponent) ?? '');
  const draft: Draft = {
    method: request.method,
    path: url.pathname,
    query: texts(request.query),
    headers: { accept: 'application/json', ...headers(profile.headers), ...headers(request.headers) },
    body: undefined,
  };
  if (request.json !== undefined) {
    draft.body = JSON.stringify(fillJson(request.json, fillers, words));
    draft.headers['content-type'] ??= 'application/json;charset=utf-8';
  } else if (request.form) {
    draft.body = new URLSearchParams(texts(request.form)).toString();
    draft.headers['content-type'] ??= 'application/x-www-form-urlencoded;charset=utf-8';
  }
  prove(auth, draft, fillers, words);
  for (const [name, value] of draft.query) url.searchParams.append(name, value);
  if (Object.values(draft.headers).some((value) => UNPRINTABLE.test(value))) {
    throw new Unsendable('a header holds what headers cannot carry');
  }
  const { body } = draft;
  return { method: request.method, url, headers: draft.headers, ...(body === undefined ? {} : { body }) };
}

/** A value filled into a path is part of one segment and never leaves the account's address. */
function urlOf(baseUrl: string, path: string): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
  if (url.origin !== new URL(baseUrl).origin || !url.pathname.endsWith(path)) {
    throw new Unsendable('the path leads out of the address of the account');
  }
  return url;
}

function commonFillers(zone: string, { credentials, session }: Caller): Fillers {
  const now = systemClock.now();
  return {
    seconds: Math.floor(now.getTime() / 1_000),
    milliseconds: now.getTime(),
    time: wallTime(now, zone),
    nonce: randomUUID().replaceAll('-', ''),
    token: session,
    ...Object.fromEntries(Object.entries(credentials).map(([name, value]) => [`credential.${name}`, value])),
  };
}

/** Adds the caller's authentication to the request. */
function prove(auth: ProfileAuth, draft: Draft, fillers: Fillers, words: Words): void {
  const filled = (template: string, named: Fillers = fillers) => fillText(template, named, words) ?? '';
  const { headers } = draft;
  switch (auth.kind) {
    case 'none':
      return;
    case 'basic': {
      const pair = `${filled(auth.username)}:${filled(auth.password)}`;
      headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
      return;
    }
    case 'bearer':
      headers['authorization'] = `Bearer ${filled(auth.token)}`;
      return;
    case 'header':
      headers[auth.name.toLowerCase()] = filled(auth.value);
      return;
    case 'signature': {
      const signature = signatureOf(auth, draft, fillers, words);
      put(draft, auth.into, filled(auth.into.value ?? '{signature}', { ...fillers, signature }));
      return;
    }
    case 'token': {
      const usual = auth.into.header === undefined ? '{token}' : 'Bearer {token}';
      put(draft, auth.into, filled(auth.into.value ?? usual));
    }
  }
}

type Into = { readonly header?: string | undefined; readonly query?: string | undefined };

function put(draft: Draft, { header, query }: Into, said: string): void {
  if (header !== undefined) draft.headers[header.toLowerCase()] = said;
  else if (query !== undefined) draft.query.push([query, said]);
}
