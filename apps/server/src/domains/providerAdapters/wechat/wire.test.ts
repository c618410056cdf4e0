import { createCipheriv } from 'node:crypto';
import { newKeyPair, signedBy } from '@cardinal/testing/paymentProviders.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readAnswer } from './client.ts';
import { readNotice } from './notices.ts';
import { readBill } from './statement.ts';
import { chinaRfc3339, fenNumber, paymentSeen, transaction } from './wire.ts';

const NOW = new Date('2026-11-21T02:00:00.000Z');
const API_KEY = '0123456789abcdef0123456789abcdef';
const platform = await newKeyPair('platform', new Date('2026-01-01'), new Date('2031-01-01'));
const stranger = await newKeyPair('stranger', new Date('2026-01-01'), new Date('2031-01-01'));
const credentials = { mchid: '1900000001', appid: 'wx0000000000000001', apiV3Key: API_KEY };
const session = JSON.stringify({ [platform.serial]: platform.certificate });
const line = { credentials, session, now: NOW };

const signature = (body: string, at = NOW, keys = platform, serial = platform.serial): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return {
    'wechatpay-serial': serial,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': 'n0',
    'wechatpay-signature': signedBy(`${timestamp}\nn0\n${body}\n`, keys.privateKey),
  };
};
const asked = { answer: z.object({ code_url: z.string() }) };
const heard = (text: string, headers = signature(text), status = 200) => ({ status, text, headers });
const DONE = '{"code_url":"weixin://wxpay/bizpayurl?pr=x"}';
const kindOf = (answer: ReturnType<typeof heard>) => readAnswer(line, answer, asked).kind;

test('a success counts only with the platform’s signature', () => {
  expect(kindOf(heard(DONE))).toBe('ok');
  expect(kindOf(heard(DONE, {}))).toBe('unclear');
  expect(kindOf(heard(`${DONE} `, signature(DONE)))).toBe('unclear');
  expect(kindOf(heard(DONE, signature(DONE, NOW, stranger)))).toBe('unclear');
  expect(kindOf(heard(DONE, signature(DONE, new Date(NOW.getTime() - 301_000))))).toBe('unclear');
  expect(kindOf(heard(DONE, signature(DONE, NOW, stranger, stranger.serial)))).toBe('sessionGone');
  expect(kindOf(heard('{"other":1}'))).toBe('unclear');
  expect(kindOf(heard(DONE.slice(0, 10), signature(DONE)))).toBe('unclear');
});

test('with a public key nothing but its number is known', () => {
  const publicKeyId = 'PUB_KEY_ID_01';
  const own = { ...line, credentials: { ...credentials, publicKeyId, publicKey: platform.publicKey } };
  const kind = (headers: Record<string, string>) => readAnswer(own, heard(DONE, headers), asked).kind;
  expect(kind(signature(DONE, NOW, platform, publicKeyId))).toBe('ok');
  expect(kind(signature(DONE, NOW, platform, 'PUB_KEY_ID_02'))).toBe('unclear');
});

test('errors by their code, signed or not, but never wrongly signed', () => {
  const error = (status: number, code: string, headers: Record<string, string> = {}) => {
    const text = JSON.stringify({ code, message: '原因' });
    return readAnswer(line, heard(text, headers, status), { ...asked, already: { code_url: '' } });
  };
  expect(error(401, 'SIGN_ERROR').kind).toBe('badCredentials');
  expect(error(400, 'APPID_MCHID_NOT_MATCH')).toMatchObject({
    kind: 'refused',
    words: { zh: expect.stringContaining('未与商户号绑定') },
  });
  expect(error(429, 'FREQUENCY_LIMITED').kind).toBe('tooMany');
  expect(error(403, 'RATELIMIT_EXCEEDED').kind).toBe('tooMany');
  expect(error(500, 'SYSTEM_ERROR')).toMatchObject({ kind: 'unclear', code: 'SYSTEM_ERROR' });
  expect(error(404, 'ORDER_NOT_EXIST')).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(error(400, 'ORDERPAID')).toMatchObject({ kind: 'refused', words: { zh: '订单已支付（ORDERPAID）' } });
  expect(error(403, 'NOT_ENOUGH')).toMatchObject({ words: { zh: expect.stringContaining('余额不足') } });
  expect(error(400, 'PARAM_ERROR')).toMatchObject({ words: { zh: '支付渠道：PARAM_ERROR：原因' } });
  expect(error(400, 'ORDER_CLOSED').kind).toBe('ok');
  expect(error(404, 'ORDER_NOT_EXIST', signature('another')).kind).toBe('unclear');
  expect(readAnswer(line, heard('<html>', {}, 502), asked).kind).toBe('unclear');
});

const sealed = (content: unknown, key = API_KEY) => {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from('abcdefabcdef'));
  cipher.setAAD(Buffer.from('transaction'));
  const bytes = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const ciphertext = bytes.toString('base64');
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce: 'abcdefabcdef', associated_data: 'transaction' };
};
const PAID = {
  appid: credentials.appid,
  mchid: credentials.mchid,
  out_trade_no: 'P1000001',
  transaction_id: '4200001',
  trade_state: 'SUCCESS',
  success_time: '2026-11-21T09:59:00+08:00',
  amount: { total: 1234, currency: 'CNY', payer_total: 1234 },
};
const noticeOf = (event: string, content: unknown, key = API_KEY) =>
  JSON.stringify({ id: 'EV-1', event_type: event, resource: sealed(content, key) });
const readIt = (body: string, headers = signature(body), account = line) =>
  readNotice({ header: (name) => headers[name], body }, account);

