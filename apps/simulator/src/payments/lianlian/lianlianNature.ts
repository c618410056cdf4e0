import { createHash } from 'node:crypto';
import * as z from 'zod';
import { chinaStamp } from '../../cardWorld/chinaTime.ts';
import { hashText } from '../../chance.ts';
import { decimalText } from '../amounts.ts';
import { signedBy } from '../keys.ts';
import type { Merchant, Refund, Trade } from '../paymentEvents.ts';
import type { PaymentNature } from '../paymentNature.ts';

const MINUTE_MS = 60_000;

/** What the signature of a body covers. */
export const digestOf = (body: string): string => createHash('md5').update(body).digest('hex');

/** Known from the order on, so it follows from the code. */
export const accpNo = ({ code }: Trade): string => `2026${String(hashText(code, 11)).padStart(12, '0')}`;

export const tradeWord = (trade: Trade): string => {
  if (trade.state === 'open') return 'TRADE_WAIT_PAY';
  return trade.state === 'paid' ? 'TRADE_SUCCESS' : 'TRADE_CLOSE';
};
export const refundWord = ({ state }: Refund): string => {
  if (state === 'processing') return 'TRADE_PROCESSING';
  return state === 'done' ? 'TRADE_SUCCESS' : 'TRADE_FAILURE';
};

export const shownTrade = ({ merchantNo, facts }: Merchant, trade: Trade, word = tradeWord(trade)) => {
  const amount = decimalText(trade.paid ?? trade.total, trade.currency);
  const paid = trade.paidMs === null ? {} : { finish_time: chinaStamp(trade.paidMs), chnl_txno: trade.providerNo };
  return {
    oid_partner: merchantNo,
    txn_type: 'GENERAL_CONSUME',
    accp_txno: accpNo(trade),
    ...paid,
    txn_status: word,
    orderInfo: { txn_seqno: trade.tradeNo, total_amount: amount, goods_name: trade.subject },
    payerInfo: [{ payer_type: 'USER', method: facts['payMethod'] ?? '', amount }],
    payeeInfo: [
      { payee_id: merchantNo, payee_type: 'MERCHANT' },
      ...(trade.payees ?? []).map(({ userId, amount: part }) => ({
        payee_id: userId,
        payee_type: 'USER',
        amount: decimalText(part, trade.currency),
      })),
    ],
  };
};

export const lianlianNature: PaymentNature = {
  name: 'lianlian',
  title: { zh: '连连支付', en: 'Lianlian' },
  merchantFields: {
    oidPartner: z
      .string()
      .regex(/^\d{18}$/)
      .optional(),
    payMethod: z.string().min(1).optional(),
  },
  merchantOf: (given, random) => ({
    merchantNo: String(given['oidPartner'] ?? `2026${random(14)}`),
    facts: { payMethod: String(given['payMethod'] ?? 'ALIPAY_NATIVE') },
  }),
  credentialsOf: ({ merchantNo, facts, keys }, platform) => ({
    oidPartner: merchantNo,
    payMethod: facts['payMethod'] ?? '',
    privateKey: keys.privateKey,
    lianlianPublicKey: platform.publicKey,
  }),
  providerNo: (_kind, at, unique) => `${chinaStamp(at.getTime())}${String(hashText(unique, 13)).padStart(10, '0')}`,
  paymentNotice: (merchant, trade) => ({ event: tradeWord(trade), content: shownTrade(merchant, trade) }),
  // Its fields are not known, so none is sent.
  refundNotice: () => undefined,
  falsified: (content, { amount, merchantNo }) => {
    const order = content['orderInfo'] as object;
    const written = amount === undefined ? {} : { total_amount: decimalText(amount, 'CNY') };
    return {
      ...content,
      ...(merchantNo === undefined ? {} : { oid_partner: merchantNo }),
      orderInfo: { ...order, ...written },
    };
  },
  signNotice: (notice, merchant, platform) => {
    const body = JSON.stringify(notice.content);
    const sign = notice.twist?.sign ?? 'right';
    // Unknown to the merchant: its own key in place of the platform's.
    const key = sign === 'unknownKey' ? merchant.keys.privateKey : platform.privateKey;
    const signature = signedBy(digestOf(sign === 'wrong' ? `${body} ` : body), key, 'md5');
    return {
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'signature-type': 'RSA',
        ...(sign === 'missing' ? {} : { 'signature-data': signature }),
      },
      body,
    };
  },
  isTaken: (status, body) => status === 200 && body === 'Success',
  retryMs: [1, 5, 10, 30, 60, 180, 360].map((minutes) => minutes * MINUTE_MS),
};
