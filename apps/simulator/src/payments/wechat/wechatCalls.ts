import { createHash } from 'node:crypto';
import * as z from 'zod';
import { chinaDay } from '../../cardWorld/chinaTime.ts';
import type { Conduct } from '../../cardWorld/underFaults.ts';
import { isFollower } from '../../wechatOpen/followers.ts';
import type { KeyPair } from '../keys.ts';
import type { Merchant, Refund, Trade } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { prepayIdOf } from './paySheet.ts';
import { billOf } from './wechatBill.ts';
import { chinaIso, isLinked, REFUND_WORDS, sealed, shownTrade, tradeWord } from './wechatNature.ts';

/** A refusal of the provider, with its code. */
export class WechatRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Call = {
  readonly sim: PaymentSimulator;
  readonly merchant: Merchant;
  readonly platform: KeyPair;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly asked: unknown;
  readonly origin: string;
  readonly conduct: Conduct;
  /** The number of the key for which fields are encrypted. */
  readonly sealedFor: string | string[] | undefined;
};
export type Answer = { readonly status: number; readonly content?: unknown; readonly type?: string };

export type WechatCall = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly perform: (call: Call) => Answer;
};

const LONGEST_OPEN_MS = 2 * 3_600_000;
const CSV = 'text/plain; charset=utf-8';

export const fen = z.int().min(1);
export const noticeUrl = z.url().refine((url) => !url.includes('?'), 'notify_url holds a query');
const nativeBody = z.looseObject({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[\w\-|*]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }).optional(),
  notify_url: noticeUrl,
  amount: z.object({ total: fen, currency: z.literal('CNY').default('CNY') }),
  settle_info: z.object({ profit_sharing: z.boolean().default(false) }).optional(),
});
const jsapiBody = nativeBody.extend({ payer: z.object({ openid: z.string().min(1).max(128) }) });
const h5Body = nativeBody.extend({
  scene_info: z.object({
    payer_client_ip: z.union([z.ipv4(), z.ipv6()]),
    h5_info: z.object({ type: z.string().min(1).max(32) }),
  }),
});
const refundBody = z.looseObject({
  transaction_id: z.string().optional(),
  out_trade_no: z.string().optional(),
  out_refund_no: z.string().regex(/^[\w\-|*@]{1,64}$/),
  reason: z.string().max(80).default(''),
  notify_url: noticeUrl.optional(),
  amount: z.object({ refund: fen, total: fen, currency: z.literal('CNY') }),
});

export function read<T>(schema: z.ZodType<T>, asked: unknown): T {
  const { data, error } = schema.safeParse(asked);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new WechatRefusal(400, 'PARAM_ERROR', `参数错误：${issue?.path.join('.')} ${issue?.message}`);
}

const noOrder = () => new WechatRefusal(404, 'ORDER_NOT_EXIST', '订单不存在');

function tradeIn({ sim, merchant, params }: Call): Trade {
  const trade = sim.world.trade(merchant.merchantNo, params['no'] ?? '');
  if (!trade) throw noOrder();
  return trade;
}

function mustBeOwn({ merchant, query }: Call): void {
  if (query['mchid'] !== merchant.merchantNo) throw new WechatRefusal(400, 'MCH_NOT_EXISTS', '商户号不存在');
}

const shown = ({ sim, merchant, conduct }: Call, trade: Trade): Answer => {
  const returned = sim.world.returned(trade, ({ state }) => state !== 'closed');
  return { status: 200, content: shownTrade(merchant, trade, conduct.toldStatus ?? tradeWord(trade, returned)) };
};

const shownRefund = ({ sim, conduct }: Call, refund: Refund): Answer => {
  const trade = sim.world.trade(refund.merchantNo, refund.tradeNo);
  return {
    status: 200,
    content: {
      refund_id: refund.providerNo,
      out_refund_no: refund.refundNo,
      transaction_id: trade?.providerNo,
      out_trade_no: refund.tradeNo,
      channel: 'ORIGINAL',
      user_received_account: '支付用户零钱',
      status: conduct.toldStatus ?? REFUND_WORDS[refund.state],
      create_time: chinaIso(refund.createdMs),
      ...(refund.state === 'done' && refund.endedMs !== null ? { success_time: chinaIso(refund.endedMs) } : {}),
      amount: {
        total: trade?.paid,
        refund: refund.amount,
        payer_total: trade?.paid,
        payer_refund: refund.amount,
        currency: trade?.currency ?? 'CNY',
      },
    },
  };
};

