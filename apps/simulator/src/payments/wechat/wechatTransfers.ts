import { constants, privateDecrypt } from 'node:crypto';
import * as z from 'zod';
import type { Transfer } from '../paymentEvents.ts';
import { type Answer, type Call, fen, noticeUrl, read, type WechatCall, WechatRefusal } from './wechatCalls.ts';
import { chinaIso, serialFor, shownTransfer, TRANSFER_WORDS } from './wechatNature.ts';

/** From so much on the receiver's name must be given, in fen. */
const NAME_FROM = 200_000;
/** Below so much it must not. */
const NAME_UNTIL = 30;

const transferBody = z.looseObject({
  appid: z.string(),
  out_bill_no: z.string().regex(/^[0-9A-Za-z]{1,32}$/),
  transfer_scene_id: z.string().regex(/^\d{1,36}$/),
  openid: z.string().regex(/^[\w-]{1,64}$/),
  user_name: z.string().max(1_024).optional(),
  transfer_amount: fen,
  transfer_remark: z.string().min(1).max(32),
  notify_url: noticeUrl.optional(),
  transfer_scene_report_infos: z
    .array(z.object({ info_type: z.string(), info_content: z.string().min(1).max(32) }))
    .min(1),
});

/** The name, encrypted for the platform's key that the request names. */
function opened({ merchant, platform, sealedFor }: Call, sealed: string | undefined): string | null {
  if (sealed === undefined) return null;
  if (sealedFor !== serialFor(merchant, platform)) throw new WechatRefusal(400, 'PARAM_ERROR', '平台证书序列号错误');
  try {
    const key = { key: platform.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
    return privateDecrypt(key, Buffer.from(sealed, 'base64')).toString('utf8');
  } catch {
    throw new WechatRefusal(400, 'PARAM_ERROR', '收款用户姓名解密失败');
  }
}

const answered = ({ origin }: Call, transfer: Transfer, word = TRANSFER_WORDS[transfer.state]): Answer => ({
  status: 200,
  content: {
    out_bill_no: transfer.transferNo,
    transfer_bill_no: transfer.providerNo,
    create_time: chinaIso(transfer.createdMs),
    state: word,
    ...(transfer.failReason === null ? {} : { fail_reason: transfer.failReason }),
    ...(transfer.state === 'waitsForUser' ? { package_info: `${origin}/wechat/transfers/${transfer.code}` } : {}),
  },
});

function transfer(call: Call): Answer {
  const { sim, merchant, conduct } = call;
  const asked = read(transferBody, call.asked);
  if (asked.appid !== merchant.facts['appid'])
    throw new WechatRefusal(400, 'APPID_MCHID_NOT_MATCH', 'AppID 和 mchid 不匹配');
  const name = opened(call, asked.user_name);
  if (asked.transfer_amount >= NAME_FROM && name === null)
    throw new WechatRefusal(400, 'PARAM_ERROR', '转账金额大于等于 2000 元，收款用户姓名必填');
  if (asked.transfer_amount < NAME_UNTIL && name !== null)
    throw new WechatRefusal(400, 'PARAM_ERROR', '转账金额小于 0.3 元，不可填写收款用户姓名');
  const given = {
    transferNo: asked.out_bill_no,
    amount: asked.transfer_amount,
    receiver: asked.openid,
    name,
    remark: asked.transfer_remark,
    noticeUrl: asked.notify_url ?? '',
  };
  if (conduct.times === 'never') {
    const nowMs = sim.surroundings.clock.nowMs();
    const moments = { createdMs: nowMs, expiresMs: nowMs, updatedMs: nowMs };
    const lost = { merchantNo: merchant.merchantNo, providerNo: 'swallowed', code: 'swallowed', failReason: null };
    return answered(call, { ...given, ...lost, ...moments, state: 'waitsForUser' });
  }
  const made = sim.life.transfer(merchant, given);
  if (made === 'otherTerms') throw new WechatRefusal(400, 'ALREADY_EXISTS', '商户单号已存在，但参数不一致');
  if (made === 'balance') throw new WechatRefusal(403, 'NOT_ENOUGH', '资金不足');
  return answered(call, made);
}

function transferIn({ sim, merchant, params }: Call): Transfer {
  const found = sim.world.transfer(merchant.merchantNo, params['no'] ?? '');
  if (!found) throw new WechatRefusal(404, 'NOT_FOUND', '记录不存在');
  return found;
}

const BILLS = '/v3/fund-app/mch-transfer/transfer-bills';

export const TRANSFER_CALLS: readonly WechatCall[] = [
  { name: 'transfer', method: 'POST', path: BILLS, perform: transfer },
  {
    name: 'queryTransfer',
    method: 'GET',
    path: `${BILLS}/out-bill-no/:no`,
    perform: (call) => {
      const { merchantNo: mch_id, facts } = call.merchant;
      const word = call.conduct.toldStatus;
      return {
        status: 200,
        content: { mch_id, appid: facts['appid'], ...shownTransfer(transferIn(call), word) },
      };
    },
  },
  {
    name: 'cancelTransfer',
    method: 'POST',
    path: `${BILLS}/out-bill-no/:no/cancel`,
    perform: (call) => {
      const found = transferIn(call);
      if (found.state === 'done' || found.state === 'failed')
        throw new WechatRefusal(400, 'INVALID_REQUEST', '转账单不是可撤销状态');
      const ended =
        found.state === 'cancelled' || call.conduct.times === 'never'
          ? found
          : call.sim.life.endTransfer(found, 'cancelled');
      return answered(call, ended, 'CANCELING');
    },
  },
];
