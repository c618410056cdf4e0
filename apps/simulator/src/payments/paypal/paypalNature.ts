import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { decimalText } from '../amounts.ts';
import { signedBy } from '../keys.ts';
import type { Merchant, Refund, RefundState, Trade } from '../paymentEvents.ts';
import type { NoticeContent, PaymentNature } from '../paymentNature.ts';
import type { StatementEntry } from '../paymentStatement.ts';

const HOUR_MS = 3_600_000;

const isoTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const amountOf = (minor: number, currency: string) => ({
  currency_code: currency,
  value: decimalText(minor, currency),
});

const REFUND_WORDS: Readonly<Record<RefundState, string>> = {
  processing: 'PENDING',
  done: 'COMPLETED',
  abnormal: 'FAILED',
  closed: 'CANCELLED',
};
export const shownRefund = (trade: Trade, refund: Refund) => ({
  id: refund.providerNo,
  status: REFUND_WORDS[refund.state],
  amount: amountOf(refund.amount, trade.currency),
  // What was returned at the provider's console has no number of the merchant.
  ...(refund.reason === 'console' ? {} : { custom_id: refund.refundNo }),
  create_time: isoTime(refund.createdMs),
  update_time: isoTime(refund.endedMs ?? refund.createdMs),
});

const shownCapture = (trade: Trade, returned: number) => ({
  id: trade.providerNo,
  status: returned === 0 ? 'COMPLETED' : returned < (trade.paid ?? 0) ? 'PARTIALLY_REFUNDED' : 'REFUNDED',
  amount: amountOf(trade.paid ?? trade.total, trade.currency),
  custom_id: trade.tradeNo,
  create_time: isoTime(trade.paidMs ?? trade.createdMs),
});

/** A line of the history; amounts are signed by what they do to the balance. */
export const shownTransaction = ({ trade, refund, amount, currency, fee, atMs }: StatementEntry) => ({
  transaction_info: {
    transaction_id: refund?.providerNo ?? trade.providerNo,
    transaction_event_code: refund ? 'T1107' : 'T0006',
    transaction_initiation_date: isoTime(atMs),
    transaction_updated_date: isoTime(atMs),
    transaction_amount: signed(refund ? -amount : amount, currency),
    fee_amount: signed(-fee, currency),
    transaction_status: 'S',
    ...(refund?.reason === 'console' ? {} : { custom_field: refund?.refundNo ?? trade.tradeNo }),
  },
});
const signed = (minor: number, currency: string) => {
  const { value, ...rest } = amountOf(Math.abs(minor), currency);
  return { ...rest, value: minor < 0 ? `-${value}` : value };
};

export const orderWord = (trade: Trade): string => {
  if (trade.state === 'paid') return 'COMPLETED';
  if (trade.state !== 'open') return 'VOIDED';
  return trade.isApproved ? 'APPROVED' : 'PAYER_ACTION_REQUIRED';
};

export const shownOrder = (trade: Trade, refunds: readonly Refund[] = []) => {
  const returned = refunds.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: trade.code,
    intent: 'CAPTURE',
    status: orderWord(trade),
    create_time: isoTime(trade.createdMs),
    purchase_units: [
      {
        reference_id: trade.tradeNo,
        custom_id: trade.tradeNo,
        amount: amountOf(trade.total, trade.currency),
        ...(trade.state === 'paid'
          ? {
              payments: {
                captures: [shownCapture(trade, returned)],
                refunds: refunds.map((refund) => shownRefund(trade, refund)),
              },
            }
          : {}),
      },
    ],
  };
};

const changed = (amount: unknown, change: { amount?: number | undefined; currency?: string | undefined }) => {
  const known = amount as { currency_code: string; value: string };
  const currency = change.currency ?? known.currency_code;
  return change.amount === undefined ? { ...known, currency_code: currency } : amountOf(change.amount, currency);
};

/** What PayPal signs of a notice; the event as it is sent. */
export const transmission = (id: string, time: string, webhookId: string, event: string): string =>
  [id, time, webhookId, event].join('|');

export const paypalNature: PaymentNature = {
  name: 'paypal',
  title: { zh: 'PayPal', en: 'PayPal' },
  merchantFields: {
    clientId: z.string().min(10).optional(),
    clientSecret: z.string().min(10).optional(),
    webhookId: z.string().min(6).optional(),
  },
  merchantOf: (given, random) => ({
    merchantNo: String(given['clientId'] ?? `AX${random(20)}`),
    facts: {
      clientSecret: String(given['clientSecret'] ?? `ES${random(24)}`),
      webhookId: String(given['webhookId'] ?? `WH${random(15)}`),
    },
  }),
  credentialsOf: ({ merchantNo, facts }) => ({
    clientId: merchantNo,
    clientSecret: facts['clientSecret'] ?? '',
    webhookId: facts['webhookId'] ?? '',
  }),
  providerNo: () => randomBytes(9).toString('hex').toUpperCase().slice(0, 17),
  approvalNotice: (_merchant, trade): NoticeContent => ({
    event: 'CHECKOUT.ORDER.APPROVED',
    content: { resource_type: 'checkout-order', resource: shownOrder(trade) },
  }),
  paymentNotice: (_merchant: Merchant, trade) => ({
    event: 'PAYMENT.CAPTURE.COMPLETED',
    content: {
      resource_type: 'capture',
      resource: { ...shownCapture(trade, 0), supplementary_data: { related_ids: { order_id: trade.code } } },
    },
  }),
  // Only a refund that was carried out is told.
  refundNotice: (_merchant, trade, refund) =>
    refund.state === 'done'
      ? {
          event: 'PAYMENT.CAPTURE.REFUNDED',
          content: { resource_type: 'refund', resource: shownRefund(trade, refund) },
        }
      : undefined,
  falsified: (content, change) => {
    const resource = content['resource'] as Record<string, unknown>;
    return 'amount' in resource
      ? { ...content, resource: { ...resource, amount: changed(resource['amount'], change) } }
      : content;
  },
  signNotice: (notice, merchant, platform, { nowMs }) => {
    const time = isoTime(nowMs);
    // With space, as nobody's own writing would have it: what is judged must be what was sent.
    const body = JSON.stringify(
      {
        id: `WH-${notice.noticeId}`,
        event_version: '1.0',
        create_time: time,
        event_type: notice.event,
        ...notice.content,
      },
      null,
      1,
    );
    const sign = notice.twist?.sign ?? 'right';
    const signed = transmission(notice.noticeId, time, merchant.facts['webhookId'] ?? '', body);
    const key = sign === 'unknownKey' ? merchant.keys.privateKey : platform.privateKey;
    return {
      headers: {
        'content-type': 'application/json',
        ...(sign === 'missing'
          ? {}
          : {
              'paypal-transmission-id': notice.noticeId,
              'paypal-transmission-time': time,
              'paypal-transmission-sig': signedBy(sign === 'wrong' ? `${signed}!` : signed, key),
              'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/simulated',
              'paypal-auth-algo': 'SHA256withRSA',
            }),
      },
      body,
    };
  },
  isTaken: (status) => status >= 200 && status < 300,
  retryMs: Array.from({ length: 25 }, (_, index) => Math.min(4, (index + 1) / 4) * HOUR_MS),
};
