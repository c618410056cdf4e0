import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { HeardNotice } from '../protocol/operations.ts';
import { readAnswer } from './client.ts';
import { confirmNotice, readNotice } from './notices.ts';
import { numbersIn, order, orderSeen, providerNoOf, refundSeen } from './wire.ts';

const usd = (value: string) => ({ currency_code: 'USD', value });
const CAPTURE = {
  id: 'CAP1',
  status: 'COMPLETED',
  amount: usd('12.50'),
  custom_id: 'P1',
  create_time: '2026-11-21T02:00:00Z',
};
const orderOf = (status: string, captures: object[] = [], refunds: object[] = []) =>
  order.parse({
    id: 'ORD1',
    status,
    purchase_units: [{ custom_id: 'P1', amount: usd('12.50'), payments: { captures, refunds } }],
  });

test('an order is what its capture is; without one what it says itself', () => {
  expect(orderSeen(orderOf('COMPLETED', [CAPTURE]))).toEqual({
    tradeNo: 'P1',
    state: 'paid',
    providerNo: 'ORD1/CAP1',
    amount: { minor: 1_250n, currency: 'USD' },
    paidAt: new Date('2026-11-21T02:00:00.000Z'),
    said: 'COMPLETED',
  });
  const state = (status: string, capture?: string) =>
    orderSeen(orderOf(status, capture ? [{ ...CAPTURE, status: capture }] : [])).state;
  expect(
    ['CREATED', 'SAVED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'VOIDED', 'NEW', 'COMPLETED'].map((s) => state(s)),
  ).toEqual(['open', 'open', 'open', 'approved', 'closed', 'unknown', 'unknown']);
  expect(
    ['PENDING', 'DECLINED', 'FAILED', 'REFUNDED', 'PARTIALLY_REFUNDED', 'NEW', 'toString'].map((s) =>
      state('COMPLETED', s),
    ),
  ).toEqual(['open', 'failed', 'failed', 'paid', 'paid', 'unknown', 'unknown']);
  // Refused once, the buyer may choose another way and approve again.
  expect(state('APPROVED', 'DECLINED')).toBe('approved');
  const twice = orderOf('COMPLETED', [{ ...CAPTURE, id: 'CAP0', status: 'DECLINED' }, CAPTURE]);
  expect(orderSeen(twice)).toMatchObject({ state: 'paid', providerNo: 'ORD1/CAP1' });
});

test('both numbers are kept in one', () => {
  expect(numbersIn(providerNoOf('ORD1', 'CAP1'))).toEqual({ orderId: 'ORD1', captureId: 'CAP1' });
  expect(numbersIn(providerNoOf('ORD1', undefined))).toEqual({ orderId: 'ORD1', captureId: undefined });
});

test('amounts are decimal text of their currency, yen without decimals', () => {
  const amount = (written: object) => orderSeen(orderOf('COMPLETED', [{ ...CAPTURE, amount: written }])).amount;
  expect(amount({ currency_code: 'JPY', value: '300' })).toEqual({ minor: 300n, currency: 'JPY' });
  expect(amount(usd('0.07'))).toEqual({ minor: 7n, currency: 'USD' });
  expect(amount({ currency_code: 'JPY', value: '300.5' })).toBeNull();
  expect(amount({ currency_code: 'XAU', value: '1' })).toBeNull();
  expect(amount(usd('-1'))).toBeNull();
  expect(amount(usd('1e2'))).toBeNull();
});

test('refund states', () => {
  const state = (status: string) =>
    refundSeen({ id: 'REF1', status, amount: usd('1.00'), custom_id: 'R1', update_time: null }).state;
  expect(['PENDING', 'COMPLETED', 'FAILED', 'CANCELLED', 'NEW'].map(state)).toEqual([
    'asked',
    'done',
    'failed',
    'closed',
    'unknown',
  ]);
});

const HEADERS: Record<string, string> = {
  'paypal-transmission-id': 'T1',
  'paypal-transmission-time': '2026-11-21T02:00:00Z',
  'paypal-transmission-sig': 'c2ln',
  'paypal-cert-url': 'https://api.paypal.com/cert',
  'paypal-auth-algo': 'SHA256withRSA',
};
const heard = (body: string, headers = HEADERS): HeardNotice => ({ header: (name) => headers[name], body });
const event = (event_type: string, resource: object) => JSON.stringify({ id: 'WH-1', event_type, resource });
const read = (type: string, resource: object) => readNotice(heard(event(type, resource)));

test('events become payments and refunds', () => {
  const related = { ...CAPTURE, supplementary_data: { related_ids: { order_id: 'ORD1' } } };
  expect(read('PAYMENT.CAPTURE.COMPLETED', related)).toEqual({
    kind: 'payment',
    noticeId: 'WH-1',
    event: 'PAYMENT.CAPTURE.COMPLETED',
    seen: orderSeen(orderOf('COMPLETED', [CAPTURE])),
  });
  // Without the order's number ours is kept.
  expect(read('PAYMENT.CAPTURE.COMPLETED', CAPTURE)).toMatchObject({ seen: { state: 'paid', providerNo: null } });
  expect(read('PAYMENT.CAPTURE.DENIED', { ...CAPTURE, status: 'DECLINED' })).toMatchObject({
    seen: { state: 'failed' },
  });
  expect(read('PAYMENT.CAPTURE.PENDING', { ...CAPTURE, status: 'PENDING' })).toMatchObject({ seen: { state: 'open' } });
  expect(read('CHECKOUT.ORDER.APPROVED', orderOf('APPROVED'))).toMatchObject({
    kind: 'payment',
    seen: { tradeNo: 'P1', state: 'approved', providerNo: 'ORD1' },
  });
  const refund = { id: 'REF1', status: 'COMPLETED', amount: usd('2.00'), custom_id: 'R1' };
  expect(read('PAYMENT.CAPTURE.REFUNDED', refund)).toMatchObject({
    kind: 'refund',
    seen: { refundNo: 'R1', state: 'done', providerNo: 'REF1', amount: { minor: 200n, currency: 'USD' } },
  });
  expect(read('PAYMENT.CAPTURE.REFUNDED', { ...refund, custom_id: undefined }).kind).toBe('other');
  expect(read('PAYMENT.CAPTURE.REVERSED', refund).kind).toBe('other');
  expect(read('CHECKOUT.ORDER.COMPLETED', orderOf('COMPLETED', [CAPTURE])).kind).toBe('other');
  expect(read('PAYMENT.CAPTURE.COMPLETED', {}).kind).toBe('other');
});

test('without every header, or without an event, it is forged before PayPal is asked', () => {
  const body = event('PAYMENT.CAPTURE.COMPLETED', CAPTURE);
  for (const name of Object.keys(HEADERS)) {
    const { [name]: _, ...rest } = HEADERS;
    expect(readNotice(heard(body, rest))).toEqual({ kind: 'forged', why: 'unsigned' });
  }
  expect(readNotice(heard('{"id":')).kind).toBe('forged');
  expect(readNotice(heard('[]')).kind).toBe('forged');
});

test('PayPal judges the event as it came, and nothing that is none', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      asked.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"verification_status":"SUCCESS"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { webhookId: 'WH9' },
    session: 'token',
    timeoutMs: 5_000,
    policy: { allowLoopback: true },
    now: new Date(),
  };
  const odd = '{ "id":"WH-1",  "event_type":"X", "resource":{"value":"1.0\\/0"} }';
  expect(await confirmNotice(line, heard(odd))).toMatchObject({ kind: 'ok', answer: { isGenuine: true } });
  expect(asked[0]).toContain(`"webhook_id":"WH9","webhook_event":${odd}}`);
  expect(await confirmNotice(line, heard('{}} , {"x":1'))).toMatchObject({ answer: { isGenuine: false } });
  expect(asked.length).toBe(1);
  const { session: _, ...without } = line;
  expect((await confirmNotice(without, heard(odd))).kind).toBe('sessionGone');
  server.close();
});

