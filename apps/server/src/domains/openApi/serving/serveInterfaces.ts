import { createHash } from 'node:crypto';
import { signatureMissing } from '@cardinal/contract/api/openApi/refusals.ts';
import {
  NONCE_FORM,
  SIGNATURE_FORM,
  SIGNED_HEADERS,
  TIMESTAMP_FORM,
} from '@cardinal/contract/api/openApi/signature.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import { scopeMissing } from '@cardinal/contract/framework/openInterface.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { methodNotAllowed, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Ctx, OperationNote } from '../../../framework/context.ts';
import { admit, executeEndpoint, facts, type Host } from '../../../framework/executeEndpoint.ts';
import { readInput } from '../../../framework/requests.ts';
import { refusalOf } from '../../../framework/responses.ts';
import { EVERYTHING } from '../../../framework/scoping.ts';
import { sendRevalidated } from '../../../framework/sendRevalidated.ts';
import type { OpenRoute } from '../openRoute.ts';
import { authenticateCall, findKey } from './authenticateCall.ts';
import { openInterfaceDocument } from './interfaceDocument.ts';
import { interfaceStandings } from './interfaceStandings.ts';
import type { OpenKey, SignedCall } from './openCall.ts';
import { postmanCollection } from './postmanCollection.ts';
import { PROBLEM_TYPE, problemOf, statusOfRefusal } from './problems.ts';
import { recordCall } from './recordCall.ts';

/** Calls per address, signed or not: the limit for a flood of unauthenticated calls. */
const CALLS_PER_ADDRESS = 12_000;
const MINUTE_MS = 60_000;
const LONGEST_PATH = 300;

/** The body's bytes as received: the signature covers these, not the parsed JSON. */
const bodies = new WeakMap<FastifyRequest, Buffer>();
const NO_BODY = Buffer.alloc(0);

/** Serves `/openapi`: signed calls, bare JSON, refusals as problem details. */
export async function serveInterfaces(http: FastifyInstance, host: Host, routes: readonly OpenRoute[]): Promise<void> {
  await http.register(
    async (open) => {
      const readJson = open.getDefaultJsonParser('error', 'error');
      open.removeContentTypeParser('application/json');
      open.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
        bodies.set(request, body as Buffer);
        readJson(request, body.toString(), done);
      });
      open.setErrorHandler((error, request, reply) => refuse(host, request, reply, error));
      const config = { rateLimit: { max: CALLS_PER_ADDRESS, timeWindow: MINUTE_MS } };
      for (const route of routes) {
        open.route({
          method: route.endpoint.method,
          url: route.endpoint.path.replace(/^\/openapi/, ''),
          config,
          ...(route.options.bodyBytes ? { bodyLimit: route.options.bodyBytes } : {}),
          handler: (request, reply) => serve(host, route, request, reply),
        });
      }
      refuseOtherMethods(open, host, routes);
      // A not-found handler would be the root's, which answers in the console's envelope.
      open.all('/*', (request, reply) => refuse(host, request, reply, new Refused(notFound)));
      open.get('/v1/openapi.json', async (request, reply) => {
        const { offered, standingOf } = await offeredNow(host, request, routes);
        return sendRevalidated(request, reply, JSON.stringify(openInterfaceDocument(offered, standingOf)));
      });
      open.get('/v1/postman.json', async (request, reply) => {
        const { offered, standingOf } = await offeredNow(host, request, routes);
        const document = openInterfaceDocument(offered, standingOf);
        return reply.send(postmanCollection(document, offered, `${request.protocol}://${request.host}`));
      });
    },
    { prefix: '/openapi' },
  );
}

/** The interfaces offered now: without drafts and retired ones, with the end of deprecated ones. */
async function offeredNow(host: Host, request: FastifyRequest, routes: readonly OpenRoute[]) {
  const system = host.context(
    { actor: { kind: 'system', name: 'openApi' }, scope: EVERYTHING },
    facts(request),
    () => {},
    false,
  );
  const { hidden, ending } = await interfaceStandings(system);
  return {
    offered: routes.map(({ endpoint }) => endpoint).filter(({ name }) => !hidden.has(name)),
    standingOf: (name: string) => (ending.has(name) ? { deprecated: true, 'x-sunset': ending.get(name) } : {}),
  };
}

