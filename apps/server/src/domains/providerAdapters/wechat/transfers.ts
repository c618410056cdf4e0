import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { ProviderAdapter } from '../protocol/adapter.ts';
import { onlyAbout, otherCurrency, told } from '../protocol/exchange.ts';
import { encryptedFor } from '../signing/rsa.ts';
import { callWechat } from './client.ts';
import { NO_KEY } from './codes.ts';
import { sealingKey } from './keys.ts';
import { fenNumber, transferBill, transferSeen } from './wire.ts';

type Transfers = Pick<ProviderAdapter['operate'], 'transfer' | 'queryTransfer' | 'cancelTransfer'>;

const BILLS = '/v3/fund-app/mch-transfer/transfer-bills';
const billPath = (transferNo: string) => `${BILLS}/out-bill-no/${encodeURIComponent(transferNo)}`;
const LONGEST_REMARK = 32;
/** Below so much the provider refuses a name, in fen. */
const NAMED_FROM = 30;
/** Commissions; what is reported of them is prescribed by the scene. */
const SCENE = '1005';
const REPORTED = [
  { info_type: '岗位类型', info_content: '代理商' },
  { info_type: '报酬说明', info_content: '流量卡分润' },
];
const TOO_MUCH = text('金额过大', 'The amount is too large');

const isOf = (transferNo: string) => (read: z.output<typeof transferBill>) => read.out_bill_no === transferNo;
const refused = (code: string, words: typeof NO_KEY): Reply<never> => ({ kind: 'refused', code, words });

/** The provider's code for a merchant that is short, in the words all providers share. */
const shortNamed = <A>(reply: Reply<A>): Reply<A> =>
  reply.kind === 'refused' && reply.code.replaceAll('_', '') === 'NOTENOUGH' ? { ...reply, code: 'payerShort' } : reply;

/** Transfers of the merchant to a person, who confirms them in WeChat. */
export const transfers: Transfers = {
  transfer: async (line, { transferNo, amount, account, holder, remark, noticeUrl }) => {
    if (amount.currency !== 'CNY') return otherCurrency;
    const fen = fenNumber(amount);
    if (fen === undefined) return refused('amount', TOO_MUCH);
    const key = sealingKey(line);
    const name = key && encryptedFor(holder, key.pem);
    if (!key || !name) return refused('noKey', NO_KEY);
    const reply = await callWechat(line, {
      method: 'POST',
      path: BILLS,
      sealedFor: key.serial,
      body: {
        appid: line.credentials['appid'],
        out_bill_no: transferNo,
        transfer_scene_id: SCENE,
        openid: account,
        ...(fen < NAMED_FROM ? {} : { user_name: name }),
        transfer_amount: fen,
        transfer_remark: [...remark].slice(0, LONGEST_REMARK).join(''),
        notify_url: noticeUrl,
        transfer_scene_report_infos: REPORTED,
      },
      answer: transferBill,
    });
    return told(onlyAbout(shortNamed(reply), isOf(transferNo)), (read) => {
      const seen = transferSeen(read);
      const { mchid, appid } = line.credentials;
      // The page opens for the account of WeChat that it was asked for with, and no other.
      const sheet = { mchId: mchid, appId: appid, package: seen.confirmWith };
      return { ...seen, confirmWith: seen.confirmWith === null ? null : JSON.stringify(sheet) };
    });
  },
  queryTransfer: async (line, { transferNo }) => {
    const reply = await callWechat(line, { method: 'GET', path: billPath(transferNo), answer: transferBill });
    return told(onlyAbout(reply, isOf(transferNo)), transferSeen);
  },
  cancelTransfer: async (line, { transferNo }) =>
    told(
      await callWechat(line, {
        method: 'POST',
        path: `${billPath(transferNo)}/cancel`,
        body: {},
        answer: z.looseObject({}),
      }),
      () => ({}),
    ),
};
