import * as z from 'zod';
import { chinaDay } from '../../cardWorld/chinaTime.ts';
import type { Conduct } from '../../cardWorld/underFaults.ts';
import type { Merchant, Trade } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { billOf } from './alipayBill.ts';
import { chinaTime, tradeWord, yuan } from './alipayNature.ts';

/** A refusal of the gateway, with its codes. */
export class AlipayRefusal extends Error {
  readonly code: string;
  readonly subCode: string;

  constructor(code: string, subCode: string, message: string) {
    super(message);
    this.code = code;
    this.subCode = subCode;
  }
}

type Call = {
  readonly sim: PaymentSimulator;
  readonly merchant: Merchant;
  readonly asked: unknown;
  readonly origin: string;
  readonly noticeUrl: string;
  readonly conduct: Conduct;
};
type Method = { readonly name: string; readonly perform: (call: Call) => Readonly<Record<string, unknown>> };

const MINUTE_MS = 60_000;
const USUAL_MINUTES = 120;

const amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((written) => /^\d{1,9}(\.\d{1,2})?$/.test(written), 'not an amount')
  .transform((written) => {
    const [whole = '0', places = ''] = written.split('.');
    return Number(whole) * 100 + Number(places.padEnd(2, '0'));
  });
const minutes = z
  .string()
  .regex(/^\d+m$/)
  .transform((written) => Number(written.slice(0, -1)))
  .optional();
const tradeNo = z.string().min(1).max(64);
const precreateBody = z.looseObject({
  out_trade_no: tradeNo,
  total_amount: amount,
  subject: z.string().min(1).max(256),
  seller_id: z.string().optional(),
  timeout_express: minutes,
  qr_code_timeout_express: minutes,
});
const tradeBody = z.looseObject({ out_trade_no: tradeNo.optional(), trade_no: z.string().optional() });
const refundBody = z.looseObject({
  ...tradeBody.shape,
  refund_amount: amount,
  out_request_no: z.string().min(1).max(64).optional(),
  refund_reason: z.string().max(256).optional(),
});
const refundQueryBody = z.looseObject({
  ...tradeBody.shape,
  out_request_no: z.string().min(1).max(64),
  query_options: z.array(z.string()).default([]),
});

const billBody = z.looseObject({ bill_type: z.literal('trade'), bill_date: z.string().regex(/^\d{4}-\d\d-\d\d$/) });

const failed = (subCode: string, message: string) => new AlipayRefusal('40004', subCode, message);

function read<T>(schema: z.ZodType<T>, asked: unknown): T {
  const { data, error } = schema.safeParse(asked);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw failed('ACQ.INVALID_PARAMETER', `参数无效：${issue?.path.join('.')} ${issue?.message}`);
}

/** A trade exists only once somebody has scanned its code. */
function tradeOf({ sim, merchant }: Call, asked: z.output<typeof tradeBody>): Trade {
  const trade = asked.trade_no
    ? [...sim.world.trades.values()].find(({ providerNo }) => providerNo === asked.trade_no)
    : sim.world.trade(merchant.merchantNo, asked.out_trade_no ?? '');
  if (!trade?.isScanned || trade.merchantNo !== merchant.merchantNo) {
    throw failed('ACQ.TRADE_NOT_EXIST', '交易不存在');
  }
  return trade;
}

