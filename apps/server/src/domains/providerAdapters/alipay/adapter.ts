import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { CredentialFault, ProviderAdapter, ProviderLine } from '../protocol/adapter.ts';
import { onlyAbout, otherCurrency, told } from '../protocol/exchange.ts';
import { privateKeyFaults, publicKeyFaults } from '../signing/keyFaults.ts';
import { callAlipay } from './client.ts';
import { CLOSED_ALREADY, TRADE_UNKNOWN } from './codes.ts';
import { noticeAnswers, readNotice } from './notices.ts';
import { statement } from './statement.ts';
import {
  amountOf,
  closeAnswer,
  paymentSeen,
  precreateAnswer,
  refundAnswer,
  refundQueryAnswer,
  tradeAnswer,
  yuanText,
} from './wire.ts';

const LONGEST_SUBJECT = 256;
const MOST_MINUTES = 15 * 24 * 60;
/** A number nobody gives: to ask for it proves the credentials and touches nothing. */
const NO_ORDER = 'cardinal-prove-0';
const NO_REFUND = 'noRefund';

const NOT_AN_APP = text('应用 ID 应为 16 位数字', 'An app ID has 16 digits');
const NOT_A_SELLER = text('商户 PID 应为 2088 开头的 16 位数字', 'A seller ID has 16 digits and begins with 2088');
const REFUND_UNKNOWN = text('支付宝无此退款', 'Alipay knows no such refund');

async function queryTrade(line: ProviderLine, tradeNo: string) {
  const content = { out_trade_no: tradeNo };
  const reply = await callAlipay(line, { method: 'alipay.trade.query', content, answer: tradeAnswer });
  return onlyAbout(reply, (read) => read.out_trade_no === tradeNo);
}

/** From now until then in whole minutes, as `timeout_express` wants it. */
const minutesUntil = (expiresAt: Date, now: Date): string =>
  `${Math.min(MOST_MINUTES, Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 60_000)))}m`;

