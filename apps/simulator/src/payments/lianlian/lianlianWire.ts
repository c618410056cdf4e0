import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { chinaStamp } from '../../cardWorld/chinaTime.ts';
import { decimalText, minorOf } from '../amounts.ts';
import { isSignedBy, signedBy } from '../keys.ts';
import type { Trade } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { type RestAsked, type RestCall, RestRefusal, registerRest } from '../restWire.ts';
import { accpNo, digestOf, refundWord, shownTrade } from './lianlianNature.ts';

const ORDER_LIVES_MS = 2 * 3_600_000;
const TIMELY_MS = 30 * 60_000;

/** Answered with 200: the code is in the body. */
const refused = (code: string, message: string) => new RestRefusal(200, code, message);
const noRecord = () => refused('8901', '没有记录');

function read<A>(schema: z.ZodType<A>, asked: Omit<RestAsked, 'conduct'>): A {
  const { merchant, body, header, json, sim } = asked;
  const right = isSignedBy(digestOf(body), header('signature-data') ?? '', merchant.keys.publicKey, 'md5');
  if (!right) throw refused('1001', '商户请求签名错误');
  const { timestamp } = z.object({ timestamp: z.string() }).parse(json);
  const now = sim.surroundings.clock.nowMs();
  if (timestamp < chinaStamp(now - TIMELY_MS) || timestamp > chinaStamp(now + TIMELY_MS))
    throw refused('1004', '商户请求参数校验错误(timestamp)');
  const told = schema.safeParse(json);
  if (!told.success) throw refused('1004', `商户请求参数校验错误(${told.error.issues[0]?.path.join('.')})`);
  return told.data;
}

function tradeOf({ sim, merchant }: RestAsked, tradeNo: string): Trade {
  const trade = sim.world.trade(merchant.merchantNo, tradeNo);
  if (!trade) throw noRecord();
  return trade;
}

const DONE = { ret_code: '0000', ret_msg: '交易成功' };
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
  const trade = sim.life.open(merchant, {
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
  pyeeRefundInfos: z.array(z.object({ payee_id: z.string(), payee_refund_amount: z.string() })).min(1),
  refundMethods: z.array(z.object({ method: z.string(), amount: z.string() })).min(1),
  refund_reason: z.string().optional(),
});
function refund(asked: RestAsked) {
  const { sim, merchant } = asked;
  const { originalOrderInfo, refundOrderInfo, refund_reason = '' } = read(refundBody, asked);
  const trade = tradeOf(asked, originalOrderInfo.txn_seqno);
  const amount = minorOf(refundOrderInfo.refund_amount, 'CNY');
  if (amount === undefined) throw refused('1004', '商户请求参数校验错误(refund_amount)');
  const made = sim.life.refund(merchant, trade, {
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
  txn_seqno?: string;
  refund_seqno?: string;
  orderInfo?: { txn_seqno?: string };
  refundOrderInfo?: { refund_seqno?: string };
};
const subject: RestCall['subject'] = ({ json }) => {
  const told = (json ?? {}) as Told;
  return told.refund_seqno ?? told.refundOrderInfo?.refund_seqno ?? told.txn_seqno ?? told.orderInfo?.txn_seqno;
};
const post = (name: string, path: string, perform: RestCall['perform']): RestCall => ({
  name,
  method: 'POST',
  path: `/v1/txn/${path}`,
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
