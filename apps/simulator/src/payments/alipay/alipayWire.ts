import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chinaDay } from '../../cardWorld/chinaTime.ts';
import { answerUnderFaults, type Conduct, send, type WireText } from '../../cardWorld/underFaults.ts';
import { isSignedBy, type KeyPair, signedBy } from '../keys.ts';
import type { Merchant } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { billOf } from './alipayBill.ts';
import { AlipayRefusal, METHODS } from './alipayMethods.ts';

const LONGEST_BODY_BYTES = 64 * 1024;
const BILL_LIVES_MS = 30_000;

/** Serves the gateway at `/alipay/gateway.do`: every request's signature is checked, every answer is signed. */
export function registerAlipayApi(app: FastifyInstance, sim: PaymentSimulator): void {
  app.register(
    async (api) => {
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_BODY_BYTES }, (_request, body, done) => {
        done(null, body);
      });
      api.post('/gateway.do', (request, reply) => serve(sim, request, reply));
      api.get('/downloadBillFile.resource', (request, reply) => sendBill(sim, request, reply));
    },
    { prefix: '/alipay' },
  );
}

async function serve(sim: PaymentSimulator, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const platform = await sim.platform();
  const form = {
    ...Object.fromEntries(new URL(request.url, 'http://gateway').searchParams),
    ...Object.fromEntries(new URLSearchParams(typeof request.body === 'string' ? request.body : '')),
  };
  const name = `${(form['method'] ?? 'error').replaceAll('.', '_')}_response`;
  const refused = (refusal: AlipayRefusal) => said(name, refusalOf(refusal), platform);
  let merchant: Merchant;
  try {
    merchant = callerOf(sim, form);
  } catch (error) {
    if (error instanceof AlipayRefusal) return send(reply, refused(error));
    throw error;
  }
  const method = METHODS[form['method'] ?? ''];
  if (!method) return send(reply, refused(new AlipayRefusal('40002', 'isv.invalid-method', '不存在的方法名')));
  sim.countCall(merchant.merchantNo, method.name);
  const asked = parsed(form['biz_content']);
  const subject = String(asked['out_request_no'] ?? asked['out_trade_no'] ?? '');
  const at = { carrier: 'alipay', account: merchant.merchantNo, operation: method.name, subject };
  const perform = (conduct: Conduct): WireText => {
    try {
      const origin = `${request.protocol}://${request.host}`;
      const noticeUrl = form['notify_url'] ?? '';
      const content = method.perform({ sim, merchant, asked, origin, noticeUrl, conduct });
      return said(name, { code: '10000', msg: 'Success', ...content }, platform);
    } catch (error) {
      if (error instanceof AlipayRefusal) return refused(error);
      throw error;
    }
  };
  await answerUnderFaults(sim.surroundings, at, reply, () => sim.life.settle(), {
    perform,
    refused: (code = 'ACQ.INVALID_PARAMETER') => refused(new AlipayRefusal('40004', code, '模拟的拒绝')),
    failed: (status = 500) => ({ ...refused(new AlipayRefusal('20000', 'isp.unknow-error', '服务不可用')), status }),
  });
}

/** The file behind the address of a bill: whoever has it may have it, for half a minute. */
async function sendBill(sim: PaymentSimulator, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { userId = '', bizDates = '', fileId = '' } = request.query as Record<string, string | undefined>;
  const merchant = sim.world.merchants.get(userId);
  const period = chinaDay(bizDates.replaceAll('-', ''));
  const isTimely = sim.surroundings.clock.nowMs() - Number(fileId) < BILL_LIVES_MS;
  const file = merchant && period && isTimely ? billOf(sim.world, merchant, period) : undefined;
  return file
    ? reply.type('application/octet-stream').send(Buffer.from(file))
    : reply.code(403).type('text/html').send('<html></html>');
}

/** The app whose key signed this request. */
function callerOf(sim: PaymentSimulator, form: Readonly<Record<string, string>>): Merchant {
  const merchant = sim.world.merchants.get(form['app_id'] ?? '');
  if (!merchant) throw new AlipayRefusal('40002', 'isv.invalid-app-id', '无效的AppID参数');
  const { sign = '', ...signed } = form;
  const text = Object.keys(signed)
    .filter((name) => signed[name] !== '')
    .sort()
    .map((name) => `${name}=${signed[name]}`)
    .join('&');
  if (form['sign_type'] !== 'RSA2') throw new AlipayRefusal('40002', 'isv.invalid-signature-type', '无效签名类型');
  if (!isSignedBy(text, sign, merchant.keys.publicKey)) {
    throw new AlipayRefusal('40002', 'isv.invalid-signature', '无效签名');
  }
  const at = Date.parse(`${(form['timestamp'] ?? '').replace(' ', 'T')}+08:00`);
  if (!sim.isTimely(merchant, at)) throw new AlipayRefusal('40002', 'isv.invalid-timestamp', '非法的时间戳参数');
  return merchant;
}

const MESSAGES: Readonly<Record<string, string>> = {
  20000: 'Service Currently Unavailable',
  40002: 'Invalid Arguments',
  40004: 'Business Failed',
};
const refusalOf = ({ code, subCode, message }: AlipayRefusal) => ({
  code,
  msg: MESSAGES[code] ?? code,
  sub_code: subCode,
  sub_msg: message,
});

/** The inner object's text is signed as it is sent. */
function said(name: string, content: object, platform: KeyPair): WireText {
  const inner = JSON.stringify(content).replaceAll('/', '\\/');
  const sign = signedBy(inner, platform.privateKey);
  return {
    status: 200,
    type: 'text/html;charset=utf-8',
    text: `{"${name}":${inner},"sign":"${sign}"}`,
  };
}

function parsed(content: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(content ?? '');
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
