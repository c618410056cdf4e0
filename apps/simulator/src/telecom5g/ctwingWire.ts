import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { simulatedCards, type WorldTools } from '../cardWorld/simulatedCards.ts';
import { answerUnderFaults, type Conduct, send } from '../cardWorld/underFaults.ts';
import type { SimulatedCarrier, Surroundings } from '../carrier.ts';
import { MinuteGate } from '../telecomCmp/minuteGate.ts';
import {
  type TelecomAccount,
  type TelecomCarrier,
  telecom5gControl,
  telecom5gNature,
} from '../telecomCmp/telecomNature.ts';
import { json, missing, notAllowed, TelecomRefusal, tooOften, unknownCard } from '../telecomCmp/wireTexts.ts';
import { CTWING_ROUTES, type CtwingRoute } from './ctwingRoutes.ts';

const LONGEST_BODY_BYTES = 256 * 1024;
const UNAUTHORIZED = 401;
const STAMP = /^\d{14}$/;

const refusalText = (error: TelecomRefusal) => json({ code: Number(error.code), msg: error.message });

export const simulatedTelecom5g = (tools: WorldTools): SimulatedCarrier =>
  simulatedCards(telecom5gNature, telecom5gControl, registerTelecom5gApi, tools).simulated;

/** Serves the 5G platform. The order is always: authentication, rate limit, faults, the request itself. */
function registerTelecom5gApi(app: FastifyInstance, carrier: TelecomCarrier, surroundings: Surroundings): void {
  const minutes = new MinuteGate();
  app.register(async (api) => {
    // The sign is over the body as it was sent.
    api.removeContentTypeParser('application/json');
    api.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: LONGEST_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    api.setErrorHandler((error, _request, reply) => {
      if (error instanceof Stranger) return send(reply, json({ code: UNAUTHORIZED, msg: error.message }, UNAUTHORIZED));
      if (error instanceof TelecomRefusal) return send(reply, refusalText(error));
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return send(reply, json({ code: 500, msg: '系统异常' }, 500));
    });
    for (const route of CTWING_ROUTES) {
      api.route({
        method: route.method,
        url: route.path,
        handler: (request, reply) => serve(carrier, surroundings, minutes, route, request, reply),
      });
    }
  });
}

/** Wrong, or no, credentials; assumed to be an HTTP error. */
class Stranger extends Error {}

async function serve(
  carrier: TelecomCarrier,
  surroundings: Surroundings,
  minutes: MinuteGate,
  route: CtwingRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const account = callerOf(carrier, request);
  const nowMs = surroundings.clock.baseMs();
  const gate = carrier.gate(account.username);
  if (!minutes.enter(account.username, nowMs, account.callsPerMinute) || !gate.enter(nowMs, account)) throw tooOften();
  reply.raw.once('close', () => gate.leave());
  gate.note(route.name);
  const query = Object.fromEntries(new URLSearchParams(queryOf(request)));
  const named = { ...query, ...(request.params as Record<string, string>) };
  const row = route.about === 'card' ? rowOf(carrier, account, named) : undefined;
  const iccid = row === undefined ? undefined : carrier.world.devices.iccid(row);
  const body = bodyOf(request);
  const perform = (conduct: Conduct) => {
    const call = { carrier, account, query, body, conduct };
    if (route.about === 'account') return route.answer(call);
    if (row === undefined) throw unknownCard();
    return route.answer({ ...call, row });
  };
  const call = { carrier: 'telecom5g', account: account.username, operation: route.name, subject: iccid };
  await answerUnderFaults(surroundings, call, reply, () => carrier.settle(), {
    perform,
    refused: () => {
      if (iccid !== undefined && route.isChange) carrier.refuse(iccid);
      return refusalText(notAllowed());
    },
    failed: (httpStatus = 500) => json({ code: httpStatus, msg: '系统异常' }, httpStatus),
  });
}

const queryOf = (request: FastifyRequest): string => request.url.split('?')[1] ?? '';
const textOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const text = textOf(request);
  if (text === '') return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw missing('body');
  }
}

/** The signature covers the query by name, the body, the secret and the time. */
function callerOf(carrier: TelecomCarrier, request: FastifyRequest): TelecomAccount {
  const header = (name: string) => String(request.headers[name] ?? '');
  const account = carrier.world.account(header('appkey'));
  const stamp = header('timestamp');
  if (!account || !STAMP.test(stamp)) throw new Stranger('AppKey或Timestamp错误');
  const sorted = queryOf(request).split('&').filter(Boolean).sort(byName).join('&');
  const digest = createHash('md5')
    .update(`${sorted}${textOf(request)}${account.signingSecret ?? ''}${stamp}`)
    .digest('hex');
  const sign = account.signing === 'twice' ? Buffer.from(digest).toString('hex').toUpperCase() : digest.toUpperCase();
  if (header('sign') !== sign) throw new Stranger('Sign错误');
  return account;
}

const byName = (one: string, other: string) => {
  const [a = '', b = ''] = [one.split('=')[0], other.split('=')[0]];
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Another account's card counts as unknown. */
function rowOf(carrier: TelecomCarrier, account: TelecomAccount, named: Readonly<Record<string, string>>): number {
  const { access_number: accessNumber, iccid } = named;
  if (!(accessNumber || iccid)) throw missing('access_number');
  const row = accessNumber
    ? carrier.world.rowOfNumber('msisdn', accessNumber)
    : carrier.world.devices.rowOf(iccid ?? '');
  if (row === undefined || carrier.world.accountOf(row).username !== account.username) throw unknownCard();
  return row;
}
