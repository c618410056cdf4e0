import { newKeyPair, signedBy } from '@cardinal/testing/paymentProviders.ts';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { innerText, readAnswer, signedText } from './client.ts';
import { readNotice } from './notices.ts';
import { readBill, unpacked } from './statement.ts';
import { paymentSeen, tradeAnswer } from './wire.ts';

const from = new Date('2026-01-01');
const to = new Date('2031-01-01');
const platform = await newKeyPair('platform', from, to);
const app = await newKeyPair('app', from, to);
const credentials = {
  appId: '2021000000000001',
  sellerId: '2088000000000002',
  privateKey: app.privateKey,
  alipayPublicKey: platform.publicKey,
};

test('what is signed: all that is not empty, sorted, as it is', () => {
  expect(signedText({ b: '2', a: 'x=&y', c: '', sign_type: 'RSA2' })).toBe('a=x=&y&b=2&sign_type=RSA2');
});

test('the inner object is cut out as it was sent', () => {
  const inner = '{"code":"10000", "url":"https:\\/\\/x\\/{\\"}","list":[{"a":1}]}';
  const names = ['alipay_x_response', 'error_response'];
  expect(innerText(`{"sign":"}{","alipay_x_response":${inner},"alipay_y":{}}`, names)).toBe(inner);
  expect(innerText(`{ "error_response" : ${inner}}`, names)).toBe(inner);
  expect(innerText(`{"other":{"alipay_x_response":${inner}}}`, names)).toBeUndefined();
  expect(innerText(`{"note":"alipay_x_response","other":${inner}}`, names)).toBeUndefined();
  expect(innerText('{"alipay_x_response":{"a":"', names)).toBeUndefined();
  expect(innerText('<html>', names)).toBeUndefined();
});

const METHOD = 'alipay.trade.query';
const NAME = 'alipay_trade_query_response';
const asked = { method: METHOD, answer: tradeAnswer };
const answered = (inner: string, sign: string | undefined = signedBy(inner, platform.privateKey), status = 200) => ({
  status,
  headers: {},
  text: `{"${NAME}":${inner}${sign === '' ? '' : `,"sign":"${sign}"`}}`,
});
const PAID =
  '{"code":"10000","msg":"Success","out_trade_no":"P1","trade_no":"2026","trade_status":"TRADE_SUCCESS","total_amount":"12.50","send_pay_date":"2026-11-21 10:00:00"}';
const read = (answer: ReturnType<typeof answered>) => readAnswer(answer, asked, credentials);

test('a success counts only with Alipay’s signature over its very text', () => {
  expect(read(answered(PAID))).toMatchObject({
    kind: 'ok',
    answer: { total_amount: 1250n, send_pay_date: new Date('2026-11-21T02:00:00.000Z') },
  });
  expect(read(answered(PAID, '')).kind).toBe('unclear');
  expect(read(answered(PAID, signedBy(PAID, app.privateKey))).kind).toBe('unclear');
  expect(read(answered(PAID.replace('12.50', '12.5'), signedBy(PAID, platform.privateKey))).kind).toBe('unclear');
  expect(read(answered(PAID, undefined, 502)).kind).toBe('unclear');
  expect(read({ status: 200, headers: {}, text: '<html>' }).kind).toBe('unclear');
  const odd = PAID.replace('12.50', '12.505');
  expect(read(answered(odd)).kind).toBe('unclear');
});

test('errors by their codes, signed or not, but never wrongly signed', () => {
  const error = (code: string, sub_code: string, sign?: string) =>
    read(answered(JSON.stringify({ code, msg: 'x', sub_code, sub_msg: '原因' }), sign));
  expect(error('40002', 'isv.invalid-signature', '').kind).toBe('badCredentials');
  expect(error('40002', 'isv.invalid-app-id').kind).toBe('badCredentials');
  expect(error('40004', 'ACQ.TRADE_NOT_EXIST')).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(error('40004', 'ACQ.SELLER_BALANCE_NOT_ENOUGH')).toMatchObject({
    kind: 'refused',
    words: { zh: '商户可用余额不足，无法退款（ACQ.SELLER_BALANCE_NOT_ENOUGH）' },
  });
  expect(error('40004', 'ACQ.NEW')).toMatchObject({ words: { zh: '支付渠道：ACQ.NEW：原因' } });
  expect(error('40004', 'ACQ.SYSTEM_ERROR').kind).toBe('unclear');
  expect(error('20000', 'isp.unknow-error').kind).toBe('unclear');
  expect(error('40005', 'isv.app-call-limited').kind).toBe('tooMany');
  expect(error('40004', 'ACQ.TRADE_NOT_EXIST', signedBy('other', platform.privateKey)).kind).toBe('unclear');
});

const FIELDS: Record<string, string> = {
  notify_id: 'N1',
  notify_type: 'trade_status_sync',
  app_id: credentials.appId,
  seller_id: credentials.sellerId,
  out_trade_no: 'P1',
  trade_no: '2026',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '12.50',
  subject: '充值 & 续费 100%',
  gmt_payment: '2026-11-21 10:00:00',
};
const textOf = (fields: Record<string, string>) =>
  Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
const form = (fields: Record<string, string>, key = platform.privateKey) =>
  new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signedBy(textOf(fields), key) }).toString();
