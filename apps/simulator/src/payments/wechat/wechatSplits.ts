import { constants, privateDecrypt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { chinaStamp } from '../../cardWorld/chinaTime.ts';
import { hashText } from '../../chance.ts';
import { ControlRefusal, readControl } from '../../control.ts';
import type { Merchant, Trade } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import type { Receiver, Split, SplitPart, SplitReturn } from '../splitEvents.ts';
import { type Answer, type Call, fen, read, type WechatCall, WechatRefusal } from './wechatCalls.ts';
import { chinaIso, serialFor } from './wechatNature.ts';

/** Of a payment, in ten-thousandths; what a merchant may split unless it has agreed on more. */
const RATIO = 3_000;
const WHOLE = 10_000;

const receiverType = z.enum(['MERCHANT_ID', 'PERSONAL_OPENID']);
const ownNo = z.string().regex(/^[\w\-|*@]{1,64}$/);
const addBody = z.looseObject({
  appid: z.string(),
  type: receiverType,
  account: z.string().min(1).max(64),
  name: z.string().max(1_024).optional(),
  relation_type: z.string().min(1),
});
const removeBody = z.looseObject({ appid: z.string(), type: receiverType, account: z.string().min(1) });
const splitBody = z.looseObject({
  appid: z.string(),
  transaction_id: z.string().min(1),
  out_order_no: ownNo,
  receivers: z
    .array(
      z.looseObject({
        type: receiverType,
        account: z.string().min(1),
        name: z.string().max(1_024).optional(),
        amount: fen,
        description: z.string().min(1).max(80),
      }),
    )
    .min(1)
    .max(50),
  unfreeze_unsplit: z.boolean(),
});
const unfreezeBody = z.looseObject({
  transaction_id: z.string().min(1),
  out_order_no: ownNo,
  description: z.string().min(1).max(80),
});
const returnBody = z.looseObject({
  out_order_no: ownNo,
  out_return_no: ownNo,
  return_mchid: z.string().min(1),
  amount: fen,
  description: z.string().min(1).max(80),
});

function opened({ merchant, platform, sealedFor }: Call, sealed: string | undefined): string | null {
  if (sealed === undefined) return null;
  if (sealedFor !== serialFor(merchant, platform)) throw new WechatRefusal(400, 'PARAM_ERROR', '平台证书序列号错误');
  try {
    const key = { key: platform.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
    return privateDecrypt(key, Buffer.from(sealed, 'base64')).toString('utf8');
  } catch {
    throw new WechatRefusal(400, 'PARAM_ERROR', '分账接收方姓名解密失败');
  }
}

const mustBeOwnApp = ({ merchant }: Call, appid: string) => {
  if (appid !== merchant.facts['appid']) throw new WechatRefusal(400, 'APPID_MCHID_NOT_MATCH', 'AppID 和 mchid 不匹配');
};

const isOtherName = ({ merchant }: Call, account: string, name: string | null): boolean => {
  const real = merchant.realNames?.[account];
  return real !== undefined && name !== null && name !== real;
};

/** The payment of this merchant that was asked to be frozen. */
function sharedTrade({ sim, merchant }: Call, paymentNo: string): Trade {
  const trade = [...sim.world.trades.values()].find(
    ({ providerNo, merchantNo }) => providerNo === paymentNo && merchantNo === merchant.merchantNo,
  );
  if (trade?.state !== 'paid') throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
  if (!trade.isShared) throw new WechatRefusal(400, 'INVALID_REQUEST', '非分账订单不支持分账');
  return trade;
}

/** What of a trade is still frozen. */
const frozenOf = (sim: PaymentSimulator, trade: Trade): number =>
  trade.isUnfrozen ? 0 : Math.max(0, (trade.paid ?? 0) - sim.world.sharing.splitOff(trade) - sim.world.returned(trade));

const numberFor = (sim: PaymentSimulator, prefix: string, unique: string): string =>
  `${prefix}00${chinaStamp(sim.surroundings.clock.nowMs())}${String(hashText(unique, 7)).padStart(10, '0')}`;

const dueFor = (sim: PaymentSimulator, { splitAfterMs = 1_000 }: Merchant): number | null =>
  splitAfterMs === null ? null : sim.surroundings.clock.nowMs() + splitAfterMs;

const shownSplit = (sim: PaymentSimulator, split: Split, word = split.isFinished ? 'FINISHED' : 'PROCESSING') => ({
  transaction_id: sim.world.trade(split.merchantNo, split.tradeNo)?.providerNo,
  out_order_no: split.splitNo,
  order_id: split.providerNo,
  state: word,
  receivers: split.parts.map((part, at) => ({
    amount: part.amount,
    description: part.description,
    type: part.kind,
    account: part.account,
    result: part.result,
    ...(part.failReason === null ? {} : { fail_reason: part.failReason }),
    create_time: chinaIso(split.createdMs),
    finish_time: chinaIso(split.createdMs),
    detail_id: `${split.providerNo}${at}`,
  })),
});

const shownReturn = (back: SplitReturn, word: string = back.result) => ({
  out_order_no: back.splitNo,
  out_return_no: back.returnNo,
  return_id: back.providerNo,
  return_mchid: back.account,
  amount: back.amount,
  description: 'return',
  result: word,
  ...(back.failReason === null ? {} : { fail_reason: back.failReason }),
  create_time: chinaIso(back.createdMs),
  finish_time: chinaIso(back.createdMs),
});

function endSplit(sim: PaymentSimulator, split: Split, reasons: Readonly<Record<string, string>> = {}): Split {
  const ofMerchant = sim.world.merchants.get(split.merchantNo)?.splitFails ?? {};
  const parts = split.parts.map((part): SplitPart => {
    if (part.result !== 'PENDING') return part;
    const known = sim.world.sharing.receiver(split.merchantNo, part.kind, part.account);
    const isGone = !known || known.isRemoved;
    const failReason = reasons[part.account] ?? ofMerchant[part.account] ?? (isGone ? 'NO_RELATION' : null);
    return { ...part, failReason, result: failReason === null ? 'SUCCESS' : 'CLOSED' };
  });
  const ended: Split = { ...split, parts, isFinished: true, dueMs: null };
  sim.record({ type: 'split', split: ended });
  const trade = sim.world.trade(split.merchantNo, split.tradeNo);
  if (split.unfreezes && trade) sim.record({ type: 'trade', trade: { ...trade, isUnfrozen: true } });
  return ended;
}

function endReturn(sim: PaymentSimulator, back: SplitReturn): SplitReturn {
  const short = sim.world.sharing.held(back.merchantNo, back.account) < back.amount ? 'NOT_ENOUGH' : null;
  const failReason = sim.world.merchants.get(back.merchantNo)?.returnFails?.[back.account] ?? short;
  const ended: SplitReturn = { ...back, failReason, result: failReason === null ? 'SUCCESS' : 'FAILED', dueMs: null };
  sim.record({ type: 'splitReturn', back: ended });
  return ended;
}

/** Ends what is due, splits and their returns too. */
export function settleSplits(sim: PaymentSimulator): void {
  sim.life.settle();
  const { sharing } = sim.world;
  const nowMs = sim.surroundings.clock.nowMs();
  for (const key of [...sharing.openSplits]) {
    const split = sharing.splits.get(key);
    if (split && split.dueMs !== null && split.dueMs <= nowMs) endSplit(sim, split);
  }
  for (const key of [...sharing.openReturns]) {
    const back = sharing.returns.get(key);
    if (back && back.dueMs !== null && back.dueMs <= nowMs) endReturn(sim, back);
  }
}

type NewSplit = Pick<Split, 'splitNo' | 'tradeNo' | 'parts' | 'unfreezes'>;

/** The same number with the same terms is the same split. */
function taken(call: Call, asked: NewSplit): Split {
  const { sim, merchant, conduct } = call;
  const termsOf = ({ tradeNo, parts, unfreezes }: NewSplit) =>
    JSON.stringify([tradeNo, unfreezes, parts.map(({ kind, account, amount }) => [kind, account, amount])]);
  const known = sim.world.sharing.split(merchant.merchantNo, asked.splitNo);
  if (known) {
    if (termsOf(known) === termsOf(asked)) return known;
    throw new WechatRefusal(400, 'INVALID_REQUEST', '商户分账单号重复，参数不一致');
  }
  const trade = sim.world.trade(merchant.merchantNo, asked.tradeNo) as Trade;
  const sum = asked.parts.reduce((all, { amount }) => all + amount, 0);
  if (sum > frozenOf(sim, trade)) throw new WechatRefusal(403, 'NOT_ENOUGH', '分账金额不足');
  const most = Math.floor(((trade.paid ?? 0) * (merchant.splitRatio ?? RATIO)) / WHOLE);
  if (sum > 0 && sim.world.sharing.splitOff(trade) + sum > most)
    throw new WechatRefusal(403, 'RULE_LIMIT', '分账金额超过最大分账比例');
  const split: Split = {
    ...asked,
    merchantNo: merchant.merchantNo,
    providerNo: numberFor(sim, '30', `${merchant.merchantNo} ${asked.splitNo}`),
    isFinished: false,
    createdMs: sim.surroundings.clock.nowMs(),
    dueMs: dueFor(sim, merchant),
  };
  if (conduct.times !== 'never') sim.record({ type: 'split', split });
  return split;
}

function split(call: Call): Answer {
  const { sim, conduct } = call;
  const asked = read(splitBody, call.asked);
  mustBeOwnApp(call, asked.appid);
  const trade = sharedTrade(call, asked.transaction_id);
  const parts = asked.receivers.map(({ type, account, amount, description, name }): SplitPart => {
    const named = opened(call, name);
    if (type === 'MERCHANT_ID' && named === null) throw new WechatRefusal(400, 'PARAM_ERROR', '分账接收方全称必填');
    if (isOtherName(call, account, named)) throw new WechatRefusal(400, 'INVALID_REQUEST', '分账接收方姓名不匹配');
    return { kind: type, account, name: named, amount, description, result: 'PENDING', failReason: null };
  });
  const given = { splitNo: asked.out_order_no, tradeNo: trade.tradeNo, parts, unfreezes: asked.unfreeze_unsplit };
  return { status: 200, content: shownSplit(sim, taken(call, given), conduct.toldStatus) };
}

function unfreeze(call: Call): Answer {
  const asked = read(unfreezeBody, call.asked);
  const trade = sharedTrade(call, asked.transaction_id);
  const given = { splitNo: asked.out_order_no, tradeNo: trade.tradeNo, parts: [], unfreezes: true };
  return { status: 200, content: shownSplit(call.sim, taken(call, given), call.conduct.toldStatus) };
}

/** Only merchants give back, and never more than they got by this split. */
function giveBack(call: Call): Answer {
  const { sim, merchant, conduct } = call;
  const asked = read(returnBody, call.asked);
  const known = sim.world.sharing.back(merchant.merchantNo, asked.out_return_no);
  if (known) {
    const isSame =
      known.splitNo === asked.out_order_no && known.account === asked.return_mchid && known.amount === asked.amount;
    if (!isSame) throw new WechatRefusal(400, 'INVALID_REQUEST', '商户回退单号重复，参数不一致');
    return { status: 200, content: shownReturn(known, conduct.toldStatus) };
  }
  const of = sim.world.sharing.split(merchant.merchantNo, asked.out_order_no);
  if (!of) throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '分账单不存在');
  const got = of.parts
    .filter(
      ({ account, kind, result }) => account === asked.return_mchid && kind === 'MERCHANT_ID' && result === 'SUCCESS',
    )
    .reduce((sum, { amount }) => sum + amount, 0);
  const back = sim.world.sharing
    .returnsOf(of)
    .filter(({ account, result }) => account === asked.return_mchid && result !== 'FAILED')
    .reduce((sum, { amount }) => sum + amount, 0);
  if (asked.amount > got - back) throw new WechatRefusal(400, 'INVALID_REQUEST', '回退金额超过分账金额');
  const made: SplitReturn = {
    merchantNo: merchant.merchantNo,
    returnNo: asked.out_return_no,
    providerNo: numberFor(sim, '31', `${merchant.merchantNo} ${asked.out_return_no}`),
    splitNo: of.splitNo,
    account: asked.return_mchid,
    amount: asked.amount,
    result: 'PROCESSING',
    failReason: null,
    createdMs: sim.surroundings.clock.nowMs(),
    dueMs: dueFor(sim, merchant),
  };
  if (conduct.times !== 'never') sim.record({ type: 'splitReturn', back: made });
  return { status: 200, content: shownReturn(made, conduct.toldStatus) };
}

export const SPLIT_CALLS: readonly WechatCall[] = [
  {
    name: 'addReceiver',
    method: 'POST',
    path: '/v3/profitsharing/receivers/add',
    perform: (call) => {
      const asked = read(addBody, call.asked);
      mustBeOwnApp(call, asked.appid);
      const name = opened(call, asked.name);
      if (asked.type === 'MERCHANT_ID' && name === null)
        throw new WechatRefusal(400, 'PARAM_ERROR', '分账接收方全称必填');
      if (isOtherName(call, asked.account, name))
        throw new WechatRefusal(400, 'INVALID_REQUEST', '分账接收方姓名不匹配');
      const { type: kind, account, relation_type: relation } = asked;
      const receiver: Receiver = {
        merchantNo: call.merchant.merchantNo,
        kind,
        account,
        name,
        relation,
        isRemoved: false,
      };
      if (call.conduct.times !== 'never') call.sim.record({ type: 'receiver', receiver });
      return { status: 200, content: { type: kind, account, relation_type: relation } };
    },
  },
  {
    name: 'removeReceiver',
    method: 'POST',
    path: '/v3/profitsharing/receivers/delete',
    perform: (call) => {
      const asked = read(removeBody, call.asked);
      mustBeOwnApp(call, asked.appid);
      const known = call.sim.world.sharing.receiver(call.merchant.merchantNo, asked.type, asked.account);
      if (!known || known.isRemoved) throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '分账接收方不存在');
      if (call.conduct.times !== 'never')
        call.sim.record({ type: 'receiver', receiver: { ...known, isRemoved: true } });
      return { status: 200, content: { type: asked.type, account: asked.account } };
    },
  },
  { name: 'unfreezePayment', method: 'POST', path: '/v3/profitsharing/orders/unfreeze', perform: unfreeze },
  { name: 'splitPayment', method: 'POST', path: '/v3/profitsharing/orders', perform: split },
  {
    name: 'querySplit',
    method: 'GET',
    path: '/v3/profitsharing/orders/:no',
    perform: (call) => {
      const found = call.sim.world.sharing.split(call.merchant.merchantNo, call.params['no'] ?? '');
      const trade = found && call.sim.world.trade(found.merchantNo, found.tradeNo);
      if (!found || trade?.providerNo !== call.query['transaction_id'])
        throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '分账单不存在');
      return { status: 200, content: shownSplit(call.sim, found, call.conduct.toldStatus) };
    },
  },
  { name: 'returnSplit', method: 'POST', path: '/v3/profitsharing/return-orders', perform: giveBack },
  {
    name: 'queryReturn',
    method: 'GET',
    path: '/v3/profitsharing/return-orders/:no',
    perform: (call) => {
      const found = call.sim.world.sharing.back(call.merchant.merchantNo, call.params['no'] ?? '');
      if (!found || found.splitNo !== call.query['out_order_no'])
        throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '回退单不存在');
      return { status: 200, content: shownReturn(found, call.conduct.toldStatus) };
    },
  },
  {
    name: 'querySplittable',
    method: 'GET',
    path: '/v3/profitsharing/transactions/:id/amounts',
    perform: (call) => {
      const paymentNo = call.params['id'] ?? '';
      const amount = frozenOf(call.sim, sharedTrade(call, paymentNo));
      return { status: 200, content: { transaction_id: paymentNo, unsplit_amount: amount } };
    },
  },
];

const endBody = z.strictObject({ reasons: z.record(z.string(), z.string()).default({}) }).default({ reasons: {} });

/** Splits as the merchant's console shows them, and how they end. */
export function registerSplitControl(app: FastifyInstance, sim: PaymentSimulator): void {
  app.addHook('onRequest', async () => settleSplits(sim));
  const { sharing } = sim.world;
  app.get('/receivers', async () => ({
    receivers: [...sharing.receivers.values()].map((each) => ({
      ...each,
      held: sharing.held(each.merchantNo, each.account),
    })),
  }));
  app.get('/splits', async () => ({ splits: [...sharing.splits.values()], returns: [...sharing.returns.values()] }));
  app.post<{ Params: { no: string } }>('/splits/:no/end', async ({ params, body }) => {
    const found = [...sharing.splits.values()].find(({ splitNo }) => splitNo === params.no);
    if (!found) throw new ControlRefusal(404, `Nothing is known under ${params.no}`);
    return endSplit(sim, found, readControl(endBody, body ?? {}).reasons);
  });
}