test('answers are judged by status and shape', () => {
  const answered = (status: number, body: unknown) =>
    readAnswer(
      { status, headers: { 'paypal-debug-id': 'D1' }, text: typeof body === 'string' ? body : JSON.stringify(body) },
      order,
    );
  const error = (status: number, issue?: string) =>
    answered(status, { name: 'UNPROCESSABLE_ENTITY', message: 'No', details: issue ? [{ issue }] : undefined });
  const good = orderOf('CREATED');
  expect(answered(201, good)).toMatchObject({ kind: 'ok', reference: 'D1' });
  expect([answered(200, '{"id"').kind, answered(200, {}).kind, answered(502, '<html>').kind]).toEqual([
    'unclear',
    'unclear',
    'unclear',
  ]);
  expect(answered(302, good).kind).toBe('unclear');
  expect(error(422, 'ORDER_NOT_APPROVED')).toMatchObject({ kind: 'refused', code: 'ORDER_NOT_APPROVED' });
  expect(error(400)).toMatchObject({ kind: 'refused', code: 'UNPROCESSABLE_ENTITY' });
  expect(error(401).kind).toBe('sessionGone');
  expect(error(404)).toMatchObject({ kind: 'refused', isUnknown: true });
  expect([error(409).kind, error(429).kind, error(503).kind]).toEqual(['unclear', 'tooMany', 'unclear']);
});
