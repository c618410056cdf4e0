import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Surroundings } from '../carrier.ts';
import { hangUp } from '../connection.ts';
import { type ChipOperation, type EsimAccount, OPERATION_KINDS } from './esimEvents.ts';
import type { EsimSimulator } from './esimSimulator.ts';
import { ADMIN_PROTOCOL } from './notifier.ts';
import { FUNCTIONS, type FunctionName, onWire } from './smdp.ts';
import { CODES, codeOf, FunctionFailed } from './statusCodes.ts';

const LONGEST_BODY_BYTES = 64 * 1024;

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

const header = z.looseObject({
  header: z.object({
    functionRequesterIdentifier: z.string().min(1),
    functionCallIdentifier: z.string().min(1),
  }),
});

/** Serves ES2+ and, beside it, the eIM's REST facade, which no specification describes. */
export function registerEsimApi(app: FastifyInstance, sim: EsimSimulator, surroundings: Surroundings): void {
  app.register(
    async (api) => {
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_BODY_BYTES }, (_request, body, done) =>
        done(null, body),
      );
      api.post<{ Params: { name: string } }>('/:name', (request, reply) =>
        serveFunction(sim, surroundings, request, reply),
      );
    },
    { prefix: '/gsma/rsp2/es2plus' },
  );
  app.register(async (api) => registerEim(api, sim, surroundings), { prefix: '/eim/v1' });
}

async function serveFunction(
  sim: EsimSimulator,
  surroundings: Surroundings,
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
): Promise<void> {
  const { name } = request.params;
  const refuse = (message: string) => reply.code(400).send({ message });
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return refuse('Content-Type');
  if (!String(request.headers['x-admin-protocol'] ?? '').startsWith('gsma/rsp/v2.')) return refuse('X-Admin-Protocol');
  const read = header.safeParse(parsed(String(request.body ?? '')));
  if (!read.success) return refuse('header');
  const { functionRequesterIdentifier: requesterId, functionCallIdentifier: callId } = read.data.header;
  const { iccid } = read.data;
  const subject = typeof iccid === 'string' ? iccid.replace(/F$/i, '') : undefined;
  sim.countCall(requesterId, name);
  const perform = (): Answer => ({
    status: 200,
    body: answered(sim, name, requesterId, callId, read.data),
    headers: { 'x-admin-protocol': ADMIN_PROTOCOL },
  });
  await underFaults(surroundings, sim, reply, { account: requesterId, operation: name, subject }, perform, (code) => ({
    status: 200,
    body: failed(new FunctionFailed(code)),
    headers: { 'x-admin-protocol': ADMIN_PROTOCOL },
  }));
}

/** A repeated call gets the first answer, whatever its body (assumed). */
function answered(
  sim: EsimSimulator,
  name: string,
  requesterId: string,
  callId: string,
  asked: Readonly<Record<string, unknown>>,
): unknown {
  const before = sim.world.answerTo(requesterId, name, callId);
  if (before !== undefined) return before;
  const account = sim.world.accounts.get(requesterId);
  if (!account) return failed(new FunctionFailed(CODES.unknownRequester, requesterId));
  if (!(name in FUNCTIONS)) return failed(new FunctionFailed(CODES.unknownFunction, name));
  let body: unknown;
  try {
    const told = FUNCTIONS[name as FunctionName](
      { world: sim.world, life: sim.life, record: sim.record },
      account,
      asked,
    );
    body = { header: { functionExecutionStatus: { status: 'Executed-Success' } }, ...told };
  } catch (error) {
    if (!(error instanceof FunctionFailed)) throw error;
    body = failed(error);
  }
  // Reads are answered with the current state.
  if (name !== 'getProfileStatus') sim.record({ type: 'answered', requesterId, name, callId, body });
  return body;
}

const failed = ({ code, subjectIdentifier }: FunctionFailed) => ({
  header: {
    functionExecutionStatus: {
      status: 'Failed',
      statusCodeData: { ...code, ...(subjectIdentifier === undefined ? {} : { subjectIdentifier }) },
    },
  },
});

const operationBody = z.strictObject({
  callId: z.string().min(1).max(64),
  kind: z.enum(OPERATION_KINDS),
  iccid: z
    .string()
    .regex(/^\d{18,20}F?$/)
    .optional(),
});

