import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { type Refusal, Refused } from '@cardinal/contract/framework/refusal.ts';
import {
  malformed,
  methodNotAllowed,
  noPermission,
  noRole,
  notFound,
  onlyLooking,
  passwordChangeDue,
  storageLow,
  tooLarge,
  tooMany,
} from '@cardinal/contract/framework/standardRefusals.ts';
import { languageOf } from '@cardinal/primitives/text.ts';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { type Callback, serveCallbacks } from './callbacks.ts';
import { clientAddress, networkOf } from './clientAddress.ts';
import { compressAnswers } from './compressed.ts';
import type { Actor, Ctx, OperationNote } from './context.ts';
import { cookieOf, END_USER_COOKIE } from './cookies.ts';
import type { FileAnswer, Input, Outlet, Route, ServedRoutes } from './domain.ts';
import { admit, executeEndpoint, facts, type Host, type RequestFacts } from './executeEndpoint.ts';
import { allowLocalOrigins, LOCAL_ORIGINS } from './localOrigins.ts';
import { figuresRead, readInput, readUpload } from './requests.ts';
import { refusalOf, refusedBody, success } from './responses.ts';
import { secureHeaders } from './secureHeaders.ts';
import { sendFile } from './sendFile.ts';
import { sendRevalidated } from './sendRevalidated.ts';
import { openOutlet } from './stream.ts';

const tokenOf = (request: FastifyRequest): string | undefined =>
  request.headers.authorization?.replace(/^Bearer /i, '').trim() || undefined;

/** What a caller may send as `X-Request-Id`, so that its own log and ours name a request alike. */
const REQUEST_ID = /^[\w.-]{1,64}$/;
const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomBytes(9).toString('base64url');
};

export type Offered = {
  readonly routes: readonly Route[];
  readonly served: readonly ServedRoutes[];
  readonly callbacks: readonly Callback[];
};

export async function createHttp(
  host: Host,
  { routes, served, callbacks }: Offered,
  log: Logger,
): Promise<FastifyInstance> {
  const http = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    genReqId: requestIdOf,
    trustProxy: [...host.trustedProxies],
    // A pasted list of a thousand ICCIDs is a filter, and filters are part of the URL.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { maxParamLength: 300 },
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    // An address that cannot be decoded reaches no hook and no handler.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      void refuse(host, request, reply, error, undefined, { kind: 'anonymous' });
    },
    clientErrorHandler: refuseSocket,
    // Requests that arrived before closing are still served.
    return503OnClosing: false,
  });
  await http.register(multipart, { limits: { files: 1 } });
  await http.register(rateLimit, { global: false, keyGenerator: (request) => networkOf(clientAddress(request)) });

  // Plain texts are Fastify's own extra; no endpoint takes one.
  http.removeContentTypeParser('text/plain');

  const secure = {
    ...secureHeaders(host.allowsLocalOrigins ? LOCAL_ORIGINS : []),
    // Files, the console and what is revalidated replace it.
    'cache-control': 'no-store',
  };
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(secure).header('x-request-id', request.id);
    done();
  });
  compressAnswers(http);
  if (host.allowsLocalOrigins) allowLocalOrigins(http);
  http.setErrorHandler((error, request, reply) =>
    refuse(host, request, reply, error, undefined, { kind: 'anonymous' }),
  );

  const methods = new Map<string, string[]>();
  const withoutHead = new Set<string>();
  const gates = new Map<string, Gate>();
  for (const { endpoint, options } of routes) {
    methods.set(endpoint.path, [...(methods.get(endpoint.path) ?? []), endpoint.method]);
    if (options.isOffered) gates.set(endpoint.path, { preHandler: [hideUnless(host, options.isOffered)] });
  }
  for (const route of routes) {
    const { perMinute, bodyBytes, hasHead = true } = route.options;
    if (!hasHead) withoutHead.add(route.endpoint.path);
    const gate = gates.get(route.endpoint.path);
    // Calls are counted after the gate: the headers of the count would tell that the path exists.
    const hook = gate ? ({ hook: 'preHandler' } as const) : {};
    http.route({
      method: route.endpoint.method,
      exposeHeadRoute: hasHead,
      url: route.endpoint.path,
      ...gate,
      ...(bodyBytes ? { bodyLimit: bodyBytes } : {}),
      config: perMinute ? { rateLimit: { max: perMinute, timeWindow: 60_000, ...hook } } : {},
      handler: (request, reply) => serve(host, route, request, reply),
    });
  }
  const verbs = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
  for (const [path, offered] of methods) {
    http.route({
      method: [...verbs.filter((verb) => !offered.includes(verb)), ...(withoutHead.has(path) ? ['HEAD'] : [])],
      url: path,
      ...gates.get(path),
      handler: (request, reply) => {
        reply.header('allow', offered.join(', '));
        return refuse(host, request, reply, new Refused(methodNotAllowed), undefined, { kind: 'anonymous' });
      },
    });
  }
  for (const each of served) await each.serve(http, host);
  await serveCallbacks(http, host, callbacks);
  http.setNotFoundHandler((request, reply) =>
    refuse(host, request, reply, new Refused(notFound), undefined, { kind: 'anonymous' }),
  );
  return http;
}

type Gate = { preHandler: ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown>)[] };

