import type { Credentials, NoticeRead, ProviderAdapter } from '../protocol/adapter.ts';
import { parsedJson } from '../protocol/exchange.ts';
import type { HeardNotice } from '../protocol/operations.ts';
import { decrypted } from '../signing/gcm.ts';
import { judged, keysOf, signatureIn, usesPublicKey } from './keys.ts';
import {
  contract,
  contractSeen,
  noticeBody,
  paymentSeen,
  refundNotice,
  refundSeen,
  transaction,
  transferBill,
  transferSeen,
} from './wire.ts';

const forged = (why: 'signature' | 'expired' | 'unsigned' | 'otherMerchant'): NoticeRead => ({ kind: 'forged', why });

/** Proves the signature over the raw body, then decrypts what it is about. */
export function readNotice(
  { header, body }: HeardNotice,
  account: { readonly credentials: Credentials; readonly session: string | undefined; readonly now: Date },
): NoticeRead {
  const { credentials, session, now } = account;
  const signature = signatureIn(header);
  if (!signature) return forged('unsigned');
  const verdict = judged(signature, body, keysOf(credentials, session), now);
  if (verdict === 'keysUnknown') return usesPublicKey(credentials) ? forged('signature') : { kind: 'keysUnknown' };
  if (verdict !== 'genuine') return forged(verdict === 'expired' ? 'expired' : 'signature');
  const read = noticeBody.safeParse(parsedJson(body));
  if (!read.success) return forged('signature');
  const { id: noticeId, event_type: event, resource } = read.data;
  const sealed = { ...resource, associatedData: resource.associated_data ?? '' };
  // From the platform, but sealed with the key of somebody else.
  const opened = decrypted(sealed, credentials['apiV3Key'] ?? '');
  if (opened === undefined) return forged('otherMerchant');
  return readResource(parsedJson(opened), { noticeId, event }, credentials);
}

function readResource(
  resource: unknown,
  facts: { readonly noticeId: string; readonly event: string },
  { mchid }: Credentials,
): NoticeRead {
  if (facts.event === 'TRANSACTION.SUCCESS') {
    const { data } = transaction.safeParse(resource);
    if (!data) return { kind: 'other', ...facts };
    // Not compared by its appid: a merchant has many, one for each account and program it collects for.
    if (data.mchid !== mchid) return forged('otherMerchant');
    return { kind: 'payment', ...facts, seen: paymentSeen(data) };
  }
  if (facts.event.startsWith('REFUND.')) {
    const { data } = refundNotice.safeParse(resource);
    if (!data) return { kind: 'other', ...facts };
    if (data.mchid !== mchid) return forged('otherMerchant');
    const amount = data.amount ? { minor: data.amount.refund, currency: 'CNY' as const } : null;
    return { kind: 'refund', ...facts, seen: refundSeen({ ...data, said: data.refund_status, amount }) };
  }
  if (facts.event.startsWith('PAPAY.')) {
    const { data } = contract.safeParse(resource);
    if (!data) return { kind: 'other', ...facts };
    if (data.mchid !== mchid) return forged('otherMerchant');
    return { kind: 'contract', ...facts, seen: contractSeen(data) };
  }
  if (facts.event.startsWith('MCHTRANSFER.')) {
    const { data } = transferBill.safeParse(resource);
    if (!data) return { kind: 'other', ...facts };
    if (data.mch_id !== mchid) return forged('otherMerchant');
    return { kind: 'transfer', ...facts, seen: transferSeen(data) };
  }
  return { kind: 'other', ...facts };
}

const failed = { 'content-type': 'application/json' };
export const noticeAnswers: ProviderAdapter['noticeAnswers'] = {
  taken: { status: 204, body: '' },
  again: { status: 500, headers: failed, body: '{"code":"FAIL","message":"再次通知"}' },
  forged: { status: 401, headers: failed, body: '{"code":"FAIL","message":"验签失败"}' },
};
