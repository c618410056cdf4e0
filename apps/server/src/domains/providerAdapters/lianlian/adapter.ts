import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { CredentialFault, ProviderAdapter, ProviderLine } from '../protocol/adapter.ts';
import { hasTurn, noTurn, onlyAbout, otherCurrency, told } from '../protocol/exchange.ts';
import type { RefundSeen } from '../protocol/operations.ts';
import { privateKeyFaults, publicKeyFaults } from '../signing/keyFaults.ts';
import { accountOperations, notSplittable, partsOf } from './accounts.ts';
import { callLianlian } from './client.ts';
import { noticeAnswers, readNotice } from './notices.ts';
import {
  closed,
  created,
  gateway,
  type Payment,
  payment,
  paymentSeen,
  refund,
  refundAsked,
  refundSeen,
  stamp,
} from './wire.ts';

const LONGEST_SUBJECT = 128;
/** Asked for, it proves the credentials and touches nothing. */
const NO_ORDER = 'cardinal-prove-0';
/** Gateway methods that lead to a code or a page by their address alone. */
const METHODS = [
  'ALIPAY_NATIVE',
  'WECHAT_NATIVE',
  'ALIPAY_WEB',
  'ALIPAY_H5',
  'WECHAT_H5',
  'EBANK_DEBIT_CARD',
  'EBANK_CREDIT_CARD',
  'EBANK_B2B',
] as const;

const NOT_A_PARTNER = text('商户号为 18 位数字', 'A merchant number has 18 digits');
const NOT_A_METHOD = text(`应为 ${METHODS.join('、')} 之一`, `One of ${METHODS.join(', ')}`);
const NO_PAGE = text('该支付方式没有付款码或付款页', 'This payment method has neither a code nor a page');
const NOT_PAID = text('订单尚未付款', 'The order is not paid');
const CONNECTED = text('连接正常', 'Connected');

const paymentOf = async (line: ProviderLine, tradeNo: string): Promise<Reply<Payment>> =>
  onlyAbout(
    await callLianlian(line, 'v1/txn/query-payment', { txn_seqno: tradeNo }, payment),
    (read) => read.orderInfo.txn_seqno === tradeNo,
  );

const refundOf = async (line: ProviderLine, refundNo: string): Promise<Reply<RefundSeen>> =>
  told(
    onlyAbout(
      await callLianlian(line, 'v1/txn/query-refund', { refund_seqno: refundNo }, refund),
      (read) => (read.refund_seqno ?? refundNo) === refundNo,
    ),
    (read) => refundSeen(refundNo, read),
  );