function createOrder(call: Call): Answer {
  const asked = read(nativeBody, call.asked);
  return opened(call, asked, (code) => ({ code_url: `${call.origin}/wechat/pay/${code}` }));
}

/** For the browser of a phone: a page that opens WeChat on it. */
function createPage(call: Call): Answer {
  const asked = read(h5Body, call.asked);
  return opened(call, asked, (code) => ({ h5_url: `${call.origin}/wechat/pay/${code}?package=${code.length}` }));
}

/** For a follower: his openid is one that this public account was told. */
function createSheet(call: Call): Answer {
  const asked = read(jsapiBody, call.asked);
  if (!isFollower(asked.appid, asked.payer.openid)) throw new WechatRefusal(400, 'PARAM_ERROR', '无效的openid');
  return opened(call, asked, (code) => ({ prepay_id: prepayIdOf(code) }));
}

function opened(call: Call, asked: z.output<typeof nativeBody>, content: (code: string) => unknown): Answer {
  const { sim, merchant, conduct } = call;
  if (asked.mchid !== merchant.merchantNo) throw new WechatRefusal(400, 'MCH_NOT_EXISTS', '商户号不存在');
  if (!isLinked(merchant, asked.appid)) {
    throw new WechatRefusal(400, 'APPID_MCHID_NOT_MATCH', 'AppID 和 mchid 不匹配');
  }
  const address = (code: string) => ({ status: 200, content: content(code) });
  if (conduct.times === 'never') return address('swallowed');
  const nowMs = sim.surroundings.clock.nowMs();
  const trade = sim.life.open(merchant, {
    tradeNo: asked.out_trade_no,
    total: asked.amount.total,
    currency: asked.amount.currency,
    subject: asked.description,
    noticeUrl: asked.notify_url,
    expiresMs: asked.time_expire ? Date.parse(asked.time_expire) : nowMs + LONGEST_OPEN_MS,
    ...(asked.appid === merchant.facts['appid'] ? {} : { appid: asked.appid }),
    ...(asked.settle_info?.profit_sharing ? { isShared: true } : {}),
  });
  if (trade === 'otherTerms') throw new WechatRefusal(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
  if (trade.state === 'paid') throw new WechatRefusal(400, 'ORDER_PAID', '该订单已支付');
  if (trade.state !== 'open') throw new WechatRefusal(400, 'ORDER_CLOSED', '该订单已关闭');
  return address(trade.code);
}

function refund(call: Call): Answer {
  const { sim, merchant, conduct } = call;
  const asked = read(refundBody, call.asked);
  const trade = asked.out_trade_no
    ? sim.world.trade(merchant.merchantNo, asked.out_trade_no)
    : [...sim.world.trades.values()].find(({ providerNo }) => providerNo === asked.transaction_id);
  if (!trade || trade.merchantNo !== merchant.merchantNo) {
    throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
  }
  if (trade.state === 'paid' && asked.amount.total !== trade.paid) {
    throw new WechatRefusal(400, 'INVALID_REQUEST', '订单金额不一致');
  }
  // What is being split could be split off and returned to the buyer as well.
  if (sim.world.sharing.splitsOf(trade).some(({ isFinished }) => !isFinished))
    throw new WechatRefusal(400, 'INVALID_REQUEST', '订单分账处理中，请稍后再试');
  const given = {
    refundNo: asked.out_refund_no,
    amount: asked.amount.refund,
    reason: asked.reason,
    noticeUrl: asked.notify_url ?? '',
  };
  const made = conduct.times === 'never' ? swallowed(trade, given) : sim.life.refund(merchant, trade, given);
  if (made === 'otherTerms') throw new WechatRefusal(400, 'INVALID_REQUEST', '商户退款单号重复，参数不一致');
  if (made === 'notPaid') throw new WechatRefusal(400, 'INVALID_REQUEST', '订单未支付');
  if (made === 'tooMuch') throw new WechatRefusal(400, 'INVALID_REQUEST', '累计退款金额大于订单金额');
  if (made === 'balance') throw new WechatRefusal(403, 'NOT_ENOUGH', '基本账户余额不足');
  return shownRefund(call, made);
}

const swallowed = (trade: Trade, given: Pick<Refund, 'refundNo' | 'amount' | 'reason' | 'noticeUrl'>): Refund => ({
  ...given,
  merchantNo: trade.merchantNo,
  tradeNo: trade.tradeNo,
  providerNo: '5000000000000000000000000000',
  state: 'processing',
  createdMs: trade.paidMs ?? 0,
  dueMs: null,
  endedMs: null,
});

function bill({ sim, merchant, query, origin }: Call): Answer {
  const day = query['bill_date'] ?? '';
  const period = /^\d{4}-\d\d-\d\d$/.test(day) ? chinaDay(day.replaceAll('-', '')) : undefined;
  if (!period) throw new WechatRefusal(400, 'PARAM_ERROR', '账单日期格式错误');
  if (period.toMs > sim.surroundings.clock.nowMs())
    throw new WechatRefusal(400, 'INVALID_REQUEST', '账单日期不能大于等于今天');
  const text = billOf(sim.world, merchant, period);
  if (text === undefined) throw new WechatRefusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
  return {
    status: 200,
    content: {
      hash_type: 'SHA1',
      hash_value: createHash('sha1').update(text).digest('hex'),
      download_url: `${origin}/wechat/v3/billdownload/file?token=${day}`,
    },
  };
}

function billFile({ sim, merchant, query }: Call): Answer {
  const period = chinaDay((query['token'] ?? '').replaceAll('-', ''));
  const text = period && billOf(sim.world, merchant, period);
  if (!text) throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '账单文件不存在');
  return { status: 200, content: text, type: CSV };
}

