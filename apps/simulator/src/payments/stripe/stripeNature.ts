import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Merchant, Refund, RefundState, Trade } from '../paymentEvents.ts';
import type { PaymentNature } from '../paymentNature.ts';
import type { StatementEntry } from '../paymentStatement.ts';

const HOUR_MS = 3_600_000;

const seconds = (ms: number): number => Math.floor(ms / 1_000);
export const sessionId = ({ code }: Trade): string => `cs_test_${code}`;
const intentId = ({ code }: Trade): string => `pi_${code}`;

const PAGE: Readonly<Record<Trade['state'], string>> = {
  open: 'open',
  paid: 'complete',
  // A way of paying that is refused afterwards.
  failed: 'complete',
  closed: 'expired',
};

/** A Checkout session as it is answered; its payment is an object where it was asked for. */
export const shownSession = (trade: Trade, url: string | null = null, isExpanded = false) => {
  const isTouched = trade.state === 'paid' || trade.state === 'failed';
  const intent = { id: intentId(trade), status: trade.state === 'paid' ? 'succeeded' : 'requires_payment_method' };
  return {
    object: 'checkout.session',
    id: sessionId(trade),
    client_reference_id: trade.tradeNo,
    mode: 'payment',
    status: PAGE[trade.state],
    payment_status: trade.state === 'paid' ? 'paid' : 'unpaid',
    payment_intent: isTouched ? (isExpanded ? intent : intent.id) : null,
    amount_total: trade.paid ?? trade.total,
    currency: trade.currency.toLowerCase(),
    created: seconds(trade.createdMs),
    expires_at: seconds(trade.expiresMs),
    livemode: false,
    url: trade.state === 'open' ? url : null,
  };
};

const REFUND_WORDS: Readonly<Record<RefundState, string>> = {
  processing: 'pending',
  done: 'succeeded',
  abnormal: 'failed',
  closed: 'canceled',
};

export const shownRefund = (trade: Trade, refund: Refund) => ({
  object: 'refund',
  id: refund.providerNo,
  status: REFUND_WORDS[refund.state],
  amount: refund.amount,
  currency: trade.currency.toLowerCase(),
  payment_intent: intentId(trade),
  // What was returned at the provider's console has no number of the merchant.
  metadata: refund.reason === 'console' ? {} : { refund_no: refund.refundNo, trade_no: trade.tradeNo },
});

/** A line of the balance: a charge, or a refund, whose money leaves it. What is listed again has a number of its own. */
export function shownBalance(entry: StatementEntry, nth: number, isExpanded: boolean) {
  const { trade, refund, amount, fee, atMs } = entry;
  const currency = entry.currency.toLowerCase();
  const id = refund?.providerNo ?? `ch_${trade.code}`;
  const metadata = refund ? shownRefund(trade, refund).metadata : { trade_no: trade.tradeNo };
  const source = { object: refund ? 'refund' : 'charge', id, amount, currency, metadata };
  return {
    object: 'balance_transaction',
    id: `txn_${id}_${nth}`,
    type: refund ? 'refund' : 'charge',
    amount: refund ? -amount : amount,
    fee,
    net: (refund ? -amount : amount) - fee,
    currency,
    created: seconds(atMs),
    status: 'available',
    source: isExpanded ? source : id,
  };
}

export const tradeOfIntent = (trades: Iterable<Trade>, merchant: Merchant, intent: string): Trade | undefined =>
  [...trades].find((each) => each.merchantNo === merchant.merchantNo && intentId(each) === intent);

export const stripeNature: PaymentNature = {
  name: 'stripe',
  title: { zh: 'Stripe', en: 'Stripe' },
  merchantFields: {
    accountId: z.string().startsWith('acct_').optional(),
    secretKey: z.string().startsWith('sk_').optional(),
    webhookSecret: z.string().startsWith('whsec_').optional(),
  },
  merchantOf: (given, random) => ({
    merchantNo: String(given['accountId'] ?? `acct_${random(16)}`),
    facts: {
      secretKey: String(given['secretKey'] ?? `sk_test_${random(24)}`),
      webhookSecret: String(given['webhookSecret'] ?? `whsec_${random(32)}`),
    },
  }),
  credentialsOf: ({ merchantNo, facts }) => ({
    accountId: merchantNo,
    secretKey: facts['secretKey'] ?? '',
    webhookSecret: facts['webhookSecret'] ?? '',
  }),
  providerNo: (kind) => `${kind === 'trade' ? 'pi' : 're'}_${randomBytes(9).toString('hex')}`,
  paymentNotice: (_merchant, trade) => ({ event: 'checkout.session.completed', content: shownSession(trade) }),
  refundNotice: (_merchant, trade, refund) => ({
    event: refund.state === 'abnormal' ? 'refund.failed' : 'refund.updated',
    content: shownRefund(trade, refund),
  }),
  falsified: (content, { amount, currency }) => ({
    ...content,
    ...(amount === undefined ? {} : { amount_total: amount, amount }),
    ...(currency === undefined ? {} : { currency: currency.toLowerCase() }),
  }),
  signNotice: (notice, { facts }, _platform, { nowMs }) => {
    const body = JSON.stringify({
      id: `evt_${notice.noticeId}`,
      object: 'event',
      type: notice.event,
      created: seconds(nowMs),
      livemode: false,
      data: { object: notice.content },
    });
    const t = seconds(nowMs);
    const sign = notice.twist?.sign ?? 'right';
    const secret = sign === 'unknownKey' ? 'whsec_unknown' : (facts['webhookSecret'] ?? '');
    const hex = createHmac('sha256', secret)
      .update(`${t}.${sign === 'wrong' ? `${body} ` : body}`)
      .digest('hex');
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(sign === 'missing' ? {} : { 'stripe-signature': `t=${t},v1=${hex}` }),
      },
      body,
    };
  },
  isTaken: (status) => status >= 200 && status < 300,
  retryMs: [0.1, 1, 3, 6, 12, 24].map((hours) => hours * HOUR_MS),
};