/** The eIM's north-bound interface: a request returns a number, by which its result is polled (assumed). */
function registerEim(api: FastifyInstance, sim: EsimSimulator, surroundings: Surroundings): void {
  const accountOf = (request: FastifyRequest): EsimAccount | undefined => {
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const hash = Buffer.from(tokenHash(token));
    return [...sim.world.accounts.values()].find(
      ({ eimTokenHash }) => eimTokenHash !== null && timingSafeEqual(Buffer.from(eimTokenHash), hash),
    );
  };
  const serve = async (
    request: FastifyRequest<{ Params: { eid: string } }>,
    reply: FastifyReply,
    operation: string,
    perform: (account: EsimAccount) => Answer,
  ): Promise<void> => {
    const account = accountOf(request);
    if (!account) return reply.code(401).send({ code: 'unauthorized', message: 'unknown token' });
    sim.countCall(account.requesterId, operation);
    const known = sim.world.chips.get(request.params.eid);
    const called = { account: account.requesterId, operation, subject: request.params.eid };
    const answer = () =>
      known?.requesterId === account.requesterId && known.architecture === 'iot'
        ? perform(account)
        : { status: 404, body: { code: '8.1.1/3.9', message: 'unknown EID' } };
    await underFaults(surroundings, sim, reply, called, answer, ({ subjectCode, reasonCode, message }) => ({
      status: 409,
      body: { code: `${subjectCode}/${reasonCode}`, message },
    }));
  };
  api.post<{ Params: { eid: string } }>('/euiccs/:eid/operations', (request, reply) => {
    const read = operationBody.safeParse(request.body);
    if (!read.success) return reply.code(400).send({ code: 'badRequest', message: z.prettifyError(read.error) });
    const { callId, kind, iccid } = read.data;
    return serve(request, reply, `eim.${kind}`, (account) => {
      if (kind !== 'list' && iccid === undefined)
        return { status: 400, body: { code: '8.2.1/2.2', message: 'ICCID missing' } };
      const asked = { eid: request.params.eid, kind, iccid: iccid?.replace(/F$/, '') ?? null, callId };
      return { status: 202, body: shown(sim.life.order(account, asked)) };
    });
  });
  api.get<{ Params: { eid: string; id: string } }>('/euiccs/:eid/operations/:id', (request, reply) =>
    serve(request, reply, 'eim.get', (account) => {
      const found = sim.world.operations.get(Number(request.params.id));
      return found?.eid === request.params.eid && found.requesterId === account.requesterId
        ? { status: 200, body: shown(found) }
        : { status: 404, body: { code: 'unknownOperation', message: 'no such operation' } };
    }),
  );
}

const shown = ({ id, eid, kind, iccid, state, code, endedMs, list }: ChipOperation) => ({
  operationId: String(id),
  eid,
  kind,
  ...(iccid === null ? {} : { iccid: onWire(iccid) }),
  state,
  ...(code === null ? {} : { code, message: codeOf(code)?.message ?? code }),
  ...(endedMs === null ? {} : { endedAt: new Date(endedMs).toISOString() }),
  ...(list === null
    ? {}
    : {
        freeSlots: list.freeSlots,
        profiles: list.profiles.map((profile) => ({
          iccid: onWire(profile.iccid),
          state: profile.isEnabled ? 'enabled' : 'disabled',
          isFallback: profile.iccid === list.fallbackIccid,
        })),
      }),
});

/** Executes a call under the active faults: before, after or not at all. */
async function underFaults(
  { faults, calls }: Surroundings,
  sim: EsimSimulator,
  reply: FastifyReply,
  call: { readonly account: string; readonly operation: string; readonly subject: string | undefined },
  perform: () => Answer,
  refused: (code: (typeof CODES)[keyof typeof CODES]) => Answer,
): Promise<void> {
  const { delayMs, fault } = faults.strike({ carrier: 'es2plus', ...call });
  if (delayMs > 0) await pause(delayMs);
  sim.settle();
  const send = ({ status, body, headers = {} }: Answer) => reply.code(status).headers(headers).send(body);
  switch (fault?.kind) {
    case 'timeout':
      if (fault.options.applied) perform();
      return calls.keepWaiting(reply);
    case 'dropBeforeEffect':
      return hangUp(reply);
    case 'lostConfirmation':
      perform();
      return hangUp(reply);
    case 'httpError':
      if (fault.options.applied) perform();
      return send({ status: fault.options.httpStatus ?? 500, body: { message: 'Internal error' } });
    case 'refuse':
      return send(refused((codeOf(fault.options.status ?? '') ?? CODES.notAvailable) as typeof CODES.notAvailable));
    case 'garbled': {
      const answer = perform();
      const whole = JSON.stringify(answer.body);
      reply.header('content-type', 'application/json');
      return send({ ...answer, body: whole.slice(0, Math.floor(whole.length / 2)) });
    }
    default:
      return send(perform());
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