/** Alipay's gateway with keys (RSA2): codes a buyer scans (precreate). */
export const alipay: ProviderAdapter = {
  key: 'alipay',
  provider: PaymentProvider.values.aliPay,
  name: text('支付宝', 'Alipay'),
  baseUrl: 'https://openapi.alipay.com/gateway.do',
  currencies: ['CNY'],
  credentials: [
    { name: 'appId', label: text('应用 ID', 'App ID'), isSecret: false, maxLength: 16 },
    {
      name: 'sellerId',
      label: text('商户 PID', 'Seller ID (PID)'),
      isSecret: false,
      maxLength: 16,
      hint: text('2088 开头，见「账户中心」', 'Begins with 2088; see the account centre'),
    },
    {
      name: 'privateKey',
      label: text('应用私钥', 'App private key'),
      isSecret: true,
      isPem: true,
      maxLength: 8_000,
      hint: text('RSA2（2048 位），可不带首尾行', 'RSA2 (2048 bits); the first and last line may be missing'),
    },
    {
      name: 'alipayPublicKey',
      label: text('支付宝公钥', 'Alipay public key'),
      isSecret: false,
      isPem: true,
      maxLength: 8_000,
      hint: text('不是应用公钥', 'Not the public key of your app'),
    },
  ],
  checkCredentials: ({ appId = '', sellerId = '', privateKey, alipayPublicKey }) => {
    const faults: CredentialFault[] = [];
    if (!/^\d{16}$/.test(appId)) faults.push({ field: 'appId', words: NOT_AN_APP });
    if (!/^2088\d{12}$/.test(sellerId)) faults.push({ field: 'sellerId', words: NOT_A_SELLER });
    faults.push(...privateKeyFaults('privateKey', privateKey));
    faults.push(...publicKeyFaults({ field: 'alipayPublicKey', pem: alipayPublicKey }, privateKey));
    return faults;
  },
  // A merchant may have several apps, each with its own keys and notices.
  factsOf: ({ appId = '' }) => ({ merchantNo: appId, certificateSerial: null, certificateEnds: null }),
  operate: {
    prove: async (line) => {
      const reply = await queryTrade(line, NO_ORDER);
      // The trade is unknown, but the app was recognised.
      if (reply.kind !== 'refused' || reply.code !== TRADE_UNKNOWN) {
        return told(reply, ({ trade_status }) => ({ words: trade_status }));
      }
      const { httpStatus, reference, code } = reply;
      return { kind: 'ok', httpStatus, reference, answer: { words: code } };
    },
    createPayment: async (line, { tradeNo, amount, subject, expiresAt, noticeUrl }) => {
      if (amount.currency !== 'CNY') return otherCurrency;
      const minutes = minutesUntil(expiresAt, line.now);
      const reply = await callAlipay(line, {
        method: 'alipay.trade.precreate',
        content: {
          out_trade_no: tradeNo,
          total_amount: yuanText(amount),
          // Signs that the documentation does not allow.
          subject: [...subject.replace(/[/=&]/g, ' ')].slice(0, LONGEST_SUBJECT).join(''),
          seller_id: line.credentials['sellerId'],
          timeout_express: minutes,
          qr_code_timeout_express: minutes,
        },
        noticeUrl,
        answer: precreateAnswer,
      });
      const own = onlyAbout(reply, (read) => read.out_trade_no === tradeNo);
      return told(own, ({ qr_code }) => ({ kind: 'code' as const, url: qr_code, providerNo: null }));
    },
    queryPayment: async (line, { tradeNo }) => {
      const reply = await queryTrade(line, tradeNo);
      if (reply.kind === 'refused' && reply.code === TRADE_UNKNOWN) {
        // Until somebody scans its code, a trade does not exist.
        const { httpStatus, reference, code } = reply;
        const seen = paymentSeen({ out_trade_no: tradeNo, trade_status: code, amount: null, paidAt: null });
        return { kind: 'ok', httpStatus, reference, answer: { ...seen, state: 'open' } };
      }
      return told(reply, (read) =>
        paymentSeen({
          ...read,
          amount: amountOf(read.total_amount, read.trans_currency),
          paidAt: read.send_pay_date,
        }),
      );
    },
    closePayment: async (line, { tradeNo }) => {
      const reply = await callAlipay(line, {
        method: 'alipay.trade.close',
        content: { out_trade_no: tradeNo },
        answer: closeAnswer,
        already: { codes: CLOSED_ALREADY, answer: { out_trade_no: tradeNo } },
      });
      const own = onlyAbout(reply, (read) => (read.out_trade_no ?? tradeNo) === tradeNo);
      return told(own, () => ({}));
    },
    refund: async (line, { tradeNo, refundNo, amount, reason }) => {
      if (amount.currency !== 'CNY') return otherCurrency;
      const reply = await callAlipay(line, {
        method: 'alipay.trade.refund',
        content: {
          out_trade_no: tradeNo,
          refund_amount: yuanText(amount),
          out_request_no: refundNo,
          ...(reason ? { refund_reason: [...reason].slice(0, LONGEST_SUBJECT).join('') } : {}),
        },
        answer: refundAnswer,
      });
      const own = onlyAbout(reply, (read) => read.out_trade_no === tradeNo);
      return told(own, ({ fund_change, gmt_refund_pay }) => ({
        refundNo,
        // Without a change of funds it may be a repetition, or not be done yet: a question tells.
        state: fund_change === 'Y' ? ('done' as const) : ('asked' as const),
        providerNo: null,
        amount: null,
        doneAt: fund_change === 'Y' ? gmt_refund_pay : null,
        said: `fund_change=${fund_change}`,
      }));
    },
    queryRefund: async (line, { tradeNo, refundNo }) => {
      const reply = await callAlipay(line, {
        method: 'alipay.trade.fastpay.refund.query',
        content: { out_trade_no: tradeNo, out_request_no: refundNo, query_options: ['gmt_refund_pay'] },
        answer: refundQueryAnswer,
      });
      const isOther = (theirs: string | null | undefined, ours: string) => Boolean(theirs) && theirs !== ours;
      const own = onlyAbout(
        reply,
        (read) => !isOther(read.out_trade_no, tradeNo) && !isOther(read.out_request_no, refundNo),
      );
      if (own.kind !== 'ok') return own;
      const { answer, httpStatus, reference } = own;
      const { refund_status: status, refund_amount: minor, gmt_refund_pay: doneAt } = answer;
      if (!status && (minor === null || minor === undefined)) {
        return { kind: 'refused', httpStatus, reference, code: NO_REFUND, words: REFUND_UNKNOWN, isUnknown: true };
      }
      const isDone = status === 'REFUND_SUCCESS';
      return {
        kind: 'ok',
        httpStatus,
        reference,
        answer: {
          refundNo,
          state: isDone ? 'done' : 'unknown',
          providerNo: null,
          amount: amountOf(minor, 'CNY'),
          doneAt: isDone ? doneAt : null,
          said: status ?? '—',
        },
      };
    },
    statement: (line, { day }) => statement(line, day),
  },
  readNotice,
  noticeAnswers,
};
