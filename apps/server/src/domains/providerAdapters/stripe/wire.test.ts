import { expect, test } from 'vitest';
import { readAnswer } from './client.ts';
import { readNotice, signatureOf } from './notices.ts';
import { paymentSeen, refundSeen, session } from './wire.ts';

const credentials = { accountId: 'acct_1', secretKey: 'sk_test_1', webhookSecret: 'whsec_demo' };
const T = 1_700_000_000;
const now = new Date(T * 1_000);

test('the signature covers the time and the raw body', () => {
  const hex = '23325a61b4f7230b9b393ae50047056e354118190d0964e1414088ead50b4ce5';
  expect(signatureOf('whsec_demo', String(T), '{"id":"evt_1"}')).toBe(hex);
});

const SESSION = {
  object: 'checkout.session',
  id: 'cs_1',
  client_reference_id: 'P1',
  url: 'https://checkout.stripe.com/c/pay/cs_1',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 1_250,
  currency: 'usd',
  payment_intent: 'pi_1',
};
const REFUND = {
  object: 'refund',
  id: 're_1',
  status: 'succeeded',
  amount: 300,
  currency: 'jpy',
  metadata: { refund_no: 'R1', trade_no: 'P1' },
};
const bodyOf = (type: string, object: unknown) =>
  JSON.stringify({ id: 'evt_9', object: 'event', type, created: T, data: { object } });
const notice = (body: string, header: string | undefined, at = now) =>
  readNotice({ header: (name) => (name === 'stripe-signature' ? header : undefined), body }, { credentials, now: at });
const signed = (body: string, t = T) => `t=${t},v1=${signatureOf('whsec_demo', String(t), body)}`;
const read = (type: string, object: unknown) => {
  const body = bodyOf(type, object);
  return notice(body, signed(body));
};

test('events become payments and refunds; paid only where the session says so', () => {
  expect(read('checkout.session.completed', SESSION)).toEqual({
    kind: 'payment',
    noticeId: 'evt_9',
    event: 'checkout.session.completed',
    seen: {
      tradeNo: 'P1',
      state: 'paid',
      providerNo: 'cs_1',
      amount: { minor: 1_250n, currency: 'USD' },
      paidAt: now,
      said: 'complete/paid',
    },
  });
  const unpaid = { ...SESSION, payment_status: 'unpaid' };
  expect(read('checkout.session.completed', unpaid)).toMatchObject({ seen: { state: 'open', paidAt: null } });
  expect(read('checkout.session.async_payment_succeeded', SESSION)).toMatchObject({ seen: { state: 'paid' } });
  expect(read('checkout.session.async_payment_failed', unpaid)).toMatchObject({ seen: { state: 'failed' } });
  expect(read('checkout.session.expired', { ...unpaid, status: 'expired' })).toMatchObject({
    seen: { state: 'closed' },
  });
  expect(read('refund.updated', REFUND)).toMatchObject({
    kind: 'refund',
    seen: { refundNo: 'R1', state: 'done', amount: { minor: 300n, currency: 'JPY' }, doneAt: now },
  });
  // Made at Stripe's console, without our number.
  expect(read('refund.created', { ...REFUND, metadata: {} }).kind).toBe('other');
  expect(read('charge.refunded', { object: 'charge' })).toMatchObject({ kind: 'other', event: 'charge.refunded' });
  expect(read('checkout.session.completed', { ...SESSION, client_reference_id: null }).kind).toBe('other');
  expect(read('customer.created', {}).kind).toBe('other');
});

test('a notice needs one right signature of the last five minutes', () => {
  const body = bodyOf('checkout.session.completed', SESSION);
  const why = (header: string | undefined, at = now, text = body) => {
    const told = notice(text, header, at);
    return told.kind === 'forged' ? told.why : told.kind;
  };
  const right = signed(body);
  expect(why(right)).toBe('payment');
  expect(why(right.replace('v1=', `v1=${'0'.repeat(64)},v1=`))).toBe('payment');
  expect(why(`${right},v0=1`)).toBe('payment');
  expect(why(undefined)).toBe('unsigned');
  expect(why(`t=${T}`)).toBe('unsigned');
  expect(why(right.replace('v1=', 'v0='))).toBe('unsigned');
  expect(why(`t=${T},v1=${'0'.repeat(64)}`)).toBe('signature');
  expect(why(`t=${T},v1=short`)).toBe('signature');
  expect(why(right.replace(`t=${T}`, `t=${T + 1}`))).toBe('signature');
  expect(why(right, now, body.replace('1250', '1'))).toBe('signature');
  expect(why(right, new Date((T + 300) * 1_000))).toBe('payment');
  expect(why(right, new Date((T + 301) * 1_000))).toBe('expired');
  expect(why(right, new Date((T - 301) * 1_000))).toBe('expired');
  expect(why(signed('<html>'), now, '<html>')).toBe('other');
});

test('states we do not know change nothing', () => {
  const state = (changes: object) => paymentSeen(session.parse({ ...SESSION, ...changes })).state;
  expect(state({ payment_status: 'no_payment_required' })).toBe('unknown');
  expect(state({ payment_status: 'new' })).toBe('unknown');
  expect(state({ payment_status: 'unpaid', status: 'new' })).toBe('unknown');
  expect(state({ payment_status: 'unpaid', status: 'open' })).toBe('open');
  expect(state({ payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'processing' } })).toBe('open');
  const refused = { id: 'pi_1', status: 'requires_payment_method' };
  expect(state({ payment_status: 'unpaid', payment_intent: refused })).toBe('failed');
  const refund = (status: string) => refundSeen({ ...REFUND, object: 'refund', status }).state;
  expect(['pending', 'requires_action', 'failed', 'canceled', 'new', 'toString'].map(refund)).toEqual([
    'asked',
    'asked',
    'failed',
    'closed',
    'unknown',
    'unknown',
  ]);
  expect(paymentSeen(session.parse({ ...SESSION, currency: 'xau' })).amount).toBeNull();
  expect(session.safeParse({ ...SESSION, amount_total: 12.5 }).success).toBe(false);
});

test('answers are judged by status and shape', () => {
  const answered = (status: number, body: unknown) =>
    readAnswer(
      { status, headers: { 'request-id': 'req_1' }, text: typeof body === 'string' ? body : JSON.stringify(body) },
      session,
    );
  const error = (status: number, code?: string) =>
    answered(status, { error: { type: 'invalid_request_error', code, message: 'No' } });
  expect(answered(200, SESSION)).toMatchObject({ kind: 'ok', reference: 'req_1' });
  expect(answered(200, '{"object"').kind).toBe('unclear');
  expect(answered(200, { object: 'other' }).kind).toBe('unclear');
  expect(answered(302, SESSION).kind).toBe('unclear');
  expect(answered(502, '<html>').kind).toBe('unclear');
  expect(error(400, 'amount_too_small')).toMatchObject({ kind: 'refused', code: 'amount_too_small' });
  expect(error(400)).toMatchObject({ kind: 'refused', code: 'invalid_request_error' });
  expect(error(401).kind).toBe('badCredentials');
  expect(error(404)).toMatchObject({ kind: 'refused', isUnknown: true });
  expect([error(409).kind, error(429).kind, error(500).kind]).toEqual(['unclear', 'tooMany', 'unclear']);
});
