import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { answerUnderFaults, send } from '../cardWorld/underFaults.ts';
import type { Surroundings } from '../carrier.ts';
import { ContractRefusal, okText, REFUSALS, refusalText } from './genericAnswers.ts';
import { accountOf, callerOf, tokenFor } from './genericCallers.ts';
import type { GenericAccount, GenericCarrier } from './genericCarrier.ts';
import { type ContractRoute, contractRoutes } from './genericRoutes.ts';

const LONGEST_BODY_BYTES = 256 * 1024;
const tokenBody = z.object({ appId: z.string(), secret: z.string() });

/** Serves Cardinal's own HTTP contract, the default of configured carriers. */
export function registerGenericApi(app: FastifyInstance, carrier: GenericCarrier, surroundings: Surroundings): void {
  app.register(
    async (api) => {
      // A signature is over the body as it came.
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_BODY_BYTES }, (_request, body, done) => {
        done(null, body);
      });
      api.setErrorHandler((error, _request, reply) => send(reply, refusalText(refusalOf(error))));
      api.setNotFoundHandler((_request, reply) => send(reply, refusalText(REFUSALS.noSuchPath())));
      api.post('/token', async (request, reply) => {
        const asked = tokenBody.safeParse(parsed(request.body));
        if (!asked.success) throw REFUSALS.badRequest('body');
        const account = accountOf(carrier, asked.data.appId, asked.data.secret);
        enter(carrier, surroundings, account, 'openSession', reply);
        const token = tokenFor(account, surroundings.clock.baseMs() + account.tokenSeconds * 1_000);
        send(reply, okText({ token, livesSeconds: account.tokenSeconds }));
        return reply;
      });
      for (const route of contractRoutes(carrier)) {
        api.route({
          method: route.method,
          url: route.path,
          handler: (request, reply) => serve(carrier, surroundings, route, request, reply),
        });
      }
    },
    { prefix: '/generic/v1' },
  );
}

async function serve(
  carrier: GenericCarrier,
  surroundings: Surroundings,
  route: ContractRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const account = callerOf(carrier, request, surroundings.clock.baseMs());
  enter(carrier, surroundings, account, route.name, reply);
  const body = parsed(request.body);
  const params = request.params as Record<string, string>;
  const query = request.query as Record<string, string>;
  const subject = params['iccid'] ?? onlyOf(body);
  const call = { carrier: 'generic', account: account.username, operation: route.name, subject };
  await answerUnderFaults(surroundings, call, reply, () => carrier.settle(), {
    perform: ({ times, toldStatus }) => {
      try {
        return okText(route.handle({ account, params, query, body, times, toldStatus }));
      } catch (error) {
        if (error instanceof ContractRefusal) return refusalText(error);
        throw error;
      }
    },
    refused: () => {
      if (subject !== undefined && route.method === 'PUT') carrier.refuse(subject);
      return refusalText(REFUSALS.notAllowed());
    },
    failed: (httpStatus) => refusalText(REFUSALS.failed(), httpStatus),
  });
}

function enter(
  carrier: GenericCarrier,
  { clock }: Surroundings,
  account: GenericAccount,
  operation: string,
  reply: FastifyReply,
): void {
  const gate = carrier.gate(account.username);
  if (!gate.enter(clock.baseMs(), account)) throw REFUSALS.tooFast();
  reply.raw.once('close', () => gate.leave());
  gate.note(operation);
}

function onlyOf(body: unknown): string | undefined {
  const { iccids } = (typeof body === 'object' && body !== null ? body : {}) as { iccids?: unknown };
  return Array.isArray(iccids) && iccids.length === 1 ? String(iccids[0]) : undefined;
}

function parsed(body: unknown): unknown {
  if (typeof body !== 'string' || body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    throw REFUSALS.badRequest('body');
  }
}

/** Anything but the contract's own refusal is an unreadable request or a bug. */
function refusalOf(error: unknown): ContractRefusal {
  if (error instanceof ContractRefusal) return error;
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) return REFUSALS.badRequest('body');
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return REFUSALS.failed();
}
