import { TurnableClock } from '@cardinal/primitives/clock.ts';
import { afterAll, expect, test } from 'vitest';
import { MORNING, startUnderTest } from '../simulatorUnderTest.ts';
import type { Notice } from './paymentEvents.ts';

const clock = new TurnableClock(MORNING);
const under = await startUnderTest({ clock });
afterAll(() => under.simulator.close());

type Provider = 'stripe' | 'paypal' | 'payssion';
type Opened = { merchantNo: string; credentials: Record<string, string> };
const open = async (provider: Provider, fields: object = {}) =>
  (await under.control('POST', `/${provider}/merchants`, fields)).json as unknown as Opened;
async function ask(path: string, headers: Record<string, string>, body?: string) {
  const answer = await fetch(`${under.simulator.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const account = await open('stripe', { webhookUrl: 'http://127.0.0.1:9/none', withholdsNotices: true });
const withKey = { ...FORM, authorization: `Bearer ${account.credentials['secretKey']}` };
const session = (no: string, changes: Record<string, string> = {}) =>
  new URLSearchParams({
    mode: 'payment',
    client_reference_id: no,
    'line_items[0][price_data][currency]': 'jpy',
    'line_items[0][price_data][unit_amount]': '300',
    'line_items[0][price_data][product_data][name]': 'recharge',
    success_url: 'https://cardinal.example',
    expires_at: String(Date.parse(MORNING) / 1_000 + 3_600),
    ...changes,
  }).toString();
const SESSIONS = '/stripe/v1/checkout/sessions';

test('a stranger is refused, and what Stripe would not take', async () => {
  expect((await ask('/stripe/v1/account', {})).status).toBe(401);
  expect((await ask('/stripe/v1/account', { authorization: 'Bearer sk_test_no' })).status).toBe(401);
  expect((await ask('/stripe/v1/account', withKey)).json).toMatchObject({ id: account.merchantNo });
  const refused = async (body: string, headers: Record<string, string> = { 'idempotency-key': 'K' }) =>
    ((await ask(SESSIONS, { ...withKey, ...headers }, body)).json['error'] as { code: string } | undefined)?.code;
  expect(await refused(session('S1'), {})).toBe('parameter_missing');
  expect(await refused(session('S1', { expires_at: String(Date.parse(MORNING) / 1_000 + 60) }))).toBe(
    'parameter_invalid',
  );
  expect(await refused(session('S1', { 'line_items[0][price_data][unit_amount]': '1.5' }))).toBe(
    'parameter_invalid_integer',
  );
  expect(await refused(session('S1'))).toBeUndefined();
  expect(await refused(session('S1', { 'line_items[0][price_data][unit_amount]': '301' }))).toBe('idempotency_error');
});

test('a page of Stripe ends with its time; a notice goes to the merchant’s endpoint', async () => {
  const { json } = await ask(SESSIONS, { ...withKey, 'idempotency-key': 'K' }, session('S2'));
  const page = await (await fetch(String(json['url']))).text();
  expect(page).toContain('JPY 300');
  await under.control('POST', '/stripe/trades/S2/pay');
  const { notices } = (await under.control('GET', '/stripe/notices')).json as unknown as { notices: Notice[] };
  expect(notices).toMatchObject([
    { event: 'checkout.session.completed', url: 'http://127.0.0.1:9/none', state: 'held' },
  ]);
  const late = await ask(SESSIONS, { ...withKey, 'idempotency-key': 'K' }, session('S3'));
  clock.advance(3_600_000);
  expect((await ask(`${SESSIONS}/${late.json['id']}`, withKey)).json).toMatchObject({ status: 'expired', url: null });
});

test('a token of PayPal is its merchant’s, and ends', async () => {
  const { credentials } = await open('paypal');
  const basic = (secret: string | undefined) => ({
    ...FORM,
    authorization: `Basic ${Buffer.from(`${credentials['clientId']}:${secret}`).toString('base64')}`,
  });
  const token = '/paypal/v1/oauth2/token';
  expect((await ask(token, basic('wrong'), 'grant_type=client_credentials')).status).toBe(401);
  const { json } = await ask(token, basic(credentials['clientSecret']), 'grant_type=client_credentials');
  const bearer = { authorization: `Bearer ${json['access_token']}` };
  const webhook = `/paypal/v1/notifications/webhooks/${credentials['webhookId']}`;
  expect((await ask(webhook, bearer)).status).toBe(200);
  // The secret opens nothing but a token.
  expect((await ask(webhook, basic(credentials['clientSecret']))).status).toBe(401);
  const other = await open('paypal');
  expect((await ask(webhook.replace(/[^/]+$/, String(other.credentials['webhookId'])), bearer)).status).toBe(404);
  clock.advance(9 * 3_600_000);
  expect((await ask(webhook, bearer)).status).toBe(401);
});

test('a request to Payssion without the right signature is refused by its code', async () => {
  const { merchantNo } = await open('payssion');
  const code = async (fields: Record<string, string>) => {
    const answer = await ask('/payssion/api/v1/payment/create', FORM, new URLSearchParams(fields).toString());
    return [answer.status, answer.json['result_code']];
  };
  expect(await code({ api_key: 'nobody' })).toEqual([200, 401]);
  expect(await code({ api_key: merchantNo, order_id: 'Y1', api_sig: 'x' })).toEqual([200, 402]);
});