export const CALLS: readonly WechatCall[] = [
  { name: 'createPayment', method: 'POST', path: '/v3/pay/transactions/native', perform: createOrder },
  { name: 'createPayment', method: 'POST', path: '/v3/pay/transactions/jsapi', perform: createSheet },
  { name: 'createPayment', method: 'POST', path: '/v3/pay/transactions/h5', perform: createPage },
  {
    name: 'queryPayment',
    method: 'GET',
    path: '/v3/pay/transactions/out-trade-no/:no',
    perform: (call) => {
      mustBeOwn(call);
      return shown(call, tradeIn(call));
    },
  },
  {
    name: 'queryPayment',
    method: 'GET',
    path: '/v3/pay/transactions/id/:id',
    perform: (call) => {
      mustBeOwn(call);
      const own = [...call.sim.world.trades.values()].find(({ providerNo }) => providerNo === call.params['id']);
      if (own?.merchantNo !== call.merchant.merchantNo) throw noOrder();
      return shown(call, own);
    },
  },
  {
    name: 'closePayment',
    method: 'POST',
    path: '/v3/pay/transactions/out-trade-no/:no/close',
    perform: (call) => {
      const trade = tradeIn(call);
      if (trade.state === 'paid') throw new WechatRefusal(400, 'ORDERPAID', '该订单已支付');
      if (trade.state === 'closed') throw new WechatRefusal(400, 'ORDER_CLOSED', '该订单已关闭');
      if (call.conduct.times !== 'never') call.sim.life.close(trade);
      return { status: 204 };
    },
  },
  { name: 'refund', method: 'POST', path: '/v3/refund/domestic/refunds', perform: refund },
  {
    name: 'queryRefund',
    method: 'GET',
    path: '/v3/refund/domestic/refunds/:no',
    perform: (call) => {
      const found = call.sim.world.refund(call.merchant.merchantNo, call.params['no'] ?? '');
      if (!found) throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
      return shownRefund(call, found);
    },
  },
  {
    name: 'openSession',
    method: 'GET',
    path: '/v3/certificates',
    perform: ({ merchant, platform }) => {
      if (merchant.facts['publicKeyId']) throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '无可用的平台证书');
      return {
        status: 200,
        content: {
          data: [
            {
              serial_no: platform.serial,
              encrypt_certificate: sealed(platform.certificate, merchant.facts['apiV3Key'] ?? '', 'certificate'),
            },
          ],
        },
      };
    },
  },
  { name: 'statement', method: 'GET', path: '/v3/bill/tradebill', perform: bill },
  { name: 'statementFile', method: 'GET', path: '/v3/billdownload/file', perform: billFile },
];