const notice = (body: string) => readNotice({ header: () => undefined, body }, { credentials });
const why = (body: string) => {
  const told = notice(body);
  return told.kind === 'forged' ? told.why : told.kind;
};

test('a notice is proven by its signature, then told as a payment or a refund', () => {
  expect(notice(form(FIELDS))).toEqual({
    kind: 'payment',
    noticeId: 'N1',
    event: 'TRADE_SUCCESS',
    seen: {
      tradeNo: 'P1',
      state: 'paid',
      providerNo: '2026',
      amount: { minor: 1250n, currency: 'CNY' },
      paidAt: new Date('2026-11-21T02:00:00.000Z'),
      said: 'TRADE_SUCCESS',
    },
  });
  const refunded = { ...FIELDS, out_biz_no: 'R1', refund_fee: '2.00', gmt_refund: '2026-11-21 11:00:00' };
  expect(notice(form(refunded))).toMatchObject({
    kind: 'refund',
    seen: { refundNo: 'R1', state: 'done', amount: null, doneAt: new Date('2026-11-21T03:00:00.000Z') },
  });
  expect(notice(form({ ...FIELDS, trans_currency: 'USD' }))).toMatchObject({
    seen: { amount: { minor: 1250n, currency: 'USD' } },
  });
  expect(why(form({ notify_id: 'N2', notify_type: 'other', app_id: credentials.appId }))).toBe('other');
});

test('what is not from Alipay or not for us is forged', () => {
  expect(why(new URLSearchParams(FIELDS).toString())).toBe('unsigned');
  expect(why(form(FIELDS, app.privateKey))).toBe('signature');
  expect(why(form(FIELDS).replace('12.50', '1.50'))).toBe('signature');
  expect(why(`${form(FIELDS)}&total_amount=0.01`)).toBe('signature');
  expect(why(form(FIELDS).replace('RSA2', 'RSA'))).toBe('unsigned');
  expect(why(form({ ...FIELDS, app_id: '2021000000000009' }))).toBe('otherMerchant');
  expect(why(form({ ...FIELDS, seller_id: '2088000000000009' }))).toBe('otherMerchant');
  expect(why('')).toBe('unsigned');
});

test('closed for nobody paid is closed; closed for all was refunded was paid', () => {
  const state = (trade_status: string, paidAt: Date | null) =>
    paymentSeen({ out_trade_no: 'P1', trade_status, amount: null, paidAt }).state;
  expect(state('TRADE_CLOSED', null)).toBe('closed');
  expect(state('TRADE_CLOSED', from)).toBe('paid');
  expect([state('WAIT_BUYER_PAY', null), state('TRADE_FINISHED', from), state('NEW', from)]).toEqual([
    'open',
    'paid',
    'unknown',
  ]);
});

const BILL_HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,订单金额(元),退款批次号/请求号,服务费（元）,备注';
const billOf = (rows: readonly string[], end = '#---业务明细列表结束---') =>
  ['#支付宝业务明细查询', '#---业务明细列表---', BILL_HEAD, ...rows, end].join('\r\n');
const PAID_ROW = '2026112722001\t,P1\t,交易,卡费, 三月,2026-11-27 10:00:00,2026-11-27 10:00:30,,35.80,,-0.21,';
const RETURNED_ROW = '2026112722001\t,P1\t,退款,卡费,2026-11-27 11:00:00,2026-11-27 11:00:01,,-5.80,R1\t,0.03,';

test('a bill is read by the names in its head; commas in the name of the goods divide nothing', () => {
  const at = (time: string) => new Date(`2026-11-27T${time}+08:00`);
  expect(readBill(['汇总', billOf([PAID_ROW, RETURNED_ROW])])).toEqual([
    {
      kind: 'payment',
      ourNo: 'P1',
      providerNo: '2026112722001',
      amount: { minor: 3_580n, currency: 'CNY' },
      fee: 21n,
      at: at('10:00:30'),
    },
    {
      kind: 'refund',
      ourNo: 'R1',
      providerNo: 'R1',
      amount: { minor: 580n, currency: 'CNY' },
      fee: -3n,
      at: at('11:00:01'),
    },
  ]);
  expect(readBill([billOf([])])).toEqual([]);
});

test.each([
  ['no sheet', []],
  ['another sheet', ['汇总']],
  ['a bill that was cut off', [billOf([PAID_ROW], '')]],
  ['another head', [billOf([PAID_ROW]).replace('支付宝交易号', '流水号')]],
  ['a kind we do not know', [billOf([PAID_ROW.replace('交易,', '分账,')])]],
  ['a row that is too short', [billOf(['2026,P1,交易'])]],
  ['a comma in a remark', [billOf([`${PAID_ROW}a,b`.replace('卡费, 三月', '卡费')])]],
])('a part of a bill is none: %s', (_what, sheets) => {
  expect(readBill(sheets)).toBeUndefined();
});

test('a zip that unpacks to too much, or is none, holds no sheet', () => {
  const zip = zipSync({ 'a.csv': new TextEncoder().encode(billOf([])) });
  expect(unpacked(zip)).toHaveLength(1);
  expect(unpacked(new TextEncoder().encode('<html></html>'))).toEqual([]);
  expect(unpacked(zip.subarray(0, 40))).toEqual([]);
  const bomb = zipSync({ 'a.csv': new Uint8Array(129 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(1024 * 1024);
  expect(unpacked(bomb)).toEqual([]);
});
