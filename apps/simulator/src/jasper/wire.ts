import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Surroundings } from '../carrier.ts';
import { hangUp } from '../connection.ts';
import type { Fault } from '../faults.ts';
import { deviceRoutes } from './deviceRoutes.ts';
import { type JasperCarrier, keyHash } from './jasperCarrier.ts';
import type { Account } from './jasperWorld.ts';
import { smsRoutes } from './smsRoutes.ts';
import { usageRoutes } from './usageRoutes.ts';
import {
  badRequest,
  invalidCredentials,
  notAuthenticated,
  notForThisAccount,
  notFound,
  serverError,
  tooManyCalls,
  WireError,
} from './wireErrors.ts';
import { type Answer, ok, type Query, type WireRequest, type WireRoute } from './wireRequest.ts';

declare module 'fastify' {
  interface FastifyRequest {
    jasperAccount?: Account;
  }
}

const API = '/rws/api/v1';
const LONGEST_BODY_BYTES = 64 * 1024;
const JSON_TYPE = 'application/json;charset=UTF-8';
/** Observed on the 401 answers of the real one. */
const JSON_TYPE_401 = 'application/json;charset=ISO-8859-1';

/** Serves Control Center's REST API. The order is always: who calls, may it call now, what strikes it, what it asked for. */
export function registerJasperApi(app: FastifyInstance, carrier: JasperCarrier, surroundings: Surroundings): void {
  const routes: WireRoute[] = [
    ...deviceRoutes(carrier),
    ...usageRoutes(carrier),
    ...smsRoutes(carrier),
    { name: 'echo', method: 'GET', path: '/echo/:param', handle: ({ params }) => ok({ context: params['param'] }) },
  ];
  app.register(
    async (api) => {
      api.decorateRequest('jasperAccount');
      api.addHook('onRequest', async (request, reply) => {
        const account = authenticate(carrier, request.headers.authorization);
        request.jasperAccount = account;
        const gate = carrier.gate(account.username);
        if (!gate.enter(surroundings.clock.baseMs(), account)) throw tooManyCalls();
        reply.raw.once('close', () => gate.leave());
      });
      api.setErrorHandler((error, _request, reply) => sendError(reply, wireErrorOf(error)));
      api.setNotFoundHandler((_request, reply) => sendError(reply, notFound()));
      for (const route of routes) {
        api.route({
          method: route.method,
          url: route.path,
          bodyLimit: LONGEST_BODY_BYTES,
          handler: (request, reply) => serve(carrier, surroundings, route, request, reply),
        });
      }
    },
    { prefix: API },
  );
}

async function serve(
  carrier: JasperCarrier,
  { faults, calls }: Surroundings,
  route: WireRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const account = request.jasperAccount!;
  const params = request.params as Record<string, string>;
  carrier.gate(account.username).note(route.name);
  if (route.advantageOnly && account.kind === 'essential') throw notForThisAccount();

  const { delayMs, fault } = faults.strike({
    carrier: 'jasper',
    account: account.username,
    operation: route.name,
    subject: params['iccid'],
  });
  if (delayMs > 0) await pause(delayMs);
  carrier.settle();

  const perform = (): Answer =>
    route.handle({ account, params, query: request.query as Query, body: request.body, times: timesUnder(fault) });
  switch (fault?.kind) {
    case 'timeout':
      if (fault.options.applied) attempt(perform);
      return calls.keepWaiting(reply);
    case 'dropBeforeEffect':
      return hangUp(reply);
    case 'lostConfirmation':
      attempt(perform);
      return hangUp(reply);
    case 'httpError':
      if (fault.options.applied) attempt(perform);
      throw serverError(fault.options.httpStatus);
    case 'refuse':
      if (params['iccid'] !== undefined && route.method === 'PUT') carrier.refuse(params['iccid']);
      throw badRequest('The operation is not allowed for this device');
    case 'wrongStatus':
      return send(reply, withStatus(perform(), fault.options.status ?? 'RETIRED'));
    case 'garbled':
      return sendGarbled(reply, perform());
    default:
      return send(reply, perform());
  }
}

function timesUnder(fault: Fault | undefined): WireRequest['times'] {
  if (fault?.kind === 'swallow') return 'never';
  if (fault?.kind === 'duplicate') return { againAfterMs: fault.options.delayMs ?? 0 };
  return 'once';
}

/** Nobody will hear whether it was refused. */
function attempt(perform: () => Answer): void {
  try {
    perform();
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
  }
}

/** Lies about every device status an answer tells, on the first level and in its list of devices. */
function withStatus({ status: httpStatus, body }: Answer, status: string): Answer {
  const lie = (row: unknown): unknown =>
    typeof row === 'object' && row !== null && 'status' in row ? { ...row, status } : row;
  const listed = body as { devices?: unknown[] };
  const told = Array.isArray(listed.devices) ? { ...listed, devices: listed.devices.map(lie) } : lie(body);
  return { status: httpStatus, body: told };
}

function send(reply: FastifyReply, { status, body }: Answer): void {
  reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body));
}

function sendGarbled(reply: FastifyReply, { status, body }: Answer): void {
  const whole = JSON.stringify(body);
  reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .send(whole.slice(0, Math.floor(whole.length / 2)));
}

function sendError(reply: FastifyReply, error: WireError): void {
  reply.code(error.httpStatus);
  if (error.httpStatus === 401) reply.header('www-authenticate', 'Basic realm="Jasper"');
  reply.header('content-type', error.httpStatus === 401 ? JSON_TYPE_401 : JSON_TYPE).send(JSON.stringify(error.body()));
}

/** What is not the carrier's own refusal is either a request Fastify could not read, or a fault of this program. */
function wireErrorOf(error: unknown): WireError {
  if (error instanceof WireError) return error;
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return badRequest('The request body could not be read');
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return serverError();
}

/** A header of another scheme counts as none; a wrong user is not told from a wrong key. */
function authenticate(carrier: JasperCarrier, header: string | undefined): Account {
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) throw notAuthenticated();
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = credentials.indexOf(':');
  const account = carrier.world.account(credentials.slice(0, Math.max(colon, 0)));
  const isKey =
    account && timingSafeEqual(Buffer.from(account.keyHash), Buffer.from(keyHash(credentials.slice(colon + 1))));
  if (!account || !isKey) throw invalidCredentials();
  return account;
}
