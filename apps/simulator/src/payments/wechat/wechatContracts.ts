import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { isFollower } from '../../wechatOpen/followers.ts';
import type { Contract, Trade } from '../paymentEvents.ts';
import { type Answer, type Call, fen, noticeUrl, read, type WechatCall, WechatRefusal } from './wechatCalls.ts';
import { shownContract } from './wechatNature.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const CHINA_MS = 8 * HOUR_MS;
/** So long what was prepared can be signed. */
const SIGNABLE_MS = 10 * MINUTE_MS;
/** So long after signing a charge needs no announcement. */
const FIRST_WITHIN_MS = 12 * HOUR_MS;

const signBody = z.looseObject({
  appid: z.string(),
  openid: z.string().min(1).max(128),
  plan_id: z.int().min(1),
  out_contract_code: z.string().regex(/^[0-9A-Za-z]{1,32}$/),
  contract_display_account: z.string().min(1).max(32),
  contract_notify_url: noticeUrl,
});
const endBody = z.looseObject({ contract_termination_remark: z.string().min(1).max(64) });
const announceBody = z.looseObject({
  mchid: z.string(),
  appid: z.string(),
  deduct_duration: z.object({ count: z.int().min(1), unit: z.literal('DAY') }),
  estimated_amount: z.object({ amount: fen, currency: z.literal('CNY').default('CNY') }),
});
const chargeBody = z.looseObject({
  appid: z.string(),
  out_trade_no: z.string().regex(/^[\w\-|*]{6,32}$/),
  description: z.string().min(1).max(127),
  transaction_notify_url: noticeUrl,
  contract_id: z.string().min(1).max(32),
  amount: z.object({ total: fen, currency: z.literal('CNY').default('CNY') }),
});

