import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TurnableClock } from '@cardinal/primitives/clock.ts';
import { afterAll, expect, test } from 'vitest';
import { MORNING, startUnderTest } from '../simulatorUnderTest.ts';
import { signedBy } from './keys.ts';
import type { Notice, Refund, Trade } from './paymentEvents.ts';

type Heard = { readonly path: string; readonly body: string };
const heard: Heard[] = [];
/** What the platform answers next; 204 unless said otherwise. */
const answers: number[] = [];
const platform = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    heard.push({ path: request.url ?? '', body });
    response.writeHead(answers.shift() ?? 204).end();
  });
});
await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
const noticeUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/notices`;

const dataDir = mkdtempSync(join(tmpdir(), 'payments-'));
const clock = new TurnableClock(MORNING);
let under = await startUnderTest({ dataDir, clock });
afterAll(async () => {
  await under.simulator.close();
  platform.close();
});

type Opened = { merchantNo: string; credentials: Record<string, string>; certificateSerial: string };
const wechat = (method: string, path: string, body?: unknown) => under.control(method, `/wechat${path}`, body);
const open = async (fields: object = {}) => (await wechat('POST', '/merchants', fields)).json as unknown as Opened;
const merchant = await open({ refundAfterMs: 60_000 });

/** A request signed as a merchant signs it; a part can be given wrongly. */
async function call(
  method: string,
  path: string,
  body?: object,
  wrong: { key?: string; serial?: string; ageSeconds?: number; text?: string } = {},
) {
  const { credentials, merchantNo, certificateSerial } = merchant;
  const text = body ? JSON.stringify(body) : '';
  const timestamp = Math.floor(clock.now().getTime() / 1_000) - (wrong.ageSeconds ?? 0);
  const key = wrong.key ?? credentials['privateKey'] ?? '';
  const signature = signedBy(`${method}\n/wechat${path}\n${timestamp}\nN\n${text}\n`, key);
  const parts = {
    mchid: merchantNo,
    nonce_str: 'N',
    timestamp,
    serial_no: wrong.serial ?? certificateSerial,
    signature,
  };
  const written = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  const answer = await fetch(`${under.simulator.url}/wechat${path}`, {
    method,
    headers: {
      authorization: `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`,
      ...(text ? { 'content-type': 'application/json' } : {}),
    },
    ...(text ? { body: wrong.text ?? text } : {}),
  });
  const said = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    json: said ? (JSON.parse(said) as Record<string, unknown>) : {},
  };
}
const order = (no: string, changes: object = {}) => ({
  appid: merchant.credentials['appid'],
  mchid: merchant.merchantNo,
  description: 'recharge',
  out_trade_no: no,
  notify_url: noticeUrl,
  amount: { total: 500, currency: 'CNY' },
  ...changes,
});
const NATIVE = '/v3/pay/transactions/native';
const ask = (no: string) => call('GET', `/v3/pay/transactions/out-trade-no/${no}?mchid=${merchant.merchantNo}`);
const noticesOf = async (subject: string) => {
  const { notices } = (await wechat('GET', '/notices')).json as unknown as { notices: Notice[] };
  return notices.filter((notice) => notice.subject === subject);
};

test('only the merchant’s own signature over what it sent is accepted, and every answer is signed', async () => {
  const stranger = await open();
  const body = order('SIM00001');
  for (const wrong of [
    { key: stranger.credentials['privateKey'] ?? '' },
    { serial: stranger.certificateSerial },
    { ageSeconds: 301 },
    { ageSeconds: -301 },
    { text: JSON.stringify({ ...body, amount: { total: 1 } }) },
  ]) {
    const refused = await call('POST', NATIVE, body, wrong);
    expect([refused.status, refused.json['code']]).toEqual([401, 'SIGN_ERROR']);
  }
  const unsigned = await fetch(`${under.simulator.url}/wechat/v3/certificates`);
  expect(unsigned.status).toBe(401);
  const made = await call('POST', NATIVE, body);
  expect([made.status, made.headers.get('wechatpay-serial')?.length]).toEqual([200, 40]);
});

test('a gateway request without the app’s signature is refused by its code', async () => {
  const opened = (await under.control('POST', '/alipay/merchants', {})).json as unknown as Opened;
  const ask = async (form: Record<string, string>) => {
    const answer = await fetch(`${under.simulator.url}/alipay/gateway.do`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ method: 'alipay.trade.query', ...form }),
    });
    const { alipay_trade_query_response: said } = (await answer.json()) as Record<string, { sub_code: string }>;
    return said?.sub_code;
  };
  expect(await ask({ app_id: 'nobody' })).toBe('isv.invalid-app-id');
  expect(await ask({ app_id: opened.merchantNo, sign_type: 'RSA2', sign: 'x' })).toBe('isv.invalid-signature');
  const fields = { app_id: opened.merchantNo, method: 'alipay.trade.query', sign_type: 'RSA2', biz_content: '{}' };
  const text = Object.entries(fields)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const sign = signedBy(text, opened.credentials['privateKey'] ?? '');
  expect(await ask({ ...fields, sign })).toBe('isv.invalid-timestamp');
});

test('a trade ends with its time, and can then neither be paid nor created again', async () => {
  const expires = new Date(clock.now().getTime() + 60_000).toISOString();
  const { json } = await call('POST', NATIVE, order('SIM00002', { time_expire: expires }));
  expect((await ask('SIM00002')).json).toMatchObject({ trade_state: 'NOTPAY' });
  clock.advance(60_000);
  expect((await ask('SIM00002')).json).toMatchObject({ trade_state: 'CLOSED' });
  expect((await call('POST', NATIVE, order('SIM00002', { time_expire: expires }))).json).toMatchObject({
    code: 'ORDER_CLOSED',
  });
  const page = await (await fetch(`${String(json['code_url'])}/pay?lang=en`, { method: 'POST' })).text();
  expect(page).toContain('The order is closed');
});

test('bad input is refused at its field', async () => {
  for (const changes of [
    { out_trade_no: 'short' },
    { notify_url: `${noticeUrl}?a=1` },
    { amount: { total: 0 } },
    { amount: { total: 1, currency: 'USD' } },
    { description: 'x'.repeat(128) },
  ]) {
    expect((await call('POST', NATIVE, order('SIM00003', changes))).json['code']).toBe('PARAM_ERROR');
  }
  expect((await call('POST', NATIVE, order('SIM00003', { appid: 'wx2' }))).json['code']).toBe('APPID_MCHID_NOT_MATCH');
  expect((await ask('SIM00003')).status).toBe(404);
});

test('a notice is repeated on the world’s clock until it is answered well', async () => {
  await call('POST', NATIVE, order('SIM00004'));
  answers.push(500, 503);
  await wechat('POST', '/trades/SIM00004/pay');
  await expect.poll(async () => (await noticesOf('SIM00004'))[0]?.attempts.length, { timeout: 60_000 }).toBe(1);
  expect((await noticesOf('SIM00004'))[0]).toMatchObject({ state: 'waiting' });
  for (const count of [2, 3]) {
    clock.advance(15_000);
    await expect.poll(async () => (await noticesOf('SIM00004'))[0]?.attempts.length, { timeout: 60_000 }).toBe(count);
  }
  const [notice] = await noticesOf('SIM00004');
  expect(notice).toMatchObject({ state: 'taken' });
  expect(notice?.attempts.map(({ status }) => status)).toEqual([500, 503, 204]);
  expect(new Set(heard.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(1);
});

test('notices can be withheld, released in reverse, lost, sent twice and sent again', async () => {
  heard.length = 0;
  await wechat('PATCH', `/merchants/${merchant.merchantNo}`, { withholdsNotices: true });
  for (const no of ['SIM00005', 'SIM00006']) {
    await call('POST', NATIVE, order(no));
    await wechat('POST', `/trades/${no}/pay`);
  }
  const { sent } = (await wechat('POST', '/notices/release', { reversed: true })).json as unknown as { sent: Notice[] };
  expect(sent.map(({ subject, state }) => `${subject} ${state}`)).toEqual(['SIM00006 taken', 'SIM00005 taken']);
  await wechat('PATCH', `/merchants/${merchant.merchantNo}`, { withholdsNotices: false });
  expect((await wechat('POST', `/notices/${sent[0]?.id}/resend`, { times: 2 })).json).toMatchObject({ state: 'taken' });
  expect(heard.length).toBe(4);
  await under.control('POST', '/faults', { kind: 'swallow', carrier: 'wechat', operation: 'notifyPayment', count: 1 });
  await call('POST', NATIVE, order('SIM00007'));
  await wechat('POST', '/trades/SIM00007/pay');
  await expect.poll(async () => (await noticesOf('SIM00007'))[0]?.state, { timeout: 60_000 }).toBe('lost');
  await under.control('POST', '/faults', {
    kind: 'duplicate',
    carrier: 'wechat',
    operation: 'notifyPayment',
    count: 1,
  });
  await call('POST', NATIVE, order('SIM00008'));
  await wechat('POST', '/trades/SIM00008/pay', { amount: 499 });
  await expect.poll(async () => (await noticesOf('SIM00008'))[0]?.attempts.length, { timeout: 60_000 }).toBe(2);
  expect((await ask('SIM00008')).json).toMatchObject({ amount: { total: 499 } });
});

test('control tells a person what was sent and answered, and plays the buyer', async () => {
  const page = async (query: string) => (await fetch(`${under.simulator.url}/_control/payments${query}`)).text();
  expect(await page('?lang=zh')).toContain('平台已接收');
  expect(await page('?lang=en')).toContain('Pay now');
  await call('POST', NATIVE, order('SIM00009', { description: '<script>alert(1)</script>' }));
  expect(await page('')).not.toContain('<script>alert');
  expect((await wechat('POST', '/trades/SIM00009/fail')).json).toMatchObject({ state: 'failed' });
  expect((await wechat('POST', '/trades/SIM00009/fail')).status).toBe(409);
  expect((await wechat('POST', '/trades/none/pay')).status).toBe(404);
  expect((await wechat('POST', '/trades/SIM00004/refund', { amount: 100 })).json).toMatchObject({ amount: 100 });
  expect((await wechat('POST', '/trades/SIM00004/refund', { amount: 401 })).status).toBe(409);
  expect((await wechat('POST', '/merchants', { mchid: 'x' })).status).toBe(400);
});

test('the world is the same after a restart: keys, trades, refunds, notices to send', async () => {
  await wechat('PATCH', `/merchants/${merchant.merchantNo}`, { withholdsNotices: true });
  await call('POST', NATIVE, order('SIM00010'));
  await wechat('POST', '/trades/SIM00010/pay');
  const refunded = await call('POST', '/v3/refund/domestic/refunds', {
    out_trade_no: 'SIM00010',
    out_refund_no: 'SIMR1',
    notify_url: noticeUrl,
    amount: { refund: 200, total: 500, currency: 'CNY' },
  });
  expect(refunded.json).toMatchObject({ status: 'PROCESSING' });
  const state = async () => ({
    merchants: (await wechat('GET', '/merchants')).json,
    trades: (await wechat('GET', '/trades')).json,
    refunds: (await wechat('GET', '/refunds')).json,
    notices: (await wechat('GET', '/notices')).json,
  });
  const before = await state();
  await under.simulator.close();
  under = await startUnderTest({ dataDir, clock });
  expect(await state()).toEqual(before);
  clock.advance(60_000);
  const { refunds } = (await wechat('GET', '/refunds')).json as unknown as { refunds: Refund[] };
  expect(refunds.find(({ refundNo }) => refundNo === 'SIMR1')).toMatchObject({ state: 'done' });
  expect((await noticesOf('SIMR1'))[0]).toMatchObject({ state: 'held', event: 'REFUND.SUCCESS' });
  const { trades } = (await wechat('GET', '/trades')).json as unknown as { trades: Trade[] };
  expect(trades.length).toBeGreaterThanOrEqual(9);
  expect((await ask('SIM00010')).json).toMatchObject({ trade_state: 'REFUND' });
});
