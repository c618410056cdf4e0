import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isKey } from '../cardWorld/keyHash.ts';
import { answerUnderFaults, send, type WireText } from '../cardWorld/underFaults.ts';
import type { Surroundings } from '../carrier.ts';
import { CARD_ROUTES } from './cardRoutes.ts';
import { CONNECTION_ROUTES } from './connectionRoutes.ts';
import {
  badParameter,
  badTransid,
  notAllowed,
  type OneLinkHandler,
  OneLinkRefusal,
  tokenGone,
  wrongPassword,
} from './onelinkCall.ts';
import type { OneLinkAccount, OneLinkCarrier } from './onelinkCarrier.ts';
import { TokenDesk } from './tokenDesk.ts';
import { USAGE_ROUTES } from './usageRoutes.ts';
import { WHITE_LIST_ROUTES } from './whiteListRoutes.ts';

const TYPE = 'application/json;charset=UTF-8';
const GET_TOKEN = 'get/token';
const TRANSID_MOST = 48;
const ROUTES: Readonly<Record<string, OneLinkHandler>> = {
  ...CARD_ROUTES,
  ...USAGE_ROUTES,
  ...CONNECTION_ROUTES,
  ...WHITE_LIST_ROUTES,
};

const envelope = (status: string, message: string, result: readonly object[]): WireText => ({
  status: 200,
  type: TYPE,
  text: JSON.stringify({ status, message, result }),
});
const refusal = ({ code, message }: OneLinkRefusal): WireText => envelope(code, message, []);

/** Serves OneLink v5 under a base path; GET with a query and POST with JSON or a form are the same. */
export const serveOneLink =
  (base: string) =>
  (app: FastifyInstance, carrier: OneLinkCarrier, surroundings: Surroundings): void => {
    const tokens = new TokenDesk();
    app.register(
      async (api) => {
        api.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
          done(null, Object.fromEntries(new URLSearchParams(String(body)))),
        );
        api.setErrorHandler((error, _request, reply) => {
          if (error instanceof OneLinkRefusal) return send(reply, refusal(error));
          const status = (error as { statusCode?: unknown }).statusCode;
          if (typeof status === 'number' && status < 500) return send(reply, refusal(badParameter('请求体')));
          process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
          return send(reply, { ...envelope('500', '系统错误', []), status: 500 });
        });
        api.route<{ Params: { '*': string } }>({
          method: ['GET', 'POST'],
          url: '/ec/*',
          handler: (request, reply) => serve(carrier, tokens, surroundings, request.params['*'], request, reply),
        });
      },
      { prefix: base },
    );
  };

async function serve(
  carrier: OneLinkCarrier,
  tokens: TokenDesk,
  surroundings: Surroundings,
  operation: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const params = paramsOf(request);
  const account = admit(carrier, tokens, operation, params);
  const gate = carrier.gate(account.username);
  if (!gate.enter(surroundings.clock.baseMs(), account)) {
    throw new OneLinkRefusal(account.limitCode, '调用频率超过限制');
  }
  reply.raw.once('close', () => gate.leave());
  gate.note(operation);
  checkTransid(tokens, account, params);
  const handle = operation === GET_TOKEN ? giveToken(carrier, tokens) : ROUTES[operation];
  if (!handle) throw badParameter('接口不存在');

  const subject = subjectOf(carrier, params);
  const call = { carrier: carrier.nature.name, account: account.username, operation, subject };
  await answerUnderFaults(surroundings, call, reply, () => carrier.settle(), {
    perform: (conduct) => {
      try {
        return envelope('0', '正确', handle({ carrier, account, params, conduct }));
      } catch (error) {
        if (error instanceof OneLinkRefusal) return refusal(error);
        throw error;
      }
    },
    refused: () => {
      if (subject !== undefined) carrier.refuse(subject);
      return refusal(notAllowed('卡当前状态不允许办理该业务'));
    },
    failed: (status = 500) => ({ ...envelope('500', '系统错误', []), status }),
  });
}

/** Query, JSON and form alike: texts by name; other types are ignored. */
function paramsOf({ query, body }: FastifyRequest): Record<string, string> {
  const given = { ...(query as object), ...(typeof body === 'object' && body !== null ? body : {}) };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

/** By name and password for a token request, by the token everywhere else. */
function admit(
  carrier: OneLinkCarrier,
  tokens: TokenDesk,
  operation: string,
  params: Readonly<Record<string, string>>,
): OneLinkAccount {
  if (operation === GET_TOKEN) {
    const account = carrier.world.account(params['appid'] ?? '');
    if (!account || !isKey(params['password'] ?? '', account.keyHash)) throw wrongPassword();
    return account;
  }
  const owner = tokens.ownerOf(params['token'] ?? '', carrier.nowMs());
  const account = owner === undefined ? undefined : carrier.world.account(owner);
  if (!account) throw tokenGone();
  return account;
}

/** appid, the moment as yyyyMMddHHmmss and eight digits, never twice. */
function checkTransid(tokens: TokenDesk, { username }: OneLinkAccount, params: Readonly<Record<string, string>>): void {
  const transid = params['transid'] ?? '';
  const isShaped = transid.startsWith(username) && /^\d{22}$/.test(transid.slice(username.length));
  if (!isShaped || transid.length > TRANSID_MOST) throw badTransid('格式');
  if (!tokens.takeTransid(username, transid)) throw badTransid('重复');
}

const giveToken =
  (carrier: OneLinkCarrier, tokens: TokenDesk): OneLinkHandler =>
  ({ account, params }) => {
    const { refresh = '0' } = params;
    if (refresh !== '0' && refresh !== '1') throw badParameter('refresh');
    const given = tokens.give(account.username, carrier.nowMs(), account.tokenSeconds, refresh === '1');
    return [{ token: given.token, ttl: String(given.ttlSeconds) }];
  };

/** The card a call names, however it names it, for faults that strike one card. */
function subjectOf({ world }: OneLinkCarrier, params: Readonly<Record<string, string>>): string | undefined {
  const { iccid, msisdn, imsi } = params;
  if (iccid !== undefined) return iccid;
  const row =
    msisdn !== undefined
      ? world.rowOfNumber('msisdn', msisdn)
      : imsi !== undefined
        ? world.rowOfNumber('imsi', imsi)
        : undefined;
  return row === undefined ? undefined : world.devices.iccid(row);
}
