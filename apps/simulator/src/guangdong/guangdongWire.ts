import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnderFaults, send, type WireText } from '../cardWorld/underFaults.ts';
import type { Surroundings } from '../carrier.ts';
import type { GuangdongAccount, GuangdongCarrier } from './guangdongCarrier.ts';
import { sealed, triopiSign } from './triopiCipher.ts';
import {
  badParameter,
  notAllowed,
  TRIOPI_METHODS,
  TriopiRefusal,
  tooFast,
  wrongSign,
  wrongTransId,
} from './triopiMethods.ts';

const ROUTER = '/openapi/router';
const TYPE = 'text/plain;charset=UTF-8';
/** How many transIDs are remembered per account. */
const REMEMBERED = 200_000;

const plain = (body: object): WireText => ({ status: 200, type: TYPE, text: JSON.stringify(body) });

/** Serves the router: one URL, the method as a parameter, signed requests and encrypted answers. */
export function serveGuangdong(app: FastifyInstance, carrier: GuangdongCarrier, surroundings: Surroundings): void {
  const used = new Map<string, Set<string>>();
  app.register(async (api) => {
    api.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    api.route({
      method: ['GET', 'POST'],
      url: ROUTER,
      handler: (request, reply) => serve(carrier, used, surroundings, request, reply),
    });
  });
}

async function serve(
  carrier: GuangdongCarrier,
  used: Map<string, Set<string>>,
  surroundings: Surroundings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const params = paramsOf(request);
  const account = carrier.world.account(params['appKey'] ?? '');
  // Without an account there is no key to encrypt the answer (assumed: plain text).
  if (!account) return send(reply, plain({ code: '1002', message: 'appKey 不存在' }));
  const { method = '' } = params;
  const secret = account.signingSecret ?? '';
  const answer = (body: object): WireText => ({ status: 200, type: TYPE, text: sealed(JSON.stringify(body), secret) });
  const refusal = ({ code, message }: TriopiRefusal): WireText => answer({ code, message });
  const denied = whyDenied(account, params, used);
  if (denied) return send(reply, refusal(denied));
  const gate = carrier.gate(account.username);
  if (!gate.enter(surroundings.clock.baseMs(), account)) return send(reply, refusal(tooFast()));
  reply.raw.once('close', () => gate.leave());
  gate.note(method);
  const handle = TRIOPI_METHODS[method];
  if (!handle) return send(reply, refusal(badParameter('method')));

  const subject = subjectOf(carrier, params);
  const call = { carrier: carrier.nature.name, account: account.username, operation: method, subject };
  await answerUnderFaults(surroundings, call, reply, () => carrier.settle(), {
    perform: (conduct) => {
      try {
        return answer({ code: '0', message: 'success', result: handle({ carrier, account, params, conduct }) });
      } catch (error) {
        if (error instanceof TriopiRefusal) return refusal(error);
        throw error;
      }
    },
    refused: () => {
      if (subject !== undefined) carrier.refuse(subject);
      return refusal(notAllowed());
    },
    failed: (status = 500) => ({ ...answer({ code: '9999', message: '系统错误' }), status }),
  });
}

function paramsOf({ query, body }: FastifyRequest): Record<string, string> {
  const given = { ...(query as object), ...(typeof body === 'object' && body !== null ? body : {}) };
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The sign first; then the transID: group code, yyyyMMddHHmmssSSS and four digits, never twice. */
function whyDenied(
  { username, signingSecret = '', groupCode }: GuangdongAccount,
  params: Readonly<Record<string, string>>,
  used: Map<string, Set<string>>,
): TriopiRefusal | undefined {
  if (params['sign'] !== triopiSign(params, signingSecret)) return wrongSign();
  const { transID = '' } = params;
  const isShaped = transID.startsWith(groupCode) && /^\d{21}$/.test(transID.slice(groupCode.length));
  const seen = used.get(username) ?? new Set();
  used.set(username, seen);
  if (!isShaped || seen.has(transID)) return wrongTransId();
  if (seen.size >= REMEMBERED) seen.clear();
  seen.add(transID);
  return undefined;
}

function subjectOf(
  { world }: GuangdongCarrier,
  { iccid, msisdn }: Readonly<Record<string, string>>,
): string | undefined {
  if (iccid !== undefined) return iccid;
  const row = msisdn === undefined ? undefined : world.rowOfNumber('msisdn', msisdn);
  return row === undefined ? undefined : world.devices.iccid(row);
}
