import * as client from 'openid-client';
import type { Ctx } from '../../../framework/context.ts';
import { sendRequest } from '../../../outbound/request.ts';
import { type Claims, claimOf } from '../claimRules.ts';

/** Signatures of ID tokens that are accepted: asymmetric ones only, so that a client secret never signs a person in. */
const ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** How far the clocks may differ. */
const TOLERANCE_SECONDS = 60;
const TIMEOUT_MS = 10_000;

/** What a sign-in needs to know of its provider. */
export type OidcClient = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly scopes: string;
  readonly consoleOrigin: string;
};

/** The one address a provider may send browsers back to. */
export const redirectUri = ({ consoleOrigin }: Pick<OidcClient, 'consoleOrigin'>): string => `${consoleOrigin}/login`;

/** The library's requests pass the guard of all outgoing requests: permitted addresses, no redirects, limits. */
const guardedFetch =
  (ctx: Ctx): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await sendRequest({
      method: method === 'POST' ? 'POST' : 'GET',
      url: new URL(url),
      headers,
      ...(body === null || body === undefined ? {} : { body: String(body) }),
      timeoutMs: TIMEOUT_MS,
      policy: { allowLoopback: !ctx.config.production },
    });
    const type = answer.headers['content-type'];
    return new Response(answer.status === 204 || answer.status === 304 ? null : answer.text, {
      status: answer.status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };

/**
 * The provider as it describes itself now. It is asked anew for every sign-in, so that new keys and endpoints count at once; the
 * answer's issuer must be the one asked for.
 */
export async function discover(ctx: Ctx, asked: OidcClient): Promise<client.Configuration> {
  const isLocal = new URL(asked.issuer).protocol === 'http:';
  const found = await client.discovery(new URL(asked.issuer), asked.clientId, {}, client.None(), {
    [client.customFetch]: guardedFetch(ctx),
    ...(isLocal ? { execute: [client.allowInsecureRequests] } : {}),
  });
  const { supportsPKCE: _, ...metadata } = found.serverMetadata();
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const secret = asked.clientSecret;
  const configuration = new client.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: offered.filter((each) => ALGORITHMS.includes(each)) },
    asked.clientId,
    { [client.clockTolerance]: TOLERANCE_SECONDS },
    secret === null
      ? client.None()
      : methods.includes('client_secret_basic')
        ? client.ClientSecretBasic(secret)
        : client.ClientSecretPost(secret),
  );
  configuration[client.customFetch] = guardedFetch(ctx);
  // Also tokens received from the provider itself are checked by its published keys.
  client.enableNonRepudiationChecks(configuration);
  if (isLocal) client.allowInsecureRequests(configuration);
  return configuration;
}

/** What ties an answer to the request: the browser cannot use one without the others. */
export type FlowSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string };

export async function authorizationUrl(ctx: Ctx, asked: OidcClient, flow: FlowSecrets): Promise<string> {
  const url = client.buildAuthorizationUrl(await discover(ctx, asked), {
    redirect_uri: redirectUri(asked),
    scope: asked.scopes,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** Who has signed in: verified claims of the ID token, and of the user info for those it lacks. */
export async function identityOf(
  ctx: Ctx,
  asked: OidcClient,
  flow: FlowSecrets,
  callback: string,
  wanted: readonly string[],
): Promise<{ subject: string; claims: Claims }> {
  const configuration = await discover(ctx, asked);
  const query = new URLSearchParams(callback);
  const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri(asked)}?${query}`), {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims() as Claims & { sub: string };
  const isComplete = wanted.every((claim) => claimOf(claims, claim) !== undefined);
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return { subject: claims.sub, claims };
  const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { subject: claims.sub, claims: { ...more, ...claims } };
}

/** The keys tokens are checked with; throws if there are none. */
export async function signingKeys(ctx: Ctx, configuration: client.Configuration): Promise<number> {
  const { jwks_uri: address } = configuration.serverMetadata();
  if (!address) throw new Error('jwks_uri is missing');
  const answer = await guardedFetch(ctx)(address, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: undefined,
    redirect: 'manual',
  });
  const { keys } = (await answer.json()) as { keys?: readonly { use?: string }[] };
  const count = (keys ?? []).filter(({ use }) => use === undefined || use === 'sig').length;
  if (count === 0) throw new Error(`${address}: HTTP ${answer.status}, no signing keys`);
  return count;
}

/** Sends a code nobody was given: a provider that knows the client refuses the code, any other the client. */
export async function tryClient(configuration: client.Configuration, asked: OidcClient): Promise<'known' | string> {
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: 'connection-test',
      redirect_uri: redirectUri(asked),
      code_verifier: 'connection-test-connection-test-connection-test',
    });
    return 'known';
  } catch (error) {
    if (error instanceof client.ResponseBodyError) {
      return error.error === 'invalid_grant' ? 'known' : `${error.error}: ${error.error_description ?? ''}`;
    }
    if (error instanceof client.WWWAuthenticateChallengeError) return 'invalid_client';
    throw error;
  }
}
