import type { FastifyInstance } from 'fastify';
import type { Trade } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { entriesOf } from '../paymentStatement.ts';
import { type RestAsked, type RestCall, RestRefusal, registerRest } from '../restWire.ts';
import { shownBalance, shownRefund, shownSession, tradeOfIntent } from './stripeNature.ts';

const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

const invalid = (code: string, message: string) => new RestRefusal(400, code, message);
const missing = (what: string) => new RestRefusal(404, 'resource_missing', `No such ${what}`);

function sessionOf({ sim, merchant, params }: Pick<RestAsked, 'sim' | 'merchant' | 'params'>): Trade {
  const trade = sim.world.tradeOfCode((params['id'] ?? '').replace('cs_test_', ''));
  if (trade?.merchantNo !== merchant.merchantNo) throw missing('checkout.session');
  return trade;
}
const pageOf = ({ origin }: RestAsked, { code }: Trade) => `${origin}/stripe/pay/${code}`;

function field({ form }: RestAsked, name: string): string {
  const value = form[name];
  if (!value) throw invalid('parameter_missing', `Missing required param: ${name}.`);
  return value;
}

function createSession(asked: RestAsked) {
  const { sim, merchant, form, conduct } = asked;
  if (!asked.header('idempotency-key')) throw invalid('parameter_missing', 'Idempotency-Key is required here');
  if (field(asked, 'mode') !== 'payment') throw invalid('parameter_invalid', 'Only payments are simulated');
  const total = Number(field(asked, 'line_items[0][price_data][unit_amount]'));
  if (!Number.isSafeInteger(total) || total < 1) throw invalid('parameter_invalid_integer', 'Invalid integer');
  const nowMs = sim.surroundings.clock.nowMs();
  const expiresMs = form['expires_at'] ? Number(form['expires_at']) * 1_000 : nowMs + DAY_MS;
  if (!(expiresMs >= nowMs + HALF_HOUR_MS && expiresMs <= nowMs + DAY_MS)) {
    throw invalid('parameter_invalid', 'expires_at must be between 30 minutes and 24 hours from now');
  }
  field(asked, 'success_url');
  const trade = sim.life.open(merchant, {
    tradeNo: field(asked, 'client_reference_id'),
    total,
    currency: field(asked, 'line_items[0][price_data][currency]').toUpperCase(),
    subject: field(asked, 'line_items[0][price_data][product_data][name]'),
    noticeUrl: merchant.webhookUrl ?? '',
    expiresMs,
  });
  if (trade === 'otherTerms') throw invalid('idempotency_error', 'Keys can only be used with the same parameters');
  if (conduct.times === 'never') sim.life.close(trade);
  return { content: shownSession(trade, pageOf(asked, trade)) };
}

function readSession(asked: RestAsked) {
  const trade = sessionOf(asked);
  const shown = shownSession(trade, pageOf(asked, trade), asked.query['expand[]'] === 'payment_intent');
  const { toldStatus } = asked.conduct;
  return { content: toldStatus === undefined ? shown : { ...shown, payment_status: toldStatus } };
}

function expireSession(asked: RestAsked) {
  const trade = sessionOf(asked);
  if (trade.state !== 'open') throw invalid('invalid_request_error', 'Only open Checkout Sessions can be expired');
  return { content: shownSession(asked.conduct.times === 'never' ? trade : asked.sim.life.close(trade)) };
}

const intentOf = ({ sim, merchant }: RestAsked, intent: string): Trade => {
  const trade = tradeOfIntent(sim.world.trades.values(), merchant, intent);
  if (!trade) throw missing('payment_intent');
  return trade;
};

