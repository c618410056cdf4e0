import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnderFaults, type Conduct, send, type WireText } from '../../cardWorld/underFaults.ts';
import { isSignedBy } from '../keys.ts';
import type { Merchant } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { CALLS, type WechatCall, WechatRefusal } from './wechatCalls.ts';
import { CONTRACT_CALLS } from './wechatContracts.ts';
import { signatureHeaders } from './wechatNature.ts';
import { SPLIT_CALLS, settleSplits } from './wechatSplits.ts';
import { TRANSFER_CALLS } from './wechatTransfers.ts';

const LONGEST_BODY_BYTES = 64 * 1024;
const AUTHORIZATION = /^WECHATPAY2-SHA256-RSA2048\s+(.+)$/;

/** Serves API v3 below `/wechat`: every request's signature is checked, every answer is signed. */
export function registerWechatApi(app: FastifyInstance, sim: PaymentSimulator): void {
  app.register(
    async (api) => {
      // A signature is over the body as it came.
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_BODY_BYTES }, (_request, body, done) => {
        done(null, body);
      });
      for (const call of [...CALLS, ...TRANSFER_CALLS, ...CONTRACT_CALLS, ...SPLIT_CALLS]) {
        api.route({
          method: call.method,
          url: call.path,
          handler: (request, reply) => serve(sim, call, request, reply),
        });
      }
    },
    { prefix: '/wechat' },
  );
}

async function serve(
  sim: PaymentSimulator,
  call: WechatCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const platform = await sim.platform();
  const body = typeof request.body === 'string' ? request.body : '';
  const merchant = callerOf(sim, request, body);
  const said = (status: number, content: unknown, type = 'application/json; charset=utf-8'): WireText => {
    const text = content === undefined ? '' : typeof content === 'string' ? content : JSON.stringify(content);
    // A file is not signed; its hash was.
    const headers = type.startsWith('application/json')
      ? signatureHeaders(merchant, platform, text, sim.surroundings.clock.baseMs())
      : {};
    return { status, type, text, headers: { ...headers, 'request-id': `sim-${request.id}` } };
  };
  const refused = ({ status, code, message }: WechatRefusal) => said(status, { code, message });
  if (!merchant) return send(reply, refused(new WechatRefusal(401, 'SIGN_ERROR', '签名错误')));
  sim.countCall(merchant.merchantNo, call.name);
  const params = request.params as Record<string, string>;
  const asked = parsed(body);
  const subject =
    params['no'] ??
    params['code'] ??
    textIn(asked, 'out_bill_no') ??
    textIn(asked, 'out_refund_no') ??
    textIn(asked, 'out_return_no') ??
    textIn(asked, 'out_order_no') ??
    textIn(asked, 'out_trade_no') ??
    textIn(asked, 'out_contract_code');
  const at = { carrier: 'wechat', account: merchant.merchantNo, operation: call.name, subject };
  const perform = (conduct: Conduct): WireText => {
    try {
      const origin = `${request.protocol}://${request.host}`;
      const query = request.query as Record<string, string>;
      const sealedFor = request.headers['wechatpay-serial'];
      const answer = call.perform({ sim, merchant, platform, params, query, asked, origin, conduct, sealedFor });
      return said(answer.status, answer.content, answer.type);
    } catch (error) {
      if (error instanceof WechatRefusal) return refused(error);
      throw error;
    }
  };
  await answerUnderFaults(sim.surroundings, at, reply, () => settleSplits(sim), {
    perform,
    refused: (code = 'INVALID_REQUEST') => refused(new WechatRefusal(statusOf(code), code, '模拟的拒绝')),
    failed: (status = 500) => refused(new WechatRefusal(status, 'SYSTEM_ERROR', '系统错误')),
  });
}

/** The merchant whose certificate signed this request; undefined if nobody's did. */
function callerOf(sim: PaymentSimulator, request: FastifyRequest, body: string): Merchant | undefined {
  const [, written = ''] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const told = Object.fromEntries([...written.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  const { mchid = '', nonce_str: nonce, signature = '', timestamp = '', serial_no: serial } = told;
  const merchant = sim.world.merchants.get(mchid);
  if (!merchant || !nonce || merchant.keys.serial !== serial) return undefined;
  const text = `${request.method}\n${request.url}\n${timestamp}\n${nonce}\n${body}\n`;
  const isGenuine = isSignedBy(text, signature, merchant.keys.publicKey);
  return isGenuine && sim.isTimely(merchant, Number(timestamp) * 1_000) ? merchant : undefined;
}

const statusOf = (code: string): number =>
  ({ SIGN_ERROR: 401, NOT_ENOUGH: 403, NO_AUTH: 403, OUT_TRADE_NO_USED: 403, FREQUENCY_LIMITED: 429 })[code] ?? 400;

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function textIn(asked: unknown, name: string): string | undefined {
  const value = typeof asked === 'object' && asked !== null ? (asked as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
