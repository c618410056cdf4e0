import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { decimalText, minorOf } from '../amounts.ts';
import { signedBy } from '../keys.ts';
import type { Trade } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { type RestAsked, type RestCall, registerRest } from '../restWire.ts';
import {
  applyAccount,
  cancelAccount,
  payeesOfRefund,
  payeesOfTrade,
  queryBalance,
  queryUser,
  verifyAccount,
} from './lianlianAccounts.ts';
import { DONE, noRecord, read, refused } from './lianlianCalls.ts';
import { accpNo, digestOf, refundWord, shownTrade } from './lianlianNature.ts';

const ORDER_LIVES_MS = 2 * 3_600_000;

function tradeOf({ sim, merchant }: RestAsked, tradeNo: string): Trade {
  const trade = sim.world.trade(merchant.merchantNo, tradeNo);
  if (!trade) throw noRecord();
  return trade;
}

const order = z.object({ txn_seqno: z.string().min(1).max(64), total_amount: z.string(), goods_name: z.string() });
const payee = z.object({ payee_id: z.string(), payee_type: z.enum(['USER', 'MERCHANT']), payee_amount: z.string() });
const createBody = z.object({
  txn_type: z.literal('GENERAL_CONSUME'),
  user_id: z.string().min(1).max(64),
  user_type: z.enum(['ANONYMOUS', 'REGISTERED']),
  notify_url: z.url(),
  orderInfo: order,
  payeeInfo: z.array(payee).min(1).max(10),
});
function create(asked: RestAsked) {
  const { sim, merchant, conduct } = asked;
  const { orderInfo, payeeInfo, notify_url } = read(createBody, asked);
  const total = minorOf(orderInfo.total_amount, 'CNY');
  const parts = payeeInfo.reduce((sum, { payee_amount }) => sum + (minorOf(payee_amount, 'CNY') ?? 0), 0);
  if (total === undefined || parts !== total) throw refused('1004', '商户请求参数校验错误(payeeInfo)');
  const ofUsers = payeeInfo.filter(({ payee_type }) => payee_type === 'USER');
  const payees = payeesOfTrade(
    asked,
    ofUsers.map(({ payee_id, payee_amount }) => ({ userId: payee_id, amount: minorOf(payee_amount, 'CNY') ?? 0 })),
  );
  const trade = sim.life.open(merchant, {
    ...(payees.length > 0 ? { payees } : {}),
    tradeNo: orderInfo.txn_seqno,
    total,
    currency: 'CNY',
    subject: orderInfo.goods_name,
    noticeUrl: notify_url,
    expiresMs: sim.surroundings.clock.nowMs() + ORDER_LIVES_MS,
  });
  if (trade === 'otherTerms') throw refused('1002', '第三方单号重复');
  if (conduct.times === 'never') sim.life.close(trade);
  const { txn_seqno, total_amount } = orderInfo;
  return { content: { ...DONE, oid_partner: merchant.merchantNo, txn_seqno, total_amount, accp_txno: accpNo(trade) } };
}

const gatewayBody = z.object({
  txn_seqno: z.string(),
  total_amount: z.string(),
  risk_item: z.string(),
  payerInfo: z.object({ payer_type: z.literal('USER'), payer_id: z.string() }),
  payMethods: z.array(z.object({ method: z.string(), amount: z.string() })).min(1),
});
function payGateway(asked: RestAsked) {
  const { merchant, origin } = asked;
  const { txn_seqno, payMethods } = read(gatewayBody, asked);
  const trade = tradeOf(asked, txn_seqno);
  if (payMethods[0]?.method !== merchant.facts['payMethod']) throw refused('1004', '商户请求参数校验错误(payMethods)');
  const gateway_url = `${origin}/lianlian/pay/${trade.code}`;
  return { content: { ...DONE, oid_partner: merchant.merchantNo, txn_seqno, accp_txno: accpNo(trade), gateway_url } };
}

const byNumber = z.object({ txn_seqno: z.string() });
function query(asked: RestAsked) {
  const trade = tradeOf(asked, read(byNumber, asked).txn_seqno);
  return { content: { ...DONE, ...shownTrade(asked.merchant, trade, asked.conduct.toldStatus) } };
}

function close(asked: RestAsked) {
  const trade = tradeOf(asked, read(byNumber, asked).txn_seqno);
  if (trade.state === 'paid') throw refused('1005', '支付处理失败');
  if (asked.conduct.times !== 'never' && trade.state === 'open') asked.sim.life.close(trade);
  return { content: { ...DONE, oid_partner: asked.merchant.merchantNo, txn_seqno: trade.tradeNo } };
}

