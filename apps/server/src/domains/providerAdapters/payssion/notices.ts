import type { Credentials, NoticeRead, ProviderAdapter } from '../protocol/adapter.ts';
import type { HeardNotice } from '../protocol/operations.ts';
import { isSameText } from '../signing/sameText.ts';
import { notice, paymentSeen, signatureOf } from './wire.ts';

/** Proves the form by its signature. It names no number and no time, so order and state make it count once. */
export function readNotice({ body }: HeardNotice, { credentials }: { readonly credentials: Credentials }): NoticeRead {
  const pairs = [...new URLSearchParams(body)];
  const form: Record<string, string> = Object.fromEntries(pairs);
  const read = notice.safeParse(form);
  if (!read.success) return { kind: 'forged', why: 'unsigned' };
  // A name that comes twice could mean one thing here and another to who signed it.
  if (pairs.length !== Object.keys(form).length) return { kind: 'forged', why: 'signature' };
  const { pm_id, amount, currency, order_id, state, notify_sig } = read.data;
  const { apiKey, secretKey } = credentials;
  if (!apiKey || !secretKey) return { kind: 'forged', why: 'signature' };
  const right = signatureOf(apiKey, pm_id, amount, currency, order_id, state, secretKey);
  if (!isSameText(notify_sig, right)) return { kind: 'forged', why: 'signature' };
  if (pm_id !== credentials['pmId']) return { kind: 'forged', why: 'otherMerchant' };
  return {
    kind: 'payment',
    noticeId: `${order_id} ${state}`,
    event: state,
    // The transaction's number is not signed: the one that was answered when it was created is kept.
    seen: paymentSeen(order_id, { amount, currency, state }, null),
  };
}

export const noticeAnswers: ProviderAdapter['noticeAnswers'] = {
  taken: { status: 200, body: '' },
  again: { status: 500, body: '' },
  forged: { status: 401, body: '' },
};
