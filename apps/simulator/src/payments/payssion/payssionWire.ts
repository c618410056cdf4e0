import type { FastifyInstance } from 'fastify';
import { minorOf } from '../amounts.ts';
import type { Trade } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { type RestAsked, type RestCall, RestRefusal, registerRest } from '../restWire.ts';
import { shownTrade, signatureOf, transactionId } from './payssionNature.ts';

const TRANSACTION_LIVES_MS = 86_400_000;

/** Answered with 200: the code is in the body. */
const refused = (code: number, message: string) => new RestRefusal(200, String(code), message);

/** The signature covers these fields, between the key and the secret. */
function needsSignature({ merchant, form }: RestAsked, names: readonly string[]): void {
  const values = names.map((name) => form[name] ?? '');
  const right = signatureOf(merchant.merchantNo, ...values, merchant.facts['secretKey'] ?? '');
  if (form['api_sig'] !== right) throw refused(402, 'invalid signature');
}

function create(asked: RestAsked) {
  const { sim, merchant, form, origin, conduct } = asked;
  needsSignature(asked, ['pm_id', 'amount', 'currency', 'order_id']);
  const { order_id: tradeNo, currency = '', description = '' } = form;
  if (!tradeNo || form['pm_id'] !== merchant.facts['pmId']) throw refused(400, 'invalid parameter');
  const total = minorOf(form['amount'], currency);
  if (total === undefined) throw refused(407, 'invalid amount');
  // A number counts once, whatever it asks for.
  if (sim.world.trade(merchant.merchantNo, tradeNo)) throw refused(413, 'order exists');
  const trade = sim.life.open(merchant, {
    tradeNo,
    total,
    currency,
    subject: description,
    noticeUrl: form['notify_url'] ?? '',
    expiresMs: sim.surroundings.clock.nowMs() + TRANSACTION_LIVES_MS,
  });
  if (trade === 'otherTerms') throw refused(413, 'order exists');
  if (conduct.times === 'never') sim.life.close(trade);
  return {
    content: {
      result_code: 200,
      todo: 'redirect',
      redirect_url: `${origin}/payssion/pay/${trade.code}`,
      transaction: shownTrade(merchant, trade),
    },
  };
}

function details(asked: RestAsked) {
  const { sim, merchant, form, conduct } = asked;
  needsSignature(asked, ['transaction_id', 'order_id']);
  const trade: Trade | undefined = sim.world.trade(merchant.merchantNo, form['order_id'] ?? '');
  const isOther = form['transaction_id'] && trade && form['transaction_id'] !== transactionId(trade);
  if (!trade || isOther) throw refused(412, 'transaction not found');
  return { content: { result_code: 200, transaction: shownTrade(merchant, trade, conduct.toldStatus) } };
}

const subject: RestCall['subject'] = ({ form }) => form['order_id'];
const CALLS: readonly RestCall[] = [
  { name: 'createPayment', method: 'POST', path: '/api/v1/payment/create', subject, perform: create },
  { name: 'queryPayment', method: 'POST', path: '/api/v1/payment/details', subject, perform: details },
];

/** Serves Payssion's interface below `/payssion`; every request is signed, no answer is. */
export const registerPayssionApi = (app: FastifyInstance, sim: PaymentSimulator): void =>
  registerRest(app, sim, {
    prefix: '/payssion',
    calls: CALLS,
    callerOf: (_request, body) => sim.world.merchants.get(new URLSearchParams(body).get('api_key') ?? ''),
    stranger: refused(401, 'invalid api key'),
    worded: ({ code, message }) => ({ result_code: /^\d+$/.test(code) ? Number(code) : 500, description: message }),
  });