/** Lianlian's account system (ACCP): an order, then its gateway, each payment by an anonymous user. */
export const lianlian: ProviderAdapter = {
  key: 'lianlian',
  provider: PaymentProvider.values.lianlian,
  name: text('连连支付', 'Lianlian'),
  baseUrl: 'https://accpapi.lianlianpay.com',
  currencies: ['CNY'],
  credentials: [
    {
      name: 'oidPartner',
      label: text('商户号（oid_partner）', 'Merchant number (oid_partner)'),
      isSecret: false,
      maxLength: 18,
      hint: text('18 位数字', '18 digits'),
    },
    {
      name: 'payMethod',
      label: text('支付方式（method）', 'Payment method'),
      isSecret: false,
      maxLength: 32,
      hint: text('例如 ALIPAY_NATIVE、EBANK_B2B', 'Such as ALIPAY_NATIVE or EBANK_B2B'),
    },
    { name: 'privateKey', label: text('商户私钥', 'Private key'), isSecret: true, isPem: true, maxLength: 8_192 },
    {
      name: 'lianlianPublicKey',
      label: text('连连公钥', 'Lianlian’s public key'),
      isSecret: false,
      isPem: true,
      maxLength: 4_096,
    },
  ],
  checkCredentials: ({ oidPartner = '', payMethod = '', privateKey, lianlianPublicKey }) => {
    const faults: CredentialFault[] = [];
    if (!/^\d{18}$/.test(oidPartner)) faults.push({ field: 'oidPartner', words: NOT_A_PARTNER });
    if (!METHODS.some((each) => each === payMethod)) faults.push({ field: 'payMethod', words: NOT_A_METHOD });
    return [
      ...faults,
      ...privateKeyFaults('privateKey', privateKey),
      ...publicKeyFaults({ field: 'lianlianPublicKey', pem: lianlianPublicKey }, privateKey),
    ];
  },
  factsOf: ({ oidPartner = '' }) => ({ merchantNo: oidPartner, certificateSerial: null, certificateEnds: null }),
  operate: {
    prove: async (line) => {
      const reply = await paymentOf(line, NO_ORDER);
      // No such record: our signature was right, and so was the answer's where it has one.
      if (reply.kind === 'refused' && reply.isUnknown)
        return { kind: 'ok', httpStatus: reply.httpStatus, answer: { words: CONNECTED.en } };
      return told(reply, () => ({ words: CONNECTED.en }));
    },
    createPayment: async (line, { tradeNo, amount, subject, noticeUrl, returnUrl, payees }) => {
      if (amount.currency !== 'CNY') return otherCurrency;
      const { oidPartner = '', payMethod = '' } = line.credentials;
      const parts = partsOf(amount, oidPartner, payees);
      if (!parts) return notSplittable;
      const yuan = moneyText(amount);
      const order = await callLianlian(
        line,
        'v1/txn/tradecreate',
        {
          txn_type: 'GENERAL_CONSUME',
          user_id: tradeNo,
          user_type: 'ANONYMOUS',
          notify_url: noticeUrl,
          return_url: returnUrl,
          orderInfo: {
            txn_seqno: tradeNo,
            txn_time: stamp(line.now),
            total_amount: yuan,
            goods_name: [...subject].slice(0, LONGEST_SUBJECT).join(''),
          },
          payeeInfo: parts.map(({ yuan: payee_amount, ...payee }) => ({ ...payee, payee_amount })),
        },
        created,
      );
      const own = onlyAbout(order, (read) => read.txn_seqno === tradeNo);
      if (own.kind !== 'ok') return own;
      if (!(await hasTurn(line))) return noTurn;
      const begun = await callLianlian(
        line,
        'v1/txn/payment-gw',
        {
          txn_seqno: tradeNo,
          total_amount: yuan,
          risk_item: JSON.stringify({ user_info_mercht_userno: tradeNo, goods_name: subject.slice(0, 60) }),
          payerInfo: { payer_type: 'USER', payer_id: tradeNo },
          payMethods: [{ method: payMethod, amount: yuan }],
        },
        gateway,
      );
      const led = onlyAbout(begun, (read) => read.txn_seqno === tradeNo);
      if (led.kind !== 'ok') return led;
      const { accp_txno, gateway_url: url } = led.answer;
      if (!url) return { kind: 'refused', code: 'noPage', words: NO_PAGE, httpStatus: led.httpStatus };
      const kind = payMethod.endsWith('_NATIVE') ? 'code' : 'page';
      return { ...led, answer: { kind, url, providerNo: accp_txno ?? own.answer.accp_txno ?? null } };
    },
    queryPayment: async (line, { tradeNo }) => told(await paymentOf(line, tradeNo), paymentSeen),
    closePayment: async (line, { tradeNo }) => {
      const reply = await callLianlian(line, 'v1/txn/close-payment', { txn_seqno: tradeNo }, closed);
      return told(
        onlyAbout(reply, (read) => (read.txn_seqno ?? tradeNo) === tradeNo),
        () => ({}),
      );
    },
    refund: async (line, { tradeNo, refundNo, amount, total, reason, payees }) => {
      if (amount.currency !== 'CNY') return otherCurrency;
      const { oidPartner = '', payMethod = '' } = line.credentials;
      const parts = partsOf(amount, oidPartner, payees);
      if (!parts) return notSplittable;
      // Whether a number that was used is refused or taken again is unknown: what was asked for before is looked for.
      const known = await refundOf(line, refundNo);
      if (known.kind === 'refused' && !known.isUnknown) return { ...known, kind: 'unclear' };
      if (known.kind !== 'refused') return known;
      if (!(await hasTurn(line))) return noTurn;
      const paid = await paymentOf(line, tradeNo);
      if (paid.kind !== 'ok') return paid;
      if (paymentSeen(paid.answer).state !== 'paid') return { kind: 'refused', code: 'notPaid', words: NOT_PAID };
      if (!(await hasTurn(line))) return noTurn;
      const yuan = moneyText(amount);
      const reply = await callLianlian(
        line,
        'v1/txn/more-payee-refund',
        {
          user_id: tradeNo,
          refund_reason: [...reason].slice(0, LONGEST_SUBJECT).join(''),
          originalOrderInfo: { txn_seqno: tradeNo, total_amount: moneyText(total) },
          refundOrderInfo: { refund_seqno: refundNo, refund_time: stamp(line.now), refund_amount: yuan },
          pyeeRefundInfos: parts.map(({ yuan: payee_refund_amount, ...payee }) => ({
            ...payee,
            payee_refund_amount,
            is_advance_pay: 'N',
          })),
          refundMethods: [{ method: paid.answer.payerInfo?.[0]?.method ?? payMethod, amount: yuan }],
        },
        refundAsked,
      );
      return told(reply, ({ accp_txno }) => ({
        refundNo,
        state: 'asked' as const,
        providerNo: accp_txno ?? null,
        amount,
        doneAt: null,
        said: 'TRADE_PROCESSING',
      }));
    },
    queryRefund: (line, { refundNo }) => refundOf(line, refundNo),
    ...accountOperations,
  },
  readNotice,
  noticeAnswers,
};
