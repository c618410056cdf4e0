import { strDec, thirdsOf } from '@cardinal/primitives/strEnc.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { simulatedCards, type WorldTools } from '../cardWorld/simulatedCards.ts';
import { answerUnderFaults, type Conduct, send } from '../cardWorld/underFaults.ts';
import type { SimulatedCarrier, Surroundings } from '../carrier.ts';
import { refusalText } from './cardOrders.ts';
import { CMP_METHODS, type CmpMethod } from './cmpMethods.ts';
import { MinuteGate } from './minuteGate.ts';
import { type TelecomAccount, type TelecomCarrier, telecomCmpControl, telecomCmpNature } from './telecomNature.ts';
import {
  missing,
  notAllowed,
  TelecomRefusal,
  tooOften,
  unknownCard,
  words,
  wrongSign,
  wrongUser,
} from './wireTexts.ts';

const PATHS = ['/m2m_ec/query.do', '/m2m_ec/app/serviceAccept.do'];
const LONGEST_BODY_BYTES = 64 * 1024;
const KEY_CHARACTERS = 9;
/** The parameters that may name a card. */
const NUMBERS = ['access_number', 'iccid', 'imsi'] as const;

type Parameters = Readonly<Record<string, string>>;

export const simulatedTelecomCmp = (tools: WorldTools): SimulatedCarrier =>
  simulatedCards(telecomCmpNature, telecomCmpControl, registerTelecomCmpApi, tools).simulated;

/** Serves the older platform. The order is always: authentication, rate limit, faults, the request itself. */
function registerTelecomCmpApi(app: FastifyInstance, carrier: TelecomCarrier, surroundings: Surroundings): void {
  const minutes = new MinuteGate();
  app.register(async (api) => {
    api.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    // Refusals are normal answers: the carrier always uses HTTP 200.
    api.setErrorHandler((error, _request, reply) => {
      if (error instanceof TelecomRefusal) return send(reply, refusalText(error));
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return send(reply, words('系统异常', 500));
    });
    for (const url of PATHS) {
      api.route({
        method: ['GET', 'POST'],
        url,
        handler: (request, reply) => serve(carrier, surroundings, minutes, request, reply),
      });
    }
  });
}

async function serve(
  carrier: TelecomCarrier,
  surroundings: Surroundings,
  minutes: MinuteGate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const parameters = parametersOf(request);
  const { account, key, password } = callerOf(carrier, parameters);
  const nowMs = surroundings.clock.baseMs();
  const gate = carrier.gate(account.username);
  if (!minutes.enter(account.username, nowMs, account.callsPerMinute) || !gate.enter(nowMs, account)) throw tooOften();
  reply.raw.once('close', () => gate.leave());
  const name = parameters['method'] ?? '';
  const method = CMP_METHODS.get(name);
  if (!method) throw missing('method');
  gate.note(name);
  checkSign(parameters, method, account.username, password, key);
  const row = method.about === 'card' ? rowOf(carrier, account, parameters) : undefined;
  const iccid = row === undefined ? undefined : carrier.world.devices.iccid(row);
  const call = { carrier: 'telecomCmp', account: account.username, operation: name, subject: iccid };
  await answerUnderFaults(surroundings, call, reply, () => carrier.settle(), {
    perform: (conduct) => answerOf(method, { carrier, account, key, parameters, conduct, row }),
    refused: () => {
      if (iccid !== undefined && method.isChange) carrier.refuse(iccid);
      return refusalText(notAllowed());
    },
    failed: (httpStatus = 500) => words('系统异常', httpStatus),
  });
}

function answerOf(
  method: CmpMethod,
  call: {
    readonly carrier: TelecomCarrier;
    readonly account: TelecomAccount;
    readonly key: string;
    readonly parameters: Parameters;
    readonly conduct: Conduct;
    readonly row: number | undefined;
  },
) {
  if (method.about === 'account') return method.answer(call);
  if (call.row === undefined) throw unknownCard();
  return method.answer({ ...call, row: call.row });
}

/** A form or a query; of a repeated name the last value counts. */
function parametersOf(request: FastifyRequest): Parameters {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  return Object.fromEntries([...query, ...form]);
}

/** The secret of an account is its key of nine characters, followed by its password. */
function callerOf(carrier: TelecomCarrier, parameters: Parameters) {
  const account = carrier.world.account(parameters['user_id'] ?? '');
  const secret = account?.signingSecret ?? '';
  const key = secret.slice(0, KEY_CHARACTERS);
  const password = secret.slice(KEY_CHARACTERS);
  const said = account && strDec(parameters['passWord'] ?? '', thirdsOf(key));
  if (!account || said !== password) throw wrongUser();
  return { account, key, password };
}

/** The signed values as a set: a signature with or without empty values is valid. */
function checkSign(parameters: Parameters, method: CmpMethod, userId: string, password: string, key: string): void {
  const number = method.about === 'card' ? NUMBERS.map((name) => parameters[name]) : [];
  const own = method.signed.map((name) => {
    const value = parameters[name];
    if (value === undefined) throw missing(name);
    return value;
  });
  const wanted = [...number, userId, password, parameters['method'], ...own].filter(Boolean).join(',');
  const signed = strDec(parameters['sign'] ?? '', thirdsOf(key));
  const asSet = (text: string) => text.split(',').filter(Boolean).sort().join(',');
  if (signed === undefined || asSet(signed) !== asSet(wanted)) throw wrongSign();
}

/** Another account's card counts as unknown. */
function rowOf(carrier: TelecomCarrier, account: TelecomAccount, parameters: Parameters): number {
  const { access_number: accessNumber, iccid, imsi } = parameters;
  if (!(accessNumber || iccid || imsi)) throw missing('access_number');
  const row = accessNumber
    ? carrier.world.rowOfNumber('msisdn', accessNumber)
    : iccid
      ? carrier.world.devices.rowOf(iccid)
      : carrier.world.rowOfNumber('imsi', imsi ?? '');
  if (row === undefined || carrier.world.accountOf(row).username !== account.username) throw unknownCard();
  return row;
}