function refuseOtherMethods(open: FastifyInstance, host: Host, routes: readonly OpenRoute[]): void {
  const offered = new Map<string, string[]>();
  for (const { endpoint } of routes)
    offered.set(endpoint.path, [...(offered.get(endpoint.path) ?? []), endpoint.method]);
  for (const [path, methods] of offered) {
    open.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((verb) => !methods.includes(verb)),
      url: path.replace(/^\/openapi/, ''),
      handler: (request, reply) => {
        reply.header('allow', methods.join(', '));
        return refuse(host, request, reply, new Refused(methodNotAllowed));
      },
    });
  }
}

async function serve(host: Host, route: OpenRoute, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { endpoint } = route;
  const since = performance.now();
  const about = facts(request);
  const noted: OperationNote = {};
  const system = host.context(
    { actor: { kind: 'system', name: 'openApi' }, scope: EVERYTHING },
    about,
    () => {},
    false,
  );
  let actor: Actor = { kind: 'anonymous' };
  let key: OpenKey | undefined;
  const written = (status: number, code: string) =>
    key &&
    recordCall(system, {
      key,
      interface: endpoint.name,
      method: endpoint.method,
      path: request.url.slice(0, LONGEST_PATH),
      status,
      code,
      milliseconds: Math.round(performance.now() - since),
      idempotencyKey: headerOf(request, IDEMPOTENCY_HEADER)?.slice(0, 64),
    }).catch((failure: unknown) =>
      host.reportFault({ requestId: request.id, actor, endpoint: endpoint.name }, failure),
    );
  try {
    const { appKey, ...call } = signedCall(request, endpoint.name);
    key = await findKey(system, appKey);
    const { headers, ...who } = await authenticateCall(system, key, call);
    reply.headers(headers);
    actor = who.actor;
    const { keyScope } = endpoint.open;
    if (keyScope && !key.scopes.has(keyScope)) throw new Refused(scopeMissing, { scope: keyScope });
    const ctx: Ctx = host.context(who, about, (note) => Object.assign(noted, note), endpoint.method === 'GET');
    admit(endpoint, actor);
    const input = readInput(endpoint, { params: request.params, query: request.query, body: request.body });
    const answer = await executeEndpoint(host, route, ctx, noted, input, request.headers);
    await written(endpoint.open.success, '200');
    return reply.code(endpoint.open.success).send(answer);
  } catch (error) {
    const { refused } = refusalOf(error);
    await written(statusOfRefusal(refused), refused.refusal.code);
    return refuse(host, request, reply, error, { endpoint: endpoint.name, actor });
  }
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The signed parts according to the caller; a missing or malformed header is named. */
function signedCall(request: FastifyRequest, name: string): SignedCall & { appKey: string } {
  const said = (header: keyof typeof SIGNED_HEADERS, form: RegExp): string => {
    const value = headerOf(request, SIGNED_HEADERS[header]);
    if (value === undefined || !form.test(value)) {
      throw new Refused(signatureMissing, {
        header: SIGNED_HEADERS[header].replace(/\b[a-z]/g, (b) => b.toUpperCase()),
      });
    }
    return value;
  };
  const [path = '', ...query] = request.url.split('?');
  return {
    appKey: said('appKey', /^[A-Za-z0-9_]{8,64}$/),
    timestamp: said('timestamp', TIMESTAMP_FORM),
    nonce: said('nonce', NONCE_FORM),
    signature: said('signature', SIGNATURE_FORM),
    method: request.method,
    path,
    query: query.join('?'),
    bodyHash: createHash('sha256')
      .update(bodies.get(request) ?? NO_BODY)
      .digest('hex'),
    interface: name,
  };
}

async function refuse(
  host: Host,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  at: { endpoint: string; actor: Actor } = {
    endpoint: `${request.method} ${request.routeOptions.url ?? ''}`,
    actor: { kind: 'anonymous' },
  },
): Promise<unknown> {
  const { refused, isFault } = refusalOf(error);
  if (isFault) host.reportFault({ requestId: request.id, ...at }, error);
  const { language } = facts(request);
  const problem = problemOf(refused, { path: request.url.split('?')[0] ?? '', requestId: request.id, language });
  const seconds = refused.facts['retryAfterSeconds'];
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
  return reply.code(problem.status).type(PROBLEM_TYPE).send(problem);
}
