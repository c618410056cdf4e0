import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { type Refusal, Refused } from '@cardinal/contract/framework/refusal.ts';
import {
  malformed,
  methodNotAllowed,
  noPermission,
  noRole,
  notFound,
  notSignedIn,
  passwordChangeDue,
  storageLow,
  tooLarge,
} from '@cardinal/contract/framework/standardRefusals.ts';
import { type Language, languageOf } from '@cardinal/primitives/text.ts';
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
import { refusalOf, refusedBody, success } from './answering.ts';
import type { Actor, Ctx, OperationNote, OperationRow } from './context.ts';
import type { FileAnswer, Input, Outlet, Route } from './domain.ts';
import { claimKey, keepAnswer, keyedRequest } from './idempotency.ts';
import { page } from './listPage.ts';
import { admitNeighbours, NEIGHBOURS } from './neighbours.ts';
import { figuresRead, readInput, readUpload } from './requests.ts';
import type { Scope } from './scoping.ts';
import { secureHeaders } from './secureHeaders.ts';
import { sendFile } from './sendFile.ts';
import { openOutlet } from './stream.ts';

export type RequestFacts = {
  requestId: string;
  address: string;
  host: string;
  userAgent: string;
  language: Language;
};

/** What the HTTP layer asks of the rooms; `app.ts` fills it in. */
export type Host = {
  /** The actor behind a token; throws the session refusals. No token is `anonymous`. A question may rest on a look a moment ago. */
  authenticate: (
    token: string | undefined,
    facts: RequestFacts,
    isQuestion: boolean,
  ) => Promise<{ actor: Actor; scope: Scope }>;
  /** Something may have changed of sessions or rights. */
  forgetCallers: () => void;
  /** A context outside a transaction. */
  context: (who: { actor: Actor; scope: Scope }, facts: RequestFacts, note: (note: OperationNote) => void) => Ctx;
  /** The same context inside one transaction that commits when `run` ends. */
  transact: <T>(ctx: Ctx, run: (ctx: Ctx) => Promise<T>) => Promise<T>;
  recordOperation: (ctx: Ctx, row: OperationRow) => Promise<void>;
  reportFault: (ctx: { requestId: string; actor: Actor; endpoint: string }, error: unknown) => void;
  diskIsLow: () => boolean;
  uploadFolder: string;
  /** Consoles of other ports of this machine may call; never in production. */
  admitsNeighbours: boolean;
};

const facts = (request: FastifyRequest): RequestFacts => ({
  requestId: request.id,
  address: request.ip,
  host: String(request.host ?? '')
    .toLowerCase()
    .slice(0, 255),
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  language: languageOf(request.headers['accept-language']),
});

const tokenOf = (request: FastifyRequest): string | undefined =>
  request.headers.authorization?.replace(/^Bearer /i, '').trim() || undefined;

/**
 * Any one of the named permissions opens. A forced password change, and an account without a role, close all but what
 * those two need.
 */
function admit(endpoint: Endpoint, actor: Actor): void {
  if (endpoint.permission === 'public') return;
  if (actor.kind !== 'account') throw new Refused(notSignedIn);
  if (!endpoint.duringForcedChange) {
    if (actor.mustChangePassword) throw new Refused(passwordChangeDue);
    if (actor.roles.length === 0) throw new Refused(noRole);
  }
  if (endpoint.permission === 'authenticated') return;
  if (!endpoint.permission.some((each) => actor.permissions.has(each))) throw new Refused(noPermission);
}

export async function createHttp(host: Host, routes: readonly Route[], log: Logger): Promise<FastifyInstance> {
  const http = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    genReqId: () => randomBytes(9).toString('base64url'),
    trustProxy: false,
    // A pasted list of a thousand ICCIDs is a filter, and filters stand in the address.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { maxParamLength: 300 },
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    // An address that cannot be decoded reaches no hook and no handler.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      void refuse(host, request, reply, error, undefined, { kind: 'anonymous' });
    },
    clientErrorHandler: refuseSocket,
    // Whoever has reached us before the door closed is still served.
    return503OnClosing: false,
  });
  await http.register(multipart, { limits: { files: 1 } });
  await http.register(rateLimit, { global: false });

  const secure = secureHeaders(host.admitsNeighbours ? NEIGHBOURS : []);
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(secure).header('x-request-id', request.id);
    done();
  });
  if (host.admitsNeighbours) admitNeighbours(http);
  http.setErrorHandler((error, request, reply) =>
    refuse(host, request, reply, error, undefined, { kind: 'anonymous' }),
  );

  const methods = new Map<string, string[]>();
  for (const route of routes) {
    const known = methods.get(route.endpoint.path) ?? [];
    methods.set(route.endpoint.path, [...known, route.endpoint.method]);
    http.route({
      method: route.endpoint.method,
      url: route.endpoint.path,
      ...(route.options.bodyBytes ? { bodyLimit: route.options.bodyBytes } : {}),
      config: route.options.perMinute ? { rateLimit: { max: route.options.perMinute, timeWindow: 60_000 } } : {},
      handler: (request, reply) => serve(host, route, request, reply),
    });
  }
  const verbs = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
  for (const [path, offered] of methods) {
    http.route({
      method: verbs.filter((verb) => !offered.includes(verb)),
      url: path,
      handler: (request, reply) => {
        reply.header('allow', offered.join(', '));
        return refuse(host, request, reply, new Refused(methodNotAllowed), undefined, { kind: 'anonymous' });
      },
    });
  }
  http.setNotFoundHandler((request, reply) =>
    refuse(host, request, reply, new Refused(notFound), undefined, { kind: 'anonymous' }),
  );
  return http;
}