const refundBody = z.object({
  originalOrderInfo: z.object({ txn_seqno: z.string(), total_amount: z.string() }),
  refundOrderInfo: z.object({ refund_seqno: z.string(), refund_amount: z.string() }),
  pyeeRefundInfos: z
    .array(
      z.object({ payee_id: z.string(), payee_type: z.enum(['USER', 'MERCHANT']), payee_refund_amount: z.string() }),
    )
    .min(1),
  refundMethods: z.array(z.object({ method: z.string(), amount: z.string() })).min(1),
  refund_reason: z.string().optional(),
});
function refund(asked: RestAsked) {
  const { sim, merchant } = asked;
  const { originalOrderInfo, refundOrderInfo, pyeeRefundInfos, refund_reason = '' } = read(refundBody, asked);
  const trade = tradeOf(asked, originalOrderInfo.txn_seqno);
  const amount = minorOf(refundOrderInfo.refund_amount, 'CNY');
  if (amount === undefined) throw refused('1004', '商户请求参数校验错误(refund_amount)');
  const parts = pyeeRefundInfos.map(({ payee_id, payee_type, payee_refund_amount }) => ({
    userId: payee_type === 'USER' ? payee_id : '',
    amount: minorOf(payee_refund_amount, 'CNY') ?? 0,
  }));
  if (parts.reduce((sum, part) => sum + part.amount, 0) !== amount)
    throw refused('1004', '商户请求参数校验错误(pyeeRefundInfos)');
  const ofUsers = parts.filter(({ userId }) => userId !== '');
  const isKnown = sim.world.refund(merchant.merchantNo, refundOrderInfo.refund_seqno) !== undefined;
  const payees = isKnown ? ofUsers : payeesOfRefund(asked, trade, ofUsers);
  const made = sim.life.refund(merchant, trade, {
    ...(payees.length > 0 ? { payees } : {}),
    refundNo: refundOrderInfo.refund_seqno,
    amount,
    reason: refund_reason,
    noticeUrl: '',
  });
  if (typeof made === 'string') throw refused(made === 'otherTerms' ? '1002' : '1005', '退款处理失败');
  return { content: { ...DONE, oid_partner: merchant.merchantNo, accp_txno: made.providerNo } };
}

function queryRefund(asked: RestAsked) {
  const { refund_seqno } = read(z.object({ refund_seqno: z.string() }), asked);
  const made = asked.sim.world.refund(asked.merchant.merchantNo, refund_seqno);
  if (!made) throw noRecord();
  const refund_amount = decimalText(made.amount, 'CNY');
  const txn_status = asked.conduct.toldStatus ?? refundWord(made);
  return { content: { ...DONE, refund_seqno, refund_amount, accp_txno: made.providerNo, txn_status } };
}

type Told = {
  user_id?: string;
  txn_seqno?: string;
  refund_seqno?: string;
  orderInfo?: { txn_seqno?: string };
  refundOrderInfo?: { refund_seqno?: string };
};
const subject: RestCall['subject'] = ({ json }) => {
  const told = (json ?? {}) as Told;
  return (
    told.refund_seqno ??
    told.refundOrderInfo?.refund_seqno ??
    told.txn_seqno ??
    told.orderInfo?.txn_seqno ??
    told.user_id
  );
};
const post = (name: string, path: string, perform: RestCall['perform'], under = 'txn'): RestCall => ({
  name,
  method: 'POST',
  path: `/v1/${under}/${path}`,
  subject,
  perform,
});
const CALLS: readonly RestCall[] = [
  post('createPayment', 'tradecreate', create),
  post('payGateway', 'payment-gw', payGateway),
  post('queryPayment', 'query-payment', query),
  post('closePayment', 'close-payment', close),
  post('refund', 'more-payee-refund', refund),
  post('queryRefund', 'query-refund', queryRefund),
  post('openAccount', 'openacct-apply-individual', applyAccount, 'acctmgr'),
  post('openAccount', 'openacct-apply-enterprise', applyAccount, 'acctmgr'),
  post('confirmAccount', 'openacct-verify-individual', verifyAccount, 'acctmgr'),
  post('confirmAccount', 'openacct-verify-enterprise', verifyAccount, 'acctmgr'),
  post('queryAccount', 'query-userinfo', queryUser, 'acctmgr'),
  post('queryBalance', 'query-acctinfo', queryBalance, 'acctmgr'),
  post('closeAccount', 'cancel-apply', cancelAccount, 'acctmgr'),
];

/** Serves Lianlian's interface below `/lianlian`; every request and every answer is signed. */
export const registerLianlianApi = (app: FastifyInstance, sim: PaymentSimulator): void =>
  registerRest(app, sim, {
    prefix: '/lianlian',
    calls: CALLS,
    callerOf: (_request, body) => sim.world.merchants.get(partnerOf(body)),
    stranger: refused('1001', '商户请求签名错误'),
    worded: ({ code, message }) => ({ ret_code: code, ret_msg: message }),
    seal: (text): Record<string, string> => {
      const key = sim.world.platformKeys.at(-1)?.privateKey;
      return key ? { 'signature-type': 'RSA', 'signature-data': signedBy(digestOf(text), key, 'md5') } : {};
    },
  });

function partnerOf(body: string): string {
  try {
    return String((JSON.parse(body) as { oid_partner?: unknown } | null)?.oid_partner ?? '');
  } catch {
    return '';
  }
}