function createRefund(asked: RestAsked) {
  const { sim, merchant, form, conduct } = asked;
  const trade = intentOf(asked, field(asked, 'payment_intent'));
  const key = asked.header('idempotency-key');
  if (!key) throw invalid('parameter_missing', 'Idempotency-Key is required here');
  const amount = Number(field(asked, 'amount'));
  const given = { refundNo: form['metadata[refund_no]'] ?? key, amount, reason: '', noticeUrl: trade.noticeUrl };
  const made = sim.life.refund(merchant, trade, given);
  if (made === 'otherTerms') throw invalid('idempotency_error', 'Keys can only be used with the same parameters');
  if (made === 'notPaid') throw invalid('charge_not_refundable', 'The payment has no successful charge');
  if (made === 'tooMuch') throw invalid('amount_too_large', 'Refund amount is greater than unrefunded amount');
  if (made === 'balance') throw invalid('balance_insufficient', 'Insufficient funds in your Stripe balance');
  const told = conduct.times === 'never' ? sim.life.endRefund(made, 'processing') : made;
  return { content: shownRefund(trade, told) };
}

function listRefunds(asked: RestAsked) {
  const trade = intentOf(asked, asked.query['payment_intent'] ?? '');
  const data = asked.sim.world.refundsOf(trade).map((refund) => shownRefund(trade, refund));
  return { content: { object: 'list', data, has_more: false } };
}

function readRefund({ sim, merchant, params }: RestAsked) {
  const refund = [...sim.world.refunds.values()].find(({ providerNo }) => providerNo === params['id']);
  const trade = refund && sim.world.trade(merchant.merchantNo, refund.tradeNo);
  if (!refund || !trade) throw missing('refund');
  return { content: shownRefund(trade, refund) };
}

const PAGE = 100;

/** What moved the balance in a time, the newest first; the source of each as an object where it was asked for. */
function listBalance({ sim, merchant, query }: RestAsked) {
  const at = (name: string) => Number(query[`created[${name}]`] ?? Number.NaN) * 1_000;
  const [fromMs, toMs] = [at('gte'), at('lt')];
  if (!(fromMs < toMs)) throw invalid('parameter_invalid', 'Invalid created range');
  const all = entriesOf(sim.world, merchant, { fromMs, toMs })
    .map((entry, nth) => shownBalance(entry, nth, query['expand[]'] === 'data.source'))
    .reverse();
  const after = query['starting_after'];
  const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
  const size = Math.min(Number(query['limit'] ?? 10), PAGE);
  return { content: { object: 'list', data: all.slice(from, from + size), has_more: from + size < all.length } };
}

const bySession: RestCall['subject'] = ({ sim, params }) =>
  sim.world.tradeOfCode((params['id'] ?? '').replace('cs_test_', ''))?.tradeNo;

const CALLS: readonly RestCall[] = [
  {
    name: 'prove',
    method: 'GET',
    path: '/v1/account',
    perform: ({ merchant }) => ({ content: { object: 'account', id: merchant.merchantNo } }),
  },
  {
    name: 'createPayment',
    method: 'POST',
    path: '/v1/checkout/sessions',
    subject: ({ form }) => form['client_reference_id'],
    perform: createSession,
  },
  {
    name: 'queryPayment',
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    subject: bySession,
    perform: readSession,
  },
  {
    name: 'closePayment',
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    subject: bySession,
    perform: expireSession,
  },
  {
    name: 'refund',
    method: 'POST',
    path: '/v1/refunds',
    subject: ({ form }) => form['metadata[refund_no]'],
    perform: createRefund,
  },
  { name: 'statement', method: 'GET', path: '/v1/balance_transactions', perform: listBalance },
  { name: 'queryRefund', method: 'GET', path: '/v1/refunds', perform: listRefunds },
  { name: 'queryRefund', method: 'GET', path: '/v1/refunds/:id', perform: readRefund },
];

/** Serves Stripe's interface below `/stripe`; a secret key names its account. */
export const registerStripeApi = (app: FastifyInstance, sim: PaymentSimulator): void =>
  registerRest(app, sim, {
    prefix: '/stripe',
    calls: CALLS,
    callerOf: (request) => {
      const [, key = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      return [...sim.world.merchants.values()].find(({ facts }) => facts['secretKey'] === key);
    },
    stranger: new RestRefusal(401, 'invalid_api_key', 'Invalid API Key provided'),
    worded: ({ code, message }) => ({
      error: { type: code === 'idempotency_error' ? code : 'invalid_request_error', code, message },
    }),
  });
