import type { Credentials, NoticeRead, ProviderAdapter } from '../protocol/adapter.ts';
import { parsedJson } from '../protocol/exchange.ts';
import type { HeardNotice } from '../protocol/operations.ts';
import { isSigned, payment, paymentSeen } from './wire.ts';

/** Proves the raw body by the signature in its header. It carries no number and no time: trade and state make it count once. */
export function readNotice(
  { body, header }: HeardNotice,
  { credentials }: { readonly credentials: Credentials },
): NoticeRead {
  const signature = header('signature-data');
  if (!signature) return { kind: 'forged', why: 'unsigned' };
  if (!isSigned(body, signature, credentials['lianlianPublicKey'])) return { kind: 'forged', why: 'signature' };
  const content = parsedJson(body);
  const read = payment.safeParse(content).data;
  const merchant = read?.oid_partner ?? (content as { oid_partner?: unknown } | undefined)?.oid_partner;
  if (merchant !== credentials['oidPartner']) return { kind: 'forged', why: 'otherMerchant' };
  // A refund's fields are not known: it is asked after.
  if (!read) return { kind: 'other', noticeId: signature.slice(0, 100), event: 'unknown' };
  const seen = paymentSeen(read);
  return { kind: 'payment', noticeId: `${seen.tradeNo} ${seen.said}`, event: seen.said, seen };
}

export const noticeAnswers: ProviderAdapter['noticeAnswers'] = {
  taken: { status: 200, body: 'Success' },
  again: { status: 500, body: 'Failed' },
  forged: { status: 401, body: 'Failed' },
};
