import { createHmac } from 'node:crypto';
import type { Credentials, NoticeRead, ProviderAdapter } from '../protocol/adapter.ts';
import { parsedJson } from '../protocol/exchange.ts';
import type { HeardNotice } from '../protocol/operations.ts';
import { isSameText } from '../signing/sameText.ts';
import { event, paymentSeen, refundNoOf, refundObject, refundSeen, session } from './wire.ts';

const TOLERANCE_SECONDS = 300;

/** HMAC-SHA256 of the time and the raw body, in hexadecimal. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** The time and the signatures of a header: several while a secret is replaced. */
function partsOf(header: string): { readonly timestamp: string | undefined; readonly signatures: readonly string[] } {
  const pairs = header.split(',').map((part) => part.trim().split('=', 2));
  const valuesOf = (wanted: string) => pairs.flatMap(([name, value]) => (name === wanted && value ? [value] : []));
  return { timestamp: valuesOf('t')[0], signatures: valuesOf('v1') };
}

/** Proves the raw body by one of its signatures, within five minutes, then reads the event. */
export function readNotice(
  { header, body }: HeardNotice,
  { credentials, now }: { readonly credentials: Credentials; readonly now: Date },
): NoticeRead {
  const { timestamp, signatures } = partsOf(header('stripe-signature') ?? '');
  if (!timestamp || signatures.length === 0) return { kind: 'forged', why: 'unsigned' };
  const secret = credentials['webhookSecret'];
  const right = secret ? signatureOf(secret, timestamp, body) : undefined;
  // Every one is compared, so that the time does not tell which fits.
  const fits = signatures.filter((each) => right !== undefined && isSameText(each, right));
  if (fits.length === 0) return { kind: 'forged', why: 'signature' };
  const age = /^\d{1,12}$/.test(timestamp) ? Math.abs(now.getTime() / 1_000 - Number(timestamp)) : undefined;
  if (age === undefined || age > TOLERANCE_SECONDS) return { kind: 'forged', why: 'expired' };
  const read = event.safeParse(parsedJson(body));
  if (!read.success) return { kind: 'other', noticeId: `unread-${right?.slice(0, 32)}`, event: 'unread' };
  const { id: noticeId, type, created, data } = read.data;
  const at = new Date(created * 1_000);
  if (type.startsWith('checkout.session.')) {
    const about = session.safeParse(data.object);
    if (about.success && about.data.client_reference_id) {
      const seen = paymentSeen(about.data, at);
      // The event says what the session itself does not: its payment was refused afterwards.
      const hasFailed = type === 'checkout.session.async_payment_failed' && seen.state === 'open';
      return { kind: 'payment', noticeId, event: type, seen: hasFailed ? { ...seen, state: 'failed' } : seen };
    }
  }
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    const about = refundObject.safeParse(data.object);
    if (about.success && refundNoOf(about.data)) {
      return { kind: 'refund', noticeId, event: type, seen: refundSeen(about.data, at) };
    }
  }
  return { kind: 'other', noticeId, event: type };
}

export const noticeAnswers: ProviderAdapter['noticeAnswers'] = {
  taken: { status: 200, body: '' },
  again: { status: 500, body: '' },
  forged: { status: 401, body: '' },
};
