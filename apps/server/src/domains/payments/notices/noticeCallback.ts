import type { Callback, CallbackAnswer, CallbackCall } from '../../../framework/callbacks.ts';
import type { Ctx } from '../../../framework/context.ts';
import {
  callProvider,
  type MerchantRow,
  merchantBeyondScope,
  openCredentials,
  providerSession,
} from '../../paymentProviders/face.ts';
import { findProviderAdapter, type NoticeRead, type ProviderAdapter } from '../../providerAdapters/face.ts';
import { countForged, takeNotice } from './takeNotice.ts';

const PER_MINUTE = 6_000;
const BODY_BYTES = 64 * 1024;
/** Keys are fetched anew for unknown ones this rarely: whoever sends nonsense does not make us call. */
const ANEW_EVERY_MS = 60_000;
const fetchedAnew = new Map<string, number>();
/** Notices of a merchant that its provider is asked about, and disowns, in a minute: beyond, the next ones have to come again. */
const DISOWNED_PER_MINUTE = 20;
const DISOWNED_MS = 60_000;
const disowned = new Map<string, { since: number; count: number }>();

/** The provider's notice of a payment or refund: its sender is proven on the raw body before anything is believed. */
async function hear(ctx: Ctx, call: CallbackCall): Promise<CallbackAnswer> {
  const adapter = findProviderAdapter(call.params['provider'] ?? '');
  const id = call.params['merchant'] ?? '';
  const merchant = /^\d{1,18}$/.test(id) ? await merchantBeyondScope(ctx, id) : undefined;
  // A deleted one never had a payment.
  if (!adapter || merchant?.provider !== adapter.provider || merchant.state === 'off') return { status: 404 };
  const read = await proven(ctx, merchant, adapter, call);
  if (read === undefined) return adapter.noticeAnswers.again;
  if (read.kind === 'forged' || read.kind === 'keysUnknown') {
    await countForged(ctx, merchant.id, read.kind === 'forged' ? read.why : 'unsigned');
    return adapter.noticeAnswers.forged;
  }
  await takeNotice(ctx, merchant.id, read, call.body);
  return adapter.noticeAnswers.taken;
}

/** Undefined: the provider could not be asked for what it takes to judge the notice; it sends it again. */
async function proven(
  ctx: Ctx,
  merchant: MerchantRow,
  adapter: ProviderAdapter,
  call: CallbackCall,
): Promise<NoticeRead | undefined> {
  const heard = { header: call.header, body: call.body };
  const credentials = openCredentials(ctx, merchant);
  const now = ctx.clock.now();
  const readWith = (session: string | undefined) => adapter.readNotice(heard, { credentials, session, now });
  let session: string | undefined;
  if (adapter.operate.openSession) {
    session = await providerSession(ctx, merchant);
    if (session === undefined) return undefined;
  }
  let read = readWith(session);
  if (read.kind === 'keysUnknown' && mayFetchAnew(merchant.id)) {
    session = await providerSession(ctx, merchant, true);
    if (session === undefined) return undefined;
    read = readWith(session);
  }
  if (read.kind === 'forged' || read.kind === 'keysUnknown' || !adapter.operate.confirmNotice) return read;
  // Only the provider can tell, and each question costs a call of the budget that payments need.
  if (!mayAskAbout(merchant.id)) return undefined;
  const confirmed = await callProvider(ctx, merchant.id, 'confirmNotice', { notice: heard });
  if (confirmed.kind !== 'ok') return undefined;
  if (confirmed.answer.isGenuine) return read;
  countDisowned(merchant.id);
  return { kind: 'forged', why: 'signature' };
}

/** Counts from the first of a minute; a provider sends again what is answered «again». */
function disownedNow(merchantId: string): { since: number; count: number } {
  const known = disowned.get(merchantId);
  const now = performance.now();
  return known && now - known.since < DISOWNED_MS ? known : { since: now, count: 0 };
}
const mayAskAbout = (merchantId: string): boolean => disownedNow(merchantId).count < DISOWNED_PER_MINUTE;
function countDisowned(merchantId: string): void {
  const { since, count } = disownedNow(merchantId);
  disowned.set(merchantId, { since, count: count + 1 });
}

function mayFetchAnew(merchantId: string): boolean {
  const now = performance.now();
  if (now - (fetchedAnew.get(merchantId) ?? Number.NEGATIVE_INFINITY) < ANEW_EVERY_MS) return false;
  fetchedAnew.set(merchantId, now);
  return true;
}

export const noticeCallbacks: readonly Callback[] = [
  {
    name: 'payments.notice',
    method: 'POST',
    path: '/callbacks/payments/:provider/:merchant',
    bodyBytes: BODY_BYTES,
    perMinute: PER_MINUTE,
    handle: hear,
  },
];
