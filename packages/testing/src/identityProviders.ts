import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CONSOLE = 'http://127.0.0.1:8080';
export const CLIENT = { id: 'cardinal', secret: 'client-secret-marker-7f3a' } as const;

type Handler = (request: IncomingMessage, reply: ServerResponse) => void;

async function listen(make: (issuer: string) => Handler) {
  let handle: Handler = () => {};
  const server = createServer((request, reply) => handle(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  handle = make(issuer);
  return {
    issuer,
    swap: (next: Handler) => {
      handle = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const signingKey = (kid: string) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { privateKey, jwk: { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
};

export type Person = Readonly<Record<string, unknown>>;

/** The provider package `oidc-provider` on loopback, for a console; `person` is who sits at the browser. */
export async function realProvider(console_ = CONSOLE) {
  const people = new Map<string, Person>();
  let person = '';
  let kid = 0;
  const make = (issuer: string): Handler => {
    kid += 1;
    const provider: Provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${console_}/login`] }],
      jwks: { keys: [signingKey(`key-${kid}`).jwk] },
      cookies: { keys: ['test'] },
      claims: {
        openid: ['sub'],
        profile: ['name', 'preferred_username', 'groups'],
        email: ['email', 'email_verified'],
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, ...people.get(sub) }),
      }),
      loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string } } }) => {
        const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: CLIENT.id });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    const serve = provider.callback();
    return (request, reply) => {
      if (!request.url?.startsWith('/interaction/')) return serve(request, reply);
      const result = person ? { login: { accountId: person } } : { error: 'access_denied' };
      provider.interactionFinished(request, reply, result).catch(() => reply.end());
    };
  };
  const running = await listen(make);
  return {
    issuer: running.issuer,
    people,
    /** New keys under new names; the old ones are no longer published. */
    rotate: () => running.swap(make(running.issuer)),
    seat: (who: string) => {
      person = who;
    },
    /** Follows the provider as a browser of `who` would, up to where it is sent back; nobody cancels. */
    async browse(url: string, who: string): Promise<string> {
      person = who;
      const cookies = new Map<string, string>();
      let next = new URL(url);
      for (let hop = 0; hop < 8; hop += 1) {
        const answer = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const each of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (!location) throw new Error(`${next.pathname}: ${answer.status} ${await answer.text()}`);
        next = new URL(location, next);
        if (next.origin === console_) return next.search;
      }
      throw new Error('The provider did not send the browser back');
    },
    stop: running.stop,
  };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider that says what it is told to: for answers no honest one gives. */
export async function hostileProvider() {
  const key = signingKey('only');
  const other = signingKey('only');
  let token: (claims: Record<string, unknown>) => string = () => '';
  let claims: Record<string, unknown> = {};
  let metadata: Record<string, unknown> = {};
  const running = await listen((issuer) => (request, reply) => {
    const { privateKey: _, jwk } = key;
    const { d, p, q, dp, dq, qi, ...open } = jwk as Record<string, unknown>;
    const answers: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...metadata,
      }),
      '/jwks': () => ({ keys: [open] }),
      '/token': () => ({ access_token: 'a', token_type: 'bearer', id_token: token(claims) }),
    };
    const answer = answers[request.url ?? ''];
    reply.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(answer?.() ?? {}));
  });
  const signed = (header: object, body: object, by: KeyObject | null) => {
    const text = `${part(header)}.${part(body)}`;
    return `${text}.${by ? sign('sha256', Buffer.from(text), by).toString('base64url') : ''}`;
  };
  return {
    issuer: running.issuer,
    signed,
    keys: { own: key.privateKey, foreign: other.privateKey },
    /** The answer of the token endpoint to the sign-in that went to `url`. */
    says(url: string, change: Record<string, unknown> = {}, make?: (claims: Record<string, unknown>) => string) {
      const now = Math.floor(Date.now() / 1_000);
      claims = {
        iss: running.issuer,
        aud: CLIENT.id,
        sub: 'mallory',
        iat: now,
        exp: now + 300,
        nonce: new URL(url).searchParams.get('nonce'),
        preferred_username: 'kefu',
        ...change,
      };
      token = make ?? ((said) => signed({ alg: 'RS256', kid: 'only' }, said, key.privateKey));
      return `?code=c&state=${new URL(url).searchParams.get('state')}`;
    },
    describes: (changed: Record<string, unknown>) => {
      metadata = changed;
    },
    stop: running.stop,
  };
}
