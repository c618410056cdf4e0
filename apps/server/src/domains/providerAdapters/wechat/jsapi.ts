import { randomBytes } from 'node:crypto';
import type { ProviderLine } from '../protocol/adapter.ts';
import { told } from '../protocol/exchange.ts';
import { signed } from '../signing/rsa.ts';
import { callWechat } from './client.ts';
import { jsapiAnswer } from './wire.ts';

/** What the page hands to WeChat, signed with the merchant's key, so that nobody else can ask a follower for money in its name. */
function sheetOf({ credentials, now }: ProviderLine, appid: string, prepayId: string) {
  const timeStamp = String(Math.floor(now.getTime() / 1_000));
  const nonceStr = randomBytes(16).toString('hex');
  const named = `prepay_id=${prepayId}`;
  const paySign = signed(`${appid}\n${timeStamp}\n${nonceStr}\n${named}\n`, credentials['privateKey']);
  return { appId: appid, timeStamp, nonceStr, package: named, signType: 'RSA', paySign: paySign ?? '' };
}

/** A payment on the sheet within WeChat (JSAPI), for one follower of one public account. */
export async function payOnSheet(line: ProviderLine, order: object, buyer: { appid: string; openid: string }) {
  const reply = await callWechat(line, {
    method: 'POST',
    path: '/v3/pay/transactions/jsapi',
    body: { appid: buyer.appid, ...order, payer: { openid: buyer.openid } },
    answer: jsapiAnswer,
  });
  return told(reply, ({ prepay_id }) => ({
    kind: 'sheet' as const,
    url: JSON.stringify(sheetOf(line, buyer.appid, prepay_id)),
    providerNo: null,
  }));
}
