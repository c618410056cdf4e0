import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnderFaults, send } from '../cardWorld/underFaults.ts';
import type { Surroundings } from '../carrier.ts';
import { type CmpApi, chinaTime, cmpApis } from './cmpApis.ts';
import type { CmpAccount, CmpCarrier } from './cmpCarrier.ts';
import {
  answerText,
  type CmpEnvelope,
  CmpRefusal,
  envelopeBody,
  REFUSALS,
  refusalText,
  tokenOf,
} from './cmpEnvelope.ts';

const LONGEST_BODY_BYTES = 64 * 1024;

/** Serves the gateway: every call is a POST of a signed envelope that contains the caller. */
export function registerCmpApi(app: FastifyInstance, carrier: CmpCarrier, surroundings: Surroundings): void {
  const apis = cmpApis(carrier);
  app.register(async (api) => {
    api.setErrorHandler((error, _request, reply) => send(reply, refusalText(refusalOf(error), 'outer')));
    api.post<{ Params: { api: string } }>(
      '/api/:api/V1/1Main/vV1.1',
      { bodyLimit: LONGEST_BODY_BYTES },
      (request, reply) => serve(carrier, surroundings, apis, request, reply),
    );
  });
}

async function serve(
  carrier: CmpCarrier,
  surroundings: Surroundings,
  apis: Readonly<Record<string, CmpApi>>,
  request: FastifyRequest<{ Params: { api: string } }>,
  reply: FastifyReply,
): Promise<void> {
  const name = request.params.api;
  const read = envelopeBody.safeParse(request.body);
  if (!read.success) throw REFUSALS.badRequest(read.error.issues[0]?.path.join('.') ?? 'body');
  const envelope = read.data;
  const account = authenticate(carrier, envelope);
  const gate = carrier.gate(account.username);
  if (!gate.enter(surroundings.clock.baseMs(), account)) throw REFUSALS.tooFast();
  reply.raw.once('close', () => gate.leave());
  gate.note(name);

  const subject = subjectOf(envelope.data);
  const call = { carrier: 'cmp', account: account.username, operation: name, subject };
  await answerUnderFaults(surroundings, call, reply, () => carrier.settle(), {
    perform: ({ times, toldStatus }) => {
      const handle = Object.hasOwn(apis, name) ? apis[name] : undefined;
      try {
        if (!handle) throw REFUSALS.noSuchApi();
        const data = handle({ account, data: envelope.data, times, toldStatus });
        // The real-name query has a code of its own and no other.
        const isCoded = 'rspcode' in data;
        return answerText(envelope, chinaTime(carrier.nowMs()), isCoded ? { ...data, resultCode: undefined } : data);
      } catch (error) {
        if (error instanceof CmpRefusal) return refusalText(error, account.failureForm);
        throw error;
      }
    },
    refused: () => {
      if (subject !== undefined && name.startsWith('wsEdit')) carrier.refuse(subject);
      return refusalText(REFUSALS.notAllowed(), account.failureForm);
    },
    failed: (httpStatus) => ({
      ...refusalText(REFUSALS.failed(), 'outer'),
      ...(httpStatus === undefined ? {} : { status: httpStatus }),
    }),
  });
}

/** The card a call is about, where it is about one. */
function subjectOf({ iccid, iccids }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof iccid === 'string') return iccid;
  const list = Array.isArray(iccid) ? iccid : iccids;
  return Array.isArray(list) && list.length === 1 ? String(list[0]) : undefined;
}

/** An unknown caller and a wrong secret get the same answer. */
function authenticate(carrier: CmpCarrier, envelope: CmpEnvelope): CmpAccount {
  const account = carrier.world.account(envelope.app_id);
  const expected = Buffer.from(tokenOf(envelope, account?.signingSecret ?? ''));
  const given = Buffer.from(envelope.token);
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  if (!account?.signingSecret || !isRight) throw REFUSALS.token();
  if (account.openId !== null && envelope.data['openId'] !== account.openId) throw REFUSALS.openId();
  return account;
}

/** Anything but the gateway's own refusal is an unreadable request or a bug. */
function refusalOf(error: unknown): CmpRefusal {
  if (error instanceof CmpRefusal) return error;
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) return REFUSALS.badRequest('body');
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return REFUSALS.failed();
}
