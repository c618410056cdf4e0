import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { minorOf } from '../amounts.ts';
import { isSignedBy } from '../keys.ts';
import type { Merchant, Trade } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { entriesOf } from '../paymentStatement.ts';
import { type RestAsked, type RestCall, RestRefusal, registerRest } from '../restWire.ts';
import { orderWord, shownOrder, shownRefund, shownTransaction, transmission } from './paypalNature.ts';

const ORDER_LIVES_MS = 3 * 3_600_000;
const MOST_DAYS = 31;
const TOKEN_LIVES_SECONDS = 9 * 3_600;

const refused = (issue: string, description: string) => new RestRefusal(422, issue, description);
const missing = () => new RestRefusal(404, 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.');

const amount = z.object({ currency_code: z.string().length(3), value: z.string() });
const orderBody = z.looseObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(z.looseObject({ custom_id: z.string().max(127), description: z.string().max(127).optional(), amount }))
    .length(1),
});
const refundBody = z.looseObject({ amount, custom_id: z.string().max(127).optional() });

function read<T>(schema: z.ZodType<T>, asked: unknown): T {
  const { data, error } = schema.safeParse(asked);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new RestRefusal(400, 'INVALID_PARAMETER_SYNTAX', `${issue?.path.join('.')} ${issue?.message}`);
}

/** In whole units of its currency, or refused as PayPal refuses decimals of yen. */
function minorIn({ value, currency_code: currency }: z.output<typeof amount>): number {
  const minor = minorOf(value, currency);
  if (minor === undefined)
    throw refused('DECIMAL_PRECISION', 'The value of the field should not be more than allowed.');
  return minor;
}

function needsRequestId({ header }: RestAsked): void {
  if (!header('paypal-request-id'))
    throw new RestRefusal(400, 'PAYPAL_REQUEST_ID_REQUIRED', 'A request ID is required.');
}

function tradeOf({ sim, merchant, params }: Pick<RestAsked, 'sim' | 'merchant' | 'params'>): Trade {
  const trade = sim.world.tradeOfCode(params['id'] ?? '');
  if (trade?.merchantNo !== merchant.merchantNo) throw missing();
  return trade;
}

function createOrder(asked: RestAsked) {
  const { sim, merchant, origin, conduct } = asked;
  needsRequestId(asked);
  const [unit] = read(orderBody, asked.json).purchase_units;
  if (!unit) throw missing();
  const trade = sim.life.open(merchant, {
    tradeNo: unit.custom_id,
    total: minorIn(unit.amount),
    currency: unit.amount.currency_code,
    subject: unit.description ?? '',
    noticeUrl: merchant.webhookUrl ?? '',
    expiresMs: sim.surroundings.clock.nowMs() + ORDER_LIVES_MS,
  });
  if (trade === 'otherTerms') throw refused('PAYPAL_REQUEST_ID_MISMATCH', 'The request ID was used with other terms.');
  if (conduct.times === 'never') sim.life.close(trade);
  const links = [{ rel: 'payer-action', method: 'GET', href: `${origin}/paypal/pay/${trade.code}` }];
  return { content: { ...shownOrder(trade), links } };
}

const shown = (asked: RestAsked, trade: Trade) => {
  const order = shownOrder(trade, asked.sim.world.refundsOf(trade));
  const { toldStatus } = asked.conduct;
  return { content: toldStatus === undefined ? order : { ...order, status: toldStatus, purchase_units: bare(order) } };
};
const bare = ({ purchase_units: units }: ReturnType<typeof shownOrder>) =>
  units.map(({ payments: _, ...unit }) => unit);

function captureOrder(asked: RestAsked) {
  needsRequestId(asked);
  const trade = tradeOf(asked);
  const word = orderWord(trade);
  if (word === 'COMPLETED') throw refused('ORDER_ALREADY_CAPTURED', 'Order already captured.');
  if (word !== 'APPROVED') throw refused('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.');
  return { ...shown(asked, asked.conduct.times === 'never' ? trade : asked.sim.life.take(trade)), status: 201 };
}

function refundCapture(asked: RestAsked) {
  const { sim, merchant, params, header } = asked;
  needsRequestId(asked);
  const given = read(refundBody, asked.json);
  const trade = [...sim.world.trades.values()].find(
    (each) => each.merchantNo === merchant.merchantNo && each.providerNo === params['id'],
  );
  if (!trade) throw missing();
  if (given.amount.currency_code !== trade.currency) throw refused('CURRENCY_MISMATCH', 'Currency does not match.');
  const made = sim.life.refund(merchant, trade, {
    refundNo: given.custom_id ?? header('paypal-request-id') ?? '',
    amount: minorIn(given.amount),
    reason: '',
    noticeUrl: trade.noticeUrl,
  });
  if (made === 'otherTerms') throw refused('PAYPAL_REQUEST_ID_MISMATCH', 'The request ID was used with other terms.');
  if (made === 'tooMuch') throw refused('REFUND_AMOUNT_EXCEEDED', 'The refund amount must be less than the capture.');
  if (made === 'balance') throw refused('REFUND_FAILED_INSUFFICIENT_FUNDS', 'Insufficient funds to refund.');
  if (made === 'notPaid') throw missing();
  return { status: 201, content: shownRefund(trade, made) };
}

function readRefund({ sim, merchant, params }: RestAsked) {
  const refund = [...sim.world.refunds.values()].find(({ providerNo }) => providerNo === params['id']);
  const trade = refund && sim.world.trade(merchant.merchantNo, refund.tradeNo);
  if (!refund || !trade) throw missing();
  return { content: shownRefund(trade, refund) };
}