/** What is not even HTTP, or has headers beyond every bound, never becomes a request; it is answered in the same envelope. */
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
      `x-request-id: ${randomBytes(9).toString('base64url')}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(sent)}\r\nconnection: close\r\n\r\n${sent}`,
  );
}

async function serve(host: Host, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { endpoint } = route;
  const about = facts(request);
  const noted: OperationNote = {};
  let actor: Actor = { kind: 'anonymous' };
  let ctx: Ctx | undefined;
  try {
    const token = endpoint.permission === 'public' ? undefined : tokenOf(request);
    const who = await host.authenticate(token, about, endpoint.method === 'GET');
    actor = who.actor;
    ctx = host.context(who, about, (note) => Object.assign(noted, note));
    admit(endpoint, actor);
    if (endpoint.kind === 'upload') return await serveUpload(host, route, ctx, noted, request, reply);
    const input = readInput(endpoint, { params: request.params, query: request.query, body: request.body });
    if (endpoint.kind === 'stream')
      return await openOutlet(reply, (outlet) => handleStream(route, ctx as Ctx, input, outlet));
    if (endpoint.kind === 'file') return await sendFile(request, reply, (await route.handle(ctx, input)) as FileAnswer);
    const answer = await perform(host, route, ctx, noted, input, request.headers);
    return reply.send(success(answer, about.language));
  } catch (error) {
    return refuse(host, request, reply, error, { endpoint, ctx }, actor);
  }
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
    const answer = await perform(host, route, ctx, noted, input, request.headers);
    return await reply.send(success(answer, ctx.language));
  } finally {
    await rm(upload.path, { force: true });
  }
}

/** Runs the handler the way its endpoint declares: a question directly, a change in one transaction with its key and log row. */
async function perform(
  host: Host,
  route: Route,
  ctx: Ctx,
  noted: OperationNote,
  input: Input<Endpoint>,
  headers: Record<string, unknown>,
): Promise<unknown> {
  const { endpoint } = route;
  if (endpoint.method === 'GET') {
    const answer = route.dataset
      ? await page(endpoint as unknown as ListEndpoint, route.dataset, ctx, input.query as never)
      : await route.handle(ctx, input);
    return endpoint.answer.parse(answer);
  }
  try {
    return await performChange(host, route, ctx, noted, input, headers);
  } finally {
    host.forgetCallers();
  }
}

async function performChange(
  host: Host,
  route: Route,
  ctx: Ctx,
  noted: OperationNote,
  input: Input<Endpoint>,
  headers: Record<string, unknown>,
): Promise<unknown> {
  const { endpoint } = route;
  if (host.diskIsLow()) throw new Refused(storageLow);
  const log = (inside: Ctx) =>
    host.recordOperation(inside, {
      operation: endpoint.operation ?? 84,
      ...noted,
      endpoint: endpoint.name,
      permission: Array.isArray(endpoint.permission) ? endpoint.permission.join(' ') : String(endpoint.permission),
      result: 'done',
      code: '200',
    });
  if (route.options.transaction === 'none') {
    const answer = endpoint.answer.parse(await route.handle(ctx, input));
    return answer;
  }
  const asked =
    endpoint.idempotency === 'required'
      ? keyedRequest(headers, ownerOf(ctx.actor), endpoint.name, [
          input.params,
          input.body,
          input.upload?.sha256 ?? null,
        ])
      : undefined;
  return host.transact(ctx, async (inside) => {
    if (asked) {
      const earlier = await claimKey(inside.db, asked, ctx.clock.now());
      if (earlier) return earlier.answer;
    }
    const answer = endpoint.answer.parse(await route.handle(inside, input));
    await log(inside);
    if (asked) await keepAnswer(inside.db, asked, answer);
    return answer;
  });
}

const UNAUTHORISED: ReadonlySet<Refusal> = new Set([noPermission, noRole, passwordChangeDue]);

const ownerOf = (actor: Actor): string => (actor.kind === 'account' ? actor.accountId : '0');

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
        operation: at.endpoint.operation ?? 84,
      })
      .catch((failure: unknown) => host.reportFault({ requestId: request.id, actor, endpoint }, failure));
  }
  const { status, body } = refusedBody(refused, languageOf(request.headers['accept-language']));
  if (reply.sent || reply.raw.headersSent) return reply;
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}
