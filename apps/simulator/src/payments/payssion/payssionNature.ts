import { createHash } from 'node:crypto';
import * as z from 'zod';
import { hashText } from '../../chance.ts';
import { decimalText } from '../amounts.ts';
import type { Merchant, Trade } from '../paymentEvents.ts';
import type { PaymentNature } from '../paymentNature.ts';

const MINUTE_MS = 60_000;

/** Lower-case MD5 of the values joined by bars. */
export const signatureOf = (...values: readonly string[]): string =>
  createHash('md5').update(values.join('|')).digest('hex');

/** Known from the first answer on, so it follows from the code. */
export const transactionId = ({ code }: Trade): string => `H${String(hashText(code, 7)).padStart(10, '0')}`;

export const tradeWord = (trade: Trade): string => {
  if (trade.state === 'open') return 'pending';
  if (trade.state === 'closed') return 'expired';
  if (trade.state === 'failed') return 'failed';
  return (trade.paid ?? 0) < trade.total ? 'paid_partial' : 'completed';
};

export const shownTrade = ({ facts }: Merchant, trade: Trade, word = tradeWord(trade)) => ({
  transaction_id: transactionId(trade),
  order_id: trade.tradeNo,
  pm_id: facts['pmId'] ?? '',
  amount: decimalText(trade.paid ?? trade.total, trade.currency),
  currency: trade.currency,
  state: word,
});

export const payssionNature: PaymentNature = {
  name: 'payssion',
  title: { zh: 'Payssion', en: 'Payssion' },
  merchantFields: {
    apiKey: z.string().min(1).optional(),
    secretKey: z.string().min(1).optional(),
    pmId: z.string().min(1).optional(),
  },
  merchantOf: (given, random) => ({
    merchantNo: String(given['apiKey'] ?? `live_${random(16)}`),
    facts: {
      secretKey: String(given['secretKey'] ?? `secret_${random(24)}`),
      pmId: String(given['pmId'] ?? 'alipay_cn'),
    },
  }),
  credentialsOf: ({ merchantNo, facts }) => ({
    apiKey: merchantNo,
    secretKey: facts['secretKey'] ?? '',
    pmId: facts['pmId'] ?? '',
  }),
  providerNo: (_kind, _at, unique) => `H${String(hashText(unique, 7)).padStart(10, '0')}`,
  paymentNotice: (merchant, trade) => {
    const content = shownTrade(merchant, trade);
    return { event: content.state, content };
  },
  // Returned at the provider's console: the trade's notice says it, and no number of a refund.
  refundNotice: (merchant, trade, refund) =>
    refund.state === 'done' ? { event: 'refunded', content: shownTrade(merchant, trade, 'refunded') } : undefined,
  falsified: (content, { amount, currency = String(content['currency']) }) => ({
    ...content,
    ...(amount === undefined ? {} : { amount: decimalText(amount, currency) }),
    currency,
  }),
  signNotice: (notice, { merchantNo, facts }) => {
    const fields = notice.content as Record<string, string>;
    const sign = notice.twist?.sign ?? 'right';
    const secret = sign === 'unknownKey' ? 'unknown' : (facts['secretKey'] ?? '');
    const signed = ['pm_id', 'amount', 'currency', 'order_id', 'state'].map((name) => fields[name] ?? '');
    const notify_sig = signatureOf(merchantNo, ...signed, sign === 'wrong' ? `${secret}!` : secret);
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, ...(sign === 'missing' ? {} : { notify_sig }) }).toString(),
    };
  },
  isTaken: (status) => status === 200,
  retryMs: [5, 10, 30, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS),
};