const verifyBody = z.object({
  transmission_id: z.string(),
  transmission_time: z.string(),
  transmission_sig: z.string(),
  webhook_id: z.string(),
  cert_url: z.url(),
  auth_algo: z.literal('SHA256withRSA'),
  webhook_event: z.record(z.string(), z.unknown()),
});

/** The event is judged as it was sent back, sign by sign. */
function verify({ sim, merchant, json, body }: RestAsked) {
  const told = read(verifyBody, json);
  if (told.webhook_id !== merchant.facts['webhookId']) throw missing();
  const event = body.slice(body.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
  const text = transmission(told.transmission_id, told.transmission_time, told.webhook_id, event);
  const key = sim.world.platformKeys.at(-1)?.publicKey ?? '';
  return { content: { verification_status: isSignedBy(text, told.transmission_sig, key) ? 'SUCCESS' : 'FAILURE' } };
}

function readWebhook({ merchant, params }: RestAsked) {
  if (params['id'] !== merchant.facts['webhookId']) throw missing();
  return { content: { id: params['id'], url: merchant.webhookUrl ?? '' } };
}

const proofOf = ({ merchantNo, facts }: Merchant, until: string): string =>
  createHmac('sha256', facts['clientSecret'] ?? '')
    .update(`${merchantNo} ${until}`)
    .digest('hex');

/** A token says whose it is and until when, so that none must be kept. */
function issue({ sim, merchant }: RestAsked) {
  const until = String(sim.surroundings.clock.baseMs() + TOKEN_LIVES_SECONDS * 1_000);
  const access_token = ['A21', merchant.merchantNo, until, proofOf(merchant, until)].join('.');
  return { content: { access_token, token_type: 'Bearer', expires_in: TOKEN_LIVES_SECONDS } };
}

const PAGE = 500;

/** What moved in a time, page by page. */
function listTransactions({ sim, merchant, query }: RestAsked) {
  const [fromMs, lastMs] = [Date.parse(query['start_date'] ?? ''), Date.parse(query['end_date'] ?? '')];
  if (!(fromMs < lastMs && lastMs - fromMs <= MOST_DAYS * 86_400_000))
    throw new RestRefusal(400, 'INVALID_REQUEST', 'Date range is greater than 31 days or invalid');
  const all = entriesOf(sim.world, merchant, { fromMs, toMs: lastMs + 1_000 }).map(shownTransaction);
  const [size, page] = [Math.min(Number(query['page_size'] ?? 100), PAGE), Number(query['page'] ?? 1)];
  const total_pages = Math.max(1, Math.ceil(all.length / size));
  const transaction_details = all.slice((page - 1) * size, page * size);
  return { content: { transaction_details, page, total_items: all.length, total_pages } };
}

const byOrder: RestCall['subject'] = ({ sim, params }) => sim.world.tradeOfCode(params['id'] ?? '')?.tradeNo;
const textIn = (json: unknown, name: string): string | undefined => {
  const value = (json as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
};

const CALLS: readonly RestCall[] = [
  { name: 'openSession', method: 'POST', path: '/v1/oauth2/token', perform: issue },
  { name: 'statement', method: 'GET', path: '/v1/reporting/transactions', perform: listTransactions },
  { name: 'prove', method: 'GET', path: '/v1/notifications/webhooks/:id', perform: readWebhook },
  { name: 'confirmNotice', method: 'POST', path: '/v1/notifications/verify-webhook-signature', perform: verify },
  {
    name: 'createPayment',
    method: 'POST',
    path: '/v2/checkout/orders',
    subject: ({ json }) => orderBody.safeParse(json).data?.purchase_units[0]?.custom_id,
    perform: createOrder,
  },
  {
    name: 'queryPayment',
    method: 'GET',
    path: '/v2/checkout/orders/:id',
    subject: byOrder,
    perform: (asked) => shown(asked, tradeOf(asked)),
  },
  {
    name: 'capturePayment',
    method: 'POST',
    path: '/v2/checkout/orders/:id/capture',
    subject: byOrder,
    perform: captureOrder,
  },
  {
    name: 'refund',
    method: 'POST',
    path: '/v2/payments/captures/:id/refund',
    subject: ({ json }) => textIn(json, 'custom_id'),
    perform: refundCapture,
  },
  { name: 'queryRefund', method: 'GET', path: '/v2/payments/refunds/:id', perform: readRefund },
];

function callerOf(sim: PaymentSimulator, request: FastifyRequest): Merchant | undefined {
  const [, kind, given = ''] = /^(Basic|Bearer) (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (kind === 'Basic') {
    const [id = '', secret] = Buffer.from(given, 'base64').toString().split(':', 2);
    const merchant = sim.world.merchants.get(id);
    return request.url.endsWith('/token') && merchant?.facts['clientSecret'] === secret ? merchant : undefined;
  }
  const [, id = '', until = '', proof] = given.split('.');
  const merchant = sim.world.merchants.get(id);
  const isGood = merchant && proofOf(merchant, until) === proof && Number(until) > sim.surroundings.clock.baseMs();
  return isGood ? merchant : undefined;
}

/** Serves PayPal's interface below `/paypal`. */
export const registerPaypalApi = (app: FastifyInstance, sim: PaymentSimulator): void =>
  registerRest(app, sim, {
    prefix: '/paypal',
    calls: CALLS,
    callerOf: (request) => callerOf(sim, request),
    stranger: new RestRefusal(401, 'AUTHENTICATION_FAILURE', 'Authentication failed due to invalid credentials.'),
    worded: ({ status, code, message }) => ({
      name: status === 404 ? 'RESOURCE_NOT_FOUND' : status === 422 ? 'UNPROCESSABLE_ENTITY' : code,
      message,
      debug_id: 'simulated',
      details: [{ issue: code, description: message }],
    }),
  });
