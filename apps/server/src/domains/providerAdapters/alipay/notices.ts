import type { Credentials, NoticeRead, ProviderAdapter } from '../protocol/adapter.ts';
import type { HeardNotice } from '../protocol/operations.ts';
import { isSignedBy } from '../signing/rsa.ts';
import { amountOf, notice, paymentSeen } from './wire.ts';

/** Proves the form by its signature, then whom it is for. */
export function readNotice({ body }: HeardNotice, account: { readonly credentials: Credentials }): NoticeRead {
  const { credentials } = account;
  const pairs = [...new URLSearchParams(body)];
  const form: Record<string, string> = Object.fromEntries(pairs);
  const { sign, sign_type: kind, ...signedFields } = form;
  // A name that comes twice could mean one thing here and another to who signed it.
  if (!sign || kind !== 'RSA2') return { kind: 'forged', why: 'unsigned' };
  if (pairs.length !== Object.keys(form).length) return { kind: 'forged', why: 'signature' };
  const text = Object.keys(signedFields)
    .sort()
    .map((name) => `${name}=${signedFields[name]}`)
    .join('&');
  if (!isSignedBy(text, sign, credentials['alipayPublicKey'])) return { kind: 'forged', why: 'signature' };
  const read = notice.safeParse(form);
  if (form['app_id'] !== credentials['appId']) return { kind: 'forged', why: 'otherMerchant' };
  const noticeId = form['notify_id'] ?? '';
  const event = form['trade_status'] ?? form['notify_type'] ?? '';
  // Other products sign with the same key, and a part of their notices names no seller.
  if (!read.success) return { kind: 'other', noticeId, event };
  const { data } = read;
  if (data.seller_id !== credentials['sellerId']) return { kind: 'forged', why: 'otherMerchant' };
  if (data.out_biz_no && data.refund_fee !== null && data.refund_fee !== undefined && data.gmt_refund) {
    return {
      kind: 'refund',
      noticeId,
      event,
      seen: {
        refundNo: data.out_biz_no,
        state: 'done',
        providerNo: null,
        // What it says is the sum of all refunds of the trade.
        amount: null,
        doneAt: data.gmt_refund,
        said: data.trade_status,
      },
    };
  }
  const amount = amountOf(data.total_amount, data.trans_currency);
  return { kind: 'payment', noticeId, event, seen: paymentSeen({ ...data, amount, paidAt: data.gmt_payment }) };
}

const plain = { 'content-type': 'text/plain; charset=utf-8' };
export const noticeAnswers: ProviderAdapter['noticeAnswers'] = {
  taken: { status: 200, headers: plain, body: 'success' },
  again: { status: 500, headers: plain, body: 'fail' },
  forged: { status: 401, headers: plain, body: 'fail' },
};