/** Answers as for a path that does not exist while the route is not offered. */
const hideUnless =
  (host: Host, isOffered: (ctx: Ctx) => Promise<boolean>) => async (request: FastifyRequest, reply: FastifyReply) => {
    const about = facts(request);
    const nobody = await host.authenticate(undefined, about, true);
    if (await isOffered(host.context(nobody, about, () => {}, true))) return;
    return refuse(host, request, reply, new Refused(notFound), undefined, nobody.actor);
  };

/** Invalid HTTP, or headers beyond all limits, never become a request; they get the same envelope. */
function refuseSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const { body } = refusedBody(new Refused(isLarge ? tooLarge : malformed), languageOf(undefined));
  const sent = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${isLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'}\r\n` +
      `x-request-id: ${randomBytes(9).toString('base64url')}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
      `content-length: ${Buffer.byteLength(sent)}\r\nconnection: close\r\n\r\n${sent}`,
  );
}

async function serve(host: Host, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { endpoint } = route;
  const asked = facts(request);
  // A page opens its stream anew every minute, whoever sits before it.
  const about = endpoint.kind === 'stream' ? { ...asked, isUnattended: true } : asked;
  const noted: OperationNote = {};
  let actor: Actor = { kind: 'anonymous' };
  let ctx: Ctx | undefined;
  try {
    const isQuestion = endpoint.method === 'GET';
    const who = await callerOf(host, endpoint, request, about);
    actor = who.actor;
    if (endpoint.kind !== 'stream') limitPace(host, actor, reply);
    ctx = host.context(who, about, (note) => Object.assign(noted, note), isQuestion);
    admit(endpoint, actor);
    if (endpoint.kind === 'upload') return await serveUpload(host, route, ctx, noted, request, reply);
    const input = readInput(endpoint, { params: request.params, query: request.query, body: request.body });
    if (endpoint.kind === 'stream')
      return await openOutlet(
        reply,
        (end) => host.watch(who, about.address, end),
        (outlet) => handleStream(route, ctx as Ctx, input, outlet),
      );
    if (endpoint.kind === 'file') return await sendFile(request, reply, (await route.handle(ctx, input)) as FileAnswer);
    const answer = await executeEndpoint(host, route, ctx, noted, input, request.headers);
    const body = success(answer, about.language);
    return route.options.isRevalidated ? sendRevalidated(request, reply, JSON.stringify(body)) : reply.send(body);
  } catch (error) {
    return refuse(host, request, reply, error, { endpoint, ctx }, actor);
  }
}

/** An end user is known by the cookie of his public account, everybody else by a token that no browser sends by itself. */
function callerOf(host: Host, endpoint: Endpoint, request: FastifyRequest, about: RequestFacts) {
  if (endpoint.permission === 'endUser') {
    const { account = '' } = request.params as { account?: string };
    return host.authenticateEndUser(cookieOf(request.headers.cookie, END_USER_COOKIE), account);
  }
  const token = endpoint.permission === 'public' ? undefined : tokenOf(request);
  return host.authenticate(token, about, endpoint.method === 'GET');
}

function limitPace(host: Host, actor: Actor, reply: FastifyReply): void {
  const seconds =
    actor.kind === 'account'
      ? host.waitOf(actor.accountId)
      : actor.kind === 'endUser'
        ? host.endUserWaitOf(actor.endUserId)
        : undefined;
  if (seconds === undefined) return;
  reply.header('retry-after', String(seconds));
  throw new Refused(tooMany);
}

async function handleStream(route: Route, ctx: Ctx, input: Input<Endpoint>, outlet: Outlet): Promise<void> {
  await route.handle(ctx, input, outlet);
}

async function serveUpload(
  host: Host,
  route: Route,
  ctx: Ctx,
  noted: OperationNote,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (host.diskIsLow()) throw new Refused(storageLow);
  const { body, upload } = await readUpload(request, host.uploadFolder, ctx.ids.next());
  try {
    const fields = figuresRead(route.endpoint.body, body);
    const input = {
      ...readInput(route.endpoint, { params: request.params, query: request.query, body: fields }),
      upload,
    };
    const answer = await executeEndpoint(host, route, ctx, noted, input, request.headers);
    return await reply.send(success(answer, ctx.language));
  } finally {
    await rm(upload.path, { force: true });
  }
}

const UNAUTHORISED: ReadonlySet<Refusal> = new Set([noPermission, noRole, onlyLooking, passwordChangeDue]);

async function refuse(
  host: Host,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  at: { endpoint: Endpoint; ctx: Ctx | undefined } | undefined,
  actor: Actor,
): Promise<unknown> {
  const { refused, isFault } = refusalOf(error);
  const endpoint = at?.endpoint.name ?? `${request.method} ${request.routeOptions.url ?? ''}`;
  if (isFault) host.reportFault({ requestId: request.id, actor, endpoint }, error);
  if (at?.ctx && UNAUTHORISED.has(refused.refusal) && actor.kind === 'account') {
    await host
      .recordOperation(at.ctx, {
        endpoint,
        permission: String(at.endpoint.permission),
        result: 'refused',
        code: refused.refusal.code,
        operation: at.endpoint.operation,
      })
      .catch((failure: unknown) => host.reportFault({ requestId: request.id, actor, endpoint }, failure));
  }
  const { status, body } = refusedBody(refused, languageOf(request.headers['accept-language']));
  if (reply.sent || reply.raw.headersSent) return reply;
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}