function precreate(call: Call) {
  const { sim, merchant, origin, noticeUrl, conduct } = call;
  const asked = read(precreateBody, call.asked);
  if (asked.seller_id !== undefined && asked.seller_id !== merchant.facts['sellerId']) {
    throw failed('ACQ.INVALID_PARAMETER', 'seller_id 无效');
  }
  const address = (code: string) => ({
    out_trade_no: asked.out_trade_no,
    qr_code: `${origin}/alipay/pay/${code}`,
  });
  if (conduct.times === 'never') return address('swallowed');
  const lives = Math.min(asked.timeout_express ?? USUAL_MINUTES, asked.qr_code_timeout_express ?? USUAL_MINUTES);
  const trade = sim.life.open(merchant, {
    tradeNo: asked.out_trade_no,
    total: asked.total_amount,
    currency: 'CNY',
    subject: asked.subject,
    noticeUrl,
    expiresMs: sim.surroundings.clock.nowMs() + lives * MINUTE_MS,
  });
  if (trade === 'otherTerms') throw failed('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改');
  if (trade.state === 'paid') throw failed('ACQ.TRADE_HAS_SUCCESS', '交易已被支付');
  if (trade.state !== 'open') throw failed('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
  return address(trade.code);
}

function query(call: Call) {
  const trade = tradeOf(call, read(tradeBody, call.asked));
  const returned = call.sim.world.returned(trade, ({ state }) => state === 'done');
  return {
    out_trade_no: trade.tradeNo,
    trade_no: trade.providerNo ?? '',
    trade_status: call.conduct.toldStatus ?? tradeWord(trade, returned),
    total_amount: yuan(trade.paid ?? trade.total),
    buyer_logon_id: 'dem***@example.com',
    ...(trade.paidMs === null ? {} : { send_pay_date: chinaTime(trade.paidMs) }),
  };
}

function close(call: Call) {
  const trade = tradeOf(call, read(tradeBody, call.asked));
  if (trade.state === 'paid') throw failed('ACQ.REASON_TRADE_STATUS_INVALID', '交易状态不合法');
  if (trade.state !== 'open') throw failed('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
  if (call.conduct.times !== 'never') call.sim.life.close(trade);
  return { out_trade_no: trade.tradeNo, trade_no: trade.providerNo ?? '' };
}

function refund(call: Call) {
  const { sim, merchant, conduct, noticeUrl } = call;
  const asked = read(refundBody, call.asked);
  const trade = tradeOf(call, asked);
  const refundNo = asked.out_request_no ?? trade.tradeNo;
  const isKnown = sim.world.refund(merchant.merchantNo, refundNo) !== undefined;
  const answer = (fundChange: 'Y' | 'N', endedMs: number | null) => ({
    out_trade_no: trade.tradeNo,
    trade_no: trade.providerNo ?? '',
    fund_change: fundChange,
    refund_fee: yuan(sim.world.returned(trade)),
    ...(endedMs === null ? {} : { gmt_refund_pay: chinaTime(endedMs) }),
  });
  if (conduct.times === 'never') return answer('N', null);
  const made = sim.life.refund(merchant, trade, {
    refundNo,
    amount: asked.refund_amount,
    reason: asked.refund_reason ?? '',
    // Told where the trade is told.
    noticeUrl: noticeUrl || trade.noticeUrl,
  });
  if (made === 'otherTerms') throw failed('ACQ.DISCORDANT_REPEAT_REQUEST', '请求信息不一致');
  if (made === 'notPaid') throw failed('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
  if (made === 'tooMuch') throw failed('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
  if (made === 'balance') throw failed('ACQ.SELLER_BALANCE_NOT_ENOUGH', '商户的支付宝账户中无足够的资金进行退款');
  return answer(!isKnown && made.state === 'done' ? 'Y' : 'N', made.endedMs);
}

function queryRefund(call: Call) {
  const asked = read(refundQueryBody, call.asked);
  const trade = tradeOf(call, asked);
  const found = call.sim.world.refund(trade.merchantNo, asked.out_request_no);
  // Nothing but the code means that it knows of no such refund, or of none that succeeded.
  if (found?.tradeNo !== trade.tradeNo || found.state === 'closed' || found.state === 'processing') return {};
  return {
    out_trade_no: trade.tradeNo,
    trade_no: trade.providerNo ?? '',
    out_request_no: found.refundNo,
    total_amount: yuan(trade.paid ?? 0),
    refund_amount: yuan(found.amount),
    ...(found.state === 'done' ? { refund_status: call.conduct.toldStatus ?? 'REFUND_SUCCESS' } : {}),
    ...(found.endedMs !== null && asked.query_options.includes('gmt_refund_pay')
      ? { gmt_refund_pay: chinaTime(found.endedMs) }
      : {}),
  };
}

function billAddress({ sim, merchant, asked, origin }: Call) {
  const { bill_date: day } = read(billBody, asked);
  const nowMs = sim.surroundings.clock.nowMs();
  const period = chinaDay(day.replaceAll('-', ''));
  if (!period || period.toMs > nowMs) throw failed('isv.invalid-arguments', '账单日期无效');
  if (!billOf(sim.world, merchant, period)) throw failed('isp.bill_not_exist', '账单不存在');
  const token = new URLSearchParams({ userId: merchant.merchantNo, bizDates: day, fileId: String(nowMs) });
  return { bill_download_url: `${origin}/alipay/downloadBillFile.resource?${token.toString()}` };
}

export const METHODS: Readonly<Record<string, Method>> = {
  'alipay.trade.precreate': { name: 'createPayment', perform: precreate },
  'alipay.trade.query': { name: 'queryPayment', perform: query },
  'alipay.trade.close': { name: 'closePayment', perform: close },
  'alipay.trade.refund': { name: 'refund', perform: refund },
  'alipay.trade.fastpay.refund.query': { name: 'queryRefund', perform: queryRefund },
  'alipay.data.dataservice.bill.downloadurl.query': { name: 'statement', perform: billAddress },
};