const hourOf = (ms: number) => new Date(ms + CHINA_MS).getUTCHours();
const isByDay = (ms: number) => hourOf(ms) >= 7 && hourOf(ms) < 22;
const dayStart = (ms: number) => Math.floor((ms + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS;

function contractIn({ sim, merchant, params }: Call): Contract {
  const found = sim.world.contract(merchant.merchantNo, params['code'] ?? '');
  if (!found || found.planId !== params['plan']) throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '签约协议不存在');
  return found;
}

function signedIn({ sim, merchant }: Call, providerNo: string): Contract {
  const found = sim.world.contractBy(
    (contract) => contract.merchantNo === merchant.merchantNo && contract.providerNo === providerNo,
  );
  if (found?.state !== 'signed') throw new WechatRefusal(400, 'CONTRACT_NOT_EXIST', '签约协议不存在或已解约');
  return found;
}

function mayCharge({ merchant, sim }: Call, contract: Contract, amount: number): void {
  if (merchant.wantsAnnouncements === false) return;
  const nowMs = sim.surroundings.clock.nowMs();
  if (!isByDay(nowMs)) throw new WechatRefusal(403, 'RULE_LIMIT', '仅可在 7:00 至 22:00 扣款');
  const { announced, signedMs } = contract;
  if (announced && nowMs >= announced.fromMs && nowMs < announced.untilMs) {
    if (amount > announced.amount) throw new WechatRefusal(403, 'RULE_LIMIT', '扣款金额大于预计扣费金额');
    return;
  }
  if (!announced && signedMs !== null && nowMs < signedMs + FIRST_WITHIN_MS) return;
  throw new WechatRefusal(403, 'RULE_LIMIT', '不在可扣费期内');
}

/** The same number with the same terms is the same charge, whether it was taken or refused before. */
function charge(call: Call): Answer {
  const { sim, merchant, conduct } = call;
  const asked = read(chargeBody, call.asked);
  if (asked.appid !== merchant.facts['appid'])
    throw new WechatRefusal(400, 'APPID_MCHID_NOT_MATCH', 'AppID 和 mchid 不匹配');
  const known = sim.world.trade(merchant.merchantNo, asked.out_trade_no);
  if (known?.state === 'paid') throw new WechatRefusal(400, 'ORDERPAID', '该订单已支付');
  const contract = signedIn(call, asked.contract_id);
  mayCharge(call, contract, asked.amount.total);
  if (conduct.times === 'never') return { status: 204 };
  const opened = sim.life.open(merchant, {
    tradeNo: asked.out_trade_no,
    total: asked.amount.total,
    currency: asked.amount.currency,
    subject: asked.description,
    noticeUrl: asked.transaction_notify_url,
    expiresMs: sim.surroundings.clock.nowMs() + DAY_MS,
  });
  if (opened === 'otherTerms') throw new WechatRefusal(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
  take(call, { ...opened, state: 'open' });
  sim.record({ type: 'contract', contract: { ...contract, announced: null } });
  return { status: 204 };
}

const take = ({ sim }: Call, trade: Trade): Trade => sim.life.take(trade);

const CONTRACT = '/v3/papay/sign/contracts/plan-id/:plan/out-contract-code/:code';

export const CONTRACT_CALLS: readonly WechatCall[] = [
  {
    name: 'createContract',
    method: 'POST',
    path: '/v3/papay/scheduled-deduct-sign/contracts/pre-entrust-sign/jsapi',
    perform: (call) => {
      const { sim, merchant, origin, conduct } = call;
      const asked = read(signBody, call.asked);
      if (asked.appid !== merchant.facts['appid'])
        throw new WechatRefusal(400, 'APPID_MCHID_NOT_MATCH', 'AppID 和 mchid 不匹配');
      if (!isFollower(asked.appid, asked.openid)) throw new WechatRefusal(400, 'PARAM_ERROR', '无效的openid');
      const known = sim.world.contract(merchant.merchantNo, asked.out_contract_code);
      if (known && known.state !== 'waiting') throw new WechatRefusal(400, 'CONTRACT_EXISTED', '签约协议号已使用');
      const nowMs = sim.surroundings.clock.nowMs();
      const contract: Contract = {
        merchantNo: merchant.merchantNo,
        contractNo: asked.out_contract_code,
        providerNo: null,
        planId: String(asked.plan_id),
        code: known?.code ?? randomBytes(9).toString('base64url'),
        state: 'waiting',
        person: asked.openid,
        displayName: asked.contract_display_account,
        noticeUrl: asked.contract_notify_url,
        endedBy: null,
        endedMs: null,
        signedMs: null,
        createdMs: nowMs,
        expiresMs: nowMs + SIGNABLE_MS,
        announced: null,
      };
      if (conduct.times !== 'never') sim.record({ type: 'contract', contract });
      return { status: 200, content: { redirect_url: `${origin}/wechat/contracts/${contract.code}` } };
    },
  },
  {
    name: 'queryContract',
    method: 'GET',
    path: CONTRACT,
    perform: (call) => {
      const found = contractIn(call);
      // What nobody has signed is not there yet.
      if (found.state === 'waiting') throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS', '签约协议不存在');
      return { status: 200, content: shownContract(call.merchant, found, call.conduct.toldStatus) };
    },
  },
  {
    name: 'endContract',
    method: 'POST',
    path: `${CONTRACT}/terminate`,
    perform: (call) => {
      read(endBody, call.asked);
      const found = contractIn(call);
      if (found.state !== 'signed') throw new WechatRefusal(400, 'CONTRACT_NOT_EXIST', '签约协议不存在或已解约');
      const ended = call.conduct.times === 'never' ? found : call.sim.life.endContract(found, 'merchant');
      return { status: 200, content: shownContract(call.merchant, ended) };
    },
  },
  {
    name: 'announceCharge',
    method: 'POST',
    path: '/v3/papay/contracts/:contract/notify',
    perform: (call) => {
      const asked = read(announceBody, call.asked);
      const contract = signedIn(call, call.params['contract'] ?? '');
      const nowMs = call.sim.surroundings.clock.nowMs();
      if (call.merchant.wantsAnnouncements !== false) {
        if (!isByDay(nowMs)) throw new WechatRefusal(403, 'RULE_LIMIT', '仅可在 7:00 至 22:00 通知');
        if (contract.announced && nowMs < contract.announced.untilMs)
          throw new WechatRefusal(400, 'ALREADY_EXISTS', '当前扣费周期已通知');
      }
      const fromMs = dayStart(nowMs) + 2 * DAY_MS;
      const announced = {
        amount: asked.estimated_amount.amount,
        fromMs,
        untilMs: fromMs + asked.deduct_duration.count * DAY_MS,
      };
      if (call.conduct.times !== 'never') call.sim.record({ type: 'contract', contract: { ...contract, announced } });
      return { status: 204 };
    },
  },
  { name: 'chargeContract', method: 'POST', path: '/v3/papay/pay/transactions/apply', perform: charge },
];