test('a notice is proven on its raw body, then opened and read', () => {
  expect(readIt(noticeOf('TRANSACTION.SUCCESS', PAID))).toEqual({
    kind: 'payment',
    noticeId: 'EV-1',
    event: 'TRANSACTION.SUCCESS',
    seen: {
      tradeNo: 'P1000001',
      state: 'paid',
      providerNo: '4200001',
      amount: { minor: 1234n, currency: 'CNY' },
      paidAt: new Date('2026-11-21T01:59:00.000Z'),
      said: 'SUCCESS',
    },
  });
  const refund = {
    mchid: credentials.mchid,
    out_refund_no: 'R1',
    refund_id: '50001',
    refund_status: 'ABNORMAL',
    amount: { total: 1234, refund: 34 },
  };
  expect(readIt(noticeOf('REFUND.ABNORMAL', refund))).toMatchObject({
    kind: 'refund',
    seen: { refundNo: 'R1', state: 'abnormal', providerNo: '50001', amount: { minor: 34n, currency: 'CNY' } },
  });
  expect(readIt(noticeOf('COUPON.USE', {}))).toEqual({ kind: 'other', noticeId: 'EV-1', event: 'COUPON.USE' });
});

test('what is not from the platform, not for us or too old is forged', () => {
  const body = noticeOf('TRANSACTION.SUCCESS', PAID);
  const why = (read: ReturnType<typeof readIt>) => (read.kind === 'forged' ? read.why : read.kind);
  expect(why(readIt(body, {}))).toBe('unsigned');
  expect(why(readIt(`${body} `, signature(body)))).toBe('signature');
  expect(why(readIt(body, signature(body, NOW, stranger)))).toBe('signature');
  expect(why(readIt(body, signature(body, new Date(NOW.getTime() + 301_000))))).toBe('expired');
  expect(why(readIt(body, signature(body, NOW, stranger, stranger.serial)))).toBe('keysUnknown');
  expect(why(readIt(noticeOf('TRANSACTION.SUCCESS', PAID, API_KEY.toUpperCase())))).toBe('otherMerchant');
  expect(why(readIt(noticeOf('TRANSACTION.SUCCESS', { ...PAID, mchid: '1900000002' })))).toBe('otherMerchant');
  // Another account or program of the same merchant: ours.
  expect(why(readIt(noticeOf('TRANSACTION.SUCCESS', { ...PAID, appid: 'wx2' })))).toBe('payment');
  const withId = { ...credentials, publicKeyId: 'PUB_KEY_ID_01', publicKey: platform.publicKey };
  expect(why(readIt(body, signature(body), { ...line, credentials: withId }))).toBe('signature');
});

test('states we do not know change nothing; times and amounts are exact', () => {
  const state = (trade_state: string) => paymentSeen(transaction.parse({ ...PAID, trade_state })).state;
  expect(
    ['SUCCESS', 'REFUND', 'NOTPAY', 'USERPAYING', 'CLOSED', 'REVOKED', 'PAYERROR', 'NEW', 'toString'].map(state),
  ).toEqual(['paid', 'paid', 'open', 'open', 'closed', 'closed', 'failed', 'unknown', 'unknown']);
  expect(transaction.safeParse({ ...PAID, amount: { total: 12.5 } }).success).toBe(false);
  expect(transaction.safeParse({ ...PAID, amount: { total: -1 } }).success).toBe(false);
  expect(chinaRfc3339(NOW)).toBe('2026-11-21T10:00:00+08:00');
  expect([fenNumber({ minor: 1n, currency: 'CNY' }), fenNumber({ minor: 2n ** 53n, currency: 'CNY' })]).toEqual([
    1,
    undefined,
  ]);
});

test('a bill is read by the names in its head, whatever the goods are called', () => {
  const names =
    '交易时间,商户号,微信订单号,商户订单号,交易状态,货币种类,微信退款单号,商户退款单号,退款金额,退款状态,商品名称,手续费,订单金额,申请退款金额';
  const rows = [
    '`2026-11-20 10:00:00,`1900000001,`42001,`P1,`SUCCESS,`CNY,`0,`0,`0.00,`,`a, b, c,`0.06000,`10.80,`0.00',
    '`2026-11-20 11:00:00,`1900000001,`42001,`P1,`REFUND,`CNY,`50001,`R1,`1.00,`SUCCESS,`a, b,`-0.01000,`0.00,`1.00',
    '`2026-11-20 12:00:00,`1900000001,`42002,`P2,`REVOKED,`CNY,`0,`0,`0.00,`,`x,`0.00000,`5.00,`0.00',
  ];
  const bill = `\ufeff${[names, ...rows, '总交易单数,订单总金额', '`3,`10.80'].join('\r\n')}\r\n`;
  expect(readBill(bill)).toEqual([
    {
      kind: 'payment',
      ourNo: 'P1',
      providerNo: '42001',
      amount: { minor: 1080n, currency: 'CNY' },
      fee: 6n,
      at: new Date('2026-11-20T02:00:00.000Z'),
    },
    {
      kind: 'refund',
      ourNo: 'R1',
      providerNo: '50001',
      amount: { minor: 100n, currency: 'CNY' },
      fee: -1n,
      at: new Date('2026-11-20T03:00:00.000Z'),
    },
  ]);
  expect(readBill(bill.replace('`SUCCESS,`CNY', '`NEW,`CNY'))).toBeUndefined();
  expect(readBill(bill.replace('10.80', 'ten'))).toBeUndefined();
  expect(readBill('<html>')).toBeUndefined();
});
