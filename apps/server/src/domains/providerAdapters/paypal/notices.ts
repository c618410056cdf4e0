import type { Reply } from '../../../outbound/gate/reply.ts';
import type { NoticeRead, ProviderAdapter, ProviderLine } from '../protocol/adapter.ts';
import { parsedJson, told } from '../protocol/exchange.ts';
import type { HeardNotice } from '../protocol/operations.ts';
import { callPaypal } from './client.ts';
import { capture, captureSeen, event, order, orderSeen, refundObject, refundSeen, verdict } from './wire.ts';

/** What PayPal wants back to judge its own notice, by the header each comes in. */
const HEADERS = {
  transmission_id: 'paypal-transmission-id',
  transmission_time: 'paypal-transmission-time',
  transmission_sig: 'paypal-transmission-sig',
  cert_url: 'paypal-cert-url',
  auth_algo: 'paypal-auth-algo',
} as const;

/** Reads a notice that looks like one of PayPal's; whether it is, `confirmNotice` asks. */
export function readNotice({ header, body }: HeardNotice): NoticeRead {
  if (Object.values(HEADERS).some((name) => !header(name))) return { kind: 'forged', why: 'unsigned' };
  const read = event.safeParse(parsedJson(body));
  if (!read.success) return { kind: 'forged', why: 'unsigned' };
  const { id: noticeId, event_type: type, resource } = read.data;
  if (type === 'CHECKOUT.ORDER.APPROVED') {
    const about = order.safeParse(resource);
    const seen = about.success ? orderSeen(about.data) : undefined;
    if (seen?.tradeNo) return { kind: 'payment', noticeId, event: type, seen };
  } else if (type === 'PAYMENT.CAPTURE.REFUNDED') {
    const about = refundObject.safeParse(resource);
    if (about.success && about.data.custom_id) {
      return { kind: 'refund', noticeId, event: type, seen: refundSeen(about.data) };
    }
  } else if (/^PAYMENT\.CAPTURE\.(COMPLETED|DENIED|DECLINED|PENDING)$/.test(type)) {
    const about = capture.safeParse(resource);
    if (about.success && about.data.custom_id) {
      const orderId = about.data.supplementary_data?.related_ids?.order_id;
      return { kind: 'payment', noticeId, event: type, seen: captureSeen(about.data, orderId) };
    }
  }
  return { kind: 'other', noticeId, event: type };
}

/** Asks PayPal whether it sent this to our endpoint. The event goes back as it came: written anew, its signature would not fit. */
export async function confirmNotice(
  line: ProviderLine,
  { header, body }: HeardNotice,
): Promise<Reply<{ isGenuine: boolean }>> {
  const isObject = event.safeParse(parsedJson(body)).success;
  if (!isObject) return { kind: 'ok', answer: { isGenuine: false } };
  const parts = {
    ...Object.fromEntries(Object.entries(HEADERS).map(([field, name]) => [field, header(name) ?? ''])),
    webhook_id: line.credentials['webhookId'] ?? '',
  };
  const reply = await callPaypal(line, {
    method: 'POST',
    path: 'v1/notifications/verify-webhook-signature',
    body: `${JSON.stringify(parts).slice(0, -1)},"webhook_event":${body}}`,
    answer: verdict,
  });
  return told(reply, ({ verification_status: said }) => ({ isGenuine: said === 'SUCCESS' }));
}

export const noticeAnswers: ProviderAdapter['noticeAnswers'] = {
  taken: { status: 200, body: '' },
  again: { status: 500, body: '' },
  forged: { status: 401, body: '' },
};
