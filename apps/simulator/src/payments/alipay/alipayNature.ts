import * as z from 'zod';
import { CHINA_OFFSET_MS, chinaStamp } from '../../cardWorld/chinaTime.ts';
import { hashText } from '../../chance.ts';
import { signedBy } from '../keys.ts';
import type { Merchant, Trade } from '../paymentEvents.ts';
import type { PaymentNature } from '../paymentNature.ts';

const MINUTE_MS = 60_000;

/** `2026-11-21 10:00:00`: China time, as the gateway writes it. */
export const chinaTime = (ms: number): string =>
  new Date(ms + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** `12.50`. */
export const yuan = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

export const tradeWord = (trade: Trade, returned: number): string => {
  if (trade.state === 'open') return 'WAIT_BUYER_PAY';
  if (trade.state === 'paid') return returned >= (trade.paid ?? 0) ? 'TRADE_CLOSED' : 'TRADE_SUCCESS';
  return 'TRADE_CLOSED';
};

const shownTrade = ({ merchantNo, facts }: Merchant, trade: Trade, word: string): Record<string, string> => ({
  notify_type: 'trade_status_sync',
  app_id: merchantNo,
  charset: 'utf-8',
  version: '1.0',
  trade_no: trade.providerNo ?? '',
  out_trade_no: trade.tradeNo,
  buyer_id: '2088000000000001',
  seller_id: facts['sellerId'] ?? '',
  trade_status: word,
  subject: trade.subject,
  total_amount: yuan(trade.paid ?? trade.total),
  receipt_amount: yuan(trade.paid ?? trade.total),
  gmt_create: chinaTime(trade.createdMs),
  ...(trade.paidMs === null ? {} : { gmt_payment: chinaTime(trade.paidMs) }),
});

export const alipayNature: PaymentNature = {
  name: 'alipay',
  title: { zh: '支付宝', en: 'Alipay' },
  merchantFields: {
    appId: z
      .string()
      .regex(/^\d{16}$/)
      .optional(),
    sellerId: z
      .string()
      .regex(/^2088\d{12}$/)
      .optional(),
  },
  merchantOf: (given, random) => ({
    merchantNo: String(given['appId'] ?? `2021${random(12)}`),
    facts: { sellerId: String(given['sellerId'] ?? `2088${random(12)}`) },
  }),
  credentialsOf: ({ merchantNo, facts, keys }, platform) => ({
    appId: merchantNo,
    sellerId: facts['sellerId'] ?? '',
    privateKey: keys.privateKey,
    alipayPublicKey: platform.publicKey,
  }),
  providerNo: (_kind, at, unique) => {
    const number = String(hashText(unique, at.getTime() % 1_000_000)).padStart(10, '0');
    return `${chinaStamp(at.getTime())}22001${number}`;
  },
  paymentNotice: (merchant, trade) => ({
    event: 'TRADE_SUCCESS',
    content: shownTrade(merchant, trade, 'TRADE_SUCCESS'),
  }),
  // A refund is told by the trade's notice; one that failed is not told.
  refundNotice: (merchant, trade, refund, world) => {
    if (refund.state !== 'done' || refund.endedMs === null) return undefined;
    const returned = world.returned(trade, ({ state }) => state === 'done');
    const word = tradeWord(trade, returned);
    return {
      event: word,
      content: {
        ...shownTrade(merchant, trade, word),
        gmt_refund: chinaTime(refund.endedMs),
        refund_fee: yuan(returned),
        out_biz_no: refund.refundNo,
      },
    };
  },
  falsified: (content, { amount, currency, merchantNo }) => ({
    ...content,
    ...(amount === undefined ? {} : { total_amount: yuan(amount), receipt_amount: yuan(amount) }),
    ...(currency === undefined ? {} : { trans_currency: currency }),
    ...(merchantNo === undefined ? {} : { app_id: merchantNo, seller_id: `2088${merchantNo.slice(-12)}` }),
  }),
  signNotice: (notice, merchant, platform, { nowMs }) => {
    const fields: Record<string, string> = {
      ...(notice.content as Record<string, string>),
      notify_id: notice.noticeId,
      notify_time: chinaTime(nowMs),
    };
    const text = Object.keys(fields)
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&');
    const twist = notice.twist?.sign;
    // Unknown to the merchant: its own key in place of the platform's.
    const key = twist === 'unknownKey' ? merchant.keys.privateKey : platform.privateKey;
    const sign = signedBy(twist === 'wrong' ? `${text}&forged=1` : text, key);
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams({
        ...fields,
        ...(twist === 'missing' ? {} : { sign_type: 'RSA2', sign }),
      }).toString(),
    };
  },
  isTaken: (status, body) => status === 200 && body === 'success',
  retryMs: [4, 10, 10, 60, 120, 360, 900].map((minutes) => minutes * MINUTE_MS),
};
