import { expect, test } from 'vitest';
import { readAnswer } from './client.ts';
import { readNotice } from './notices.ts';
import { detailsAnswer, paymentSeen, signatureOf, stateOf } from './wire.ts';

const credentials = { apiKey: 'ak_demo', secretKey: 'sk_demo', pmId: 'alipay_cn' };

test('signatures are MD5 over the values in their order', () => {
  expect(signatureOf('ak_demo', 'alipay_cn', '1.00', 'USD', 'ORD1', 'sk_demo')).toBe(
    '58ab529aa70fa29e060eee3f691f4e1e',
  );
  expect(signatureOf('ak_demo', 'alipay_cn', '1.00', 'USD', 'ORD1', 'completed', 'sk_demo')).toBe(
    '205f61b07d31602e00c924195ea26373',
  );
});

const FIELDS = {
  pm_id: 'alipay_cn',
  transaction_id: 'T1',
  order_id: 'ORD1',
  amount: '1.00',
  currency: 'USD',
  state: 'completed',
  notify_sig: '205f61b07d31602e00c924195ea26373',
};
const form = (changes: Record<string, string> = {}) => new URLSearchParams({ ...FIELDS, ...changes }).toString();
const signed = (changes: Record<string, string>) => {
  const { pm_id, amount, currency, order_id, state } = { ...FIELDS, ...changes };
  return form({
    ...changes,
    notify_sig: signatureOf('ak_demo', pm_id, amount, currency, order_id, state, 'sk_demo'),
  });
};
const notice = (body: string, given: Record<string, string> = credentials) =>
  readNotice({ header: () => undefined, body }, { credentials: given });

test('a notice is proven by its signature; the number that is not signed is not believed', () => {
  const read = {
    kind: 'payment',
    noticeId: 'ORD1 completed',
    event: 'completed',
    seen: {
      tradeNo: 'ORD1',
      state: 'paid',
      providerNo: null,
      amount: { minor: 100n, currency: 'USD' },
      paidAt: null,
      said: 'completed',
    },
  };
  expect(notice(form())).toEqual(read);
  expect(notice(form({ transaction_id: 'T2', paid: '99.00' }))).toEqual(read);
  expect(notice(signed({ state: 'paid_partial', amount: '0.40' }))).toMatchObject({
    seen: { state: 'partly', amount: { minor: 40n } },
  });
  expect(notice(signed({ state: 'new' }))).toMatchObject({ kind: 'payment', seen: { state: 'unknown' } });
});

test('what is not from Payssion or not for us is forged', () => {
  const why = (body: string, given?: Record<string, string>) => {
    const told = notice(body, given);
    return told.kind === 'forged' ? told.why : told.kind;
  };
  expect(why(form({ amount: '9.00' }))).toBe('signature');
  expect(why(form({ state: 'failed' }))).toBe('signature');
  expect(why(form({ order_id: 'ORD2' }))).toBe('signature');
  expect(why(form({ notify_sig: '' }))).toBe('signature');
  expect(why(`${form()}&amount=9.00`)).toBe('signature');
  const { notify_sig: _, ...unsigned } = FIELDS;
  expect(why(new URLSearchParams(unsigned).toString())).toBe('unsigned');
  expect(why('')).toBe('unsigned');
  expect(why(form(), { ...credentials, secretKey: 'other' })).toBe('signature');
  expect(why(form(), { apiKey: 'ak_demo', pmId: 'alipay_cn' })).toBe('signature');
  expect(why(signed({ pm_id: 'sofort' }))).toBe('otherMerchant');
});

test('states: less than asked is partly, what went back is unknown', () => {
  const words = (wanted: string) => ALL.filter((word) => stateOf(word) === wanted);
  const ALL =
    'pending completed paid_partial awaiting_confirm failed cancelled cancelled_by_user rejected_by_bank expired error refunded refund_pending refund_failed chargeback new toString'.split(
      ' ',
    );
  expect(words('paid')).toEqual(['completed', 'refund_failed']);
  expect(words('partly')).toEqual(['paid_partial']);
  expect(words('open')).toEqual(['pending', 'awaiting_confirm']);
  expect(words('failed')).toEqual(['failed', 'rejected_by_bank', 'error']);
  expect(words('closed')).toEqual(['cancelled', 'cancelled_by_user', 'expired']);
  expect(words('unknown')).toEqual(['refunded', 'refund_pending', 'chargeback', 'new', 'toString']);
});

test('amounts are decimal text, never rounded', () => {
  const amount = (written: string, currency = 'USD') =>
    paymentSeen('P1', { state: 'completed', amount: written, currency }, null).amount;
  expect(amount('0.07')).toEqual({ minor: 7n, currency: 'USD' });
  expect(amount('1')).toEqual({ minor: 100n, currency: 'USD' });
  expect([amount('1.005'), amount('-1.00'), amount('1e2'), amount('1.00', 'XAU')]).toEqual([null, null, null, null]);
});

test('answers are judged by the code in them', () => {
  const answered = (body: unknown, status = 200) =>
    readAnswer({ status, text: typeof body === 'string' ? body : JSON.stringify(body) }, detailsAnswer);
  const transaction = { transaction_id: 'T1', order_id: 'ORD1', state: 'pending', amount: 1, currency: 'USD' };
  expect(answered({ result_code: 200, transaction })).toMatchObject({
    kind: 'ok',
    answer: { transaction: { amount: '1' } },
  });
  expect(answered({ result_code: '200', transaction }).kind).toBe('ok');
  expect([answered({ result_code: 200 }).kind, answered('{"result').kind, answered('<html>', 502).kind]).toEqual([
    'unclear',
    'unclear',
    'unclear',
  ]);
  const coded = (code: number) => answered({ result_code: code, description: 'No' });
  expect([401, 402, 403, 441].map((code) => coded(code).kind)).toEqual(Array(4).fill('badCredentials'));
  expect([500, 501, 503].map((code) => coded(code).kind)).toEqual(Array(3).fill('unclear'));
  expect(coded(412)).toMatchObject({ kind: 'refused', code: '412', isUnknown: true });
  expect(coded(413)).toMatchObject({ kind: 'refused', words: { zh: '订单号已使用' } });
  expect(coded(409)).toMatchObject({ kind: 'refused', words: { zh: '支付渠道：409：No' } });
  expect(answered('', 429).kind).toBe('tooMany');
});
