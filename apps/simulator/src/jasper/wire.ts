import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isKey } from '../cardWorld/keyHash.ts';
import { answerUnderFaults, type Conduct, send, type WireText } from '../cardWorld/underFaults.ts';
import type { Surroundings } from '../carrier.ts';
import { deviceRoutes } from './deviceRoutes.ts';
import type { JasperAccount, JasperCarrier } from './jasperCarrier.ts';
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
import { type Answer, ok, type Query, type WireRoute } from './wireRequest.ts';

declare module 'fastify' {
  interface FastifyRequest {
    jasperAccount?: JasperAccount;
  }
}

const API = '/rws/api/v1';
const LONGEST_BODY_BYTES = 64 * 1024;
const JSON_TYPE = 'application/json;charset=UTF-8';
/** Observed on the 401 answers of the real one. */
const JSON_TYPE_401 = 'application/json;charset=ISO-8859-1';

/** Serves Control Center's REST API. The order is always: authentication, rate limit, faults, the request itself. */
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
  surroundings: Surroundings,
  route: WireRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const account = request.jasperAccount!;
  const params = request.params as Record<string, string>;
  carrier.gate(account.username).note(route.name);
  if (route.advantageOnly && account.kind === 'essential') throw notForThisAccount();

  const perform = ({ times, toldStatus }: Conduct): WireText => {
    const answer = route.handle({ account, params, query: request.query as Query, body: request.body, times });
    return textOf(toldStatus === undefined ? answer : withStatus(answer, toldStatus));
  };
  const subject = params['iccid'];
  const call = { carrier: 'jasper', account: account.username, operation: route.name, subject };
  await answerUnderFaults(surroundings, call, reply, () => carrier.settle(), {
    perform,
    refused: () => {
      if (subject !== undefined && route.method === 'PUT') carrier.refuse(subject);
      return errorText(badRequest('The operation is not allowed for this device'));
    },
    failed: (httpStatus) => errorText(serverError(httpStatus)),
  });
}

/** Replaces every device status in an answer, at the top level and in its list of devices. */
function withStatus({ status: httpStatus, body }: Answer, status: string): Answer {
  const lie = (row: unknown): unknown =>
    typeof row === 'object' && row !== null && 'status' in row ? { ...row, status } : row;
  const listed = body as { devices?: unknown[] };
  const told = Array.isArray(listed.devices) ? { ...listed, devices: listed.devices.map(lie) } : lie(body);
  return { status: httpStatus, body: told };
}

const textOf = ({ status, body }: Answer): WireText => ({ status, type: JSON_TYPE, text: JSON.stringify(body) });
const errorText = (error: WireError): WireText => ({
  status: error.httpStatus,
  type: error.httpStatus === 401 ? JSON_TYPE_401 : JSON_TYPE,
  text: JSON.stringify(error.body()),
});

function sendError(reply: FastifyReply, error: WireError): void {
  if (error.httpStatus === 401) reply.header('www-authenticate', 'Basic realm="Jasper"');
  send(reply, errorText(error));
}

/** Anything but the carrier's own refusal is a request Fastify could not read, or a bug. */
function wireErrorOf(error: unknown): WireError {
  if (error instanceof WireError) return error;
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return badRequest('The request body could not be read');
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return serverError();
}

/** A header of another scheme counts as missing; a wrong user and a wrong key get the same answer. */
function authenticate(carrier: JasperCarrier, header: string | undefined): JasperAccount {
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) throw notAuthenticated();
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = credentials.indexOf(':');
  const account = carrier.world.account(credentials.slice(0, Math.max(colon, 0)));
  if (!account || !isKey(credentials.slice(colon + 1), account.keyHash)) throw invalidCredentials();
  return account;
}
