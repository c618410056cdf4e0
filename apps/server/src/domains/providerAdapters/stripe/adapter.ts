import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { CredentialFault, ProviderAdapter, ProviderLine } from '../protocol/adapter.ts';
import {
  chinaDay,
  GARBLED,
  hasTurn,
  neverCreated,
  noTurn,
  onlyAbout,
  statementPage,
  told,
} from '../protocol/exchange.ts';
import { callStripe } from './client.ts';
import { noticeAnswers, readNotice } from './notices.ts';
import {
  account,
  balanceTransactions,
  intentOf,
  paymentSeen,
  type RefundObject,
  refundList,
  refundNoOf,
  refundObject,
  refundSeen,
  type Session,
  session,
  statementLineOf,
} from './wire.ts';

const LONGEST_SUBJECT = 250;
/** A page lives for at least half an hour: it ends that much after the payment, which closes it before. */
const PAGE_OUTLIVES_SECONDS = 31 * 60;
const MOST_REFUNDS = 100;
const MOST_OF_PAGE = 100;

const NOT_AN_ACCOUNT = text('账户 ID 应以 acct_ 开头', 'An account ID begins with acct_');
const NOT_A_KEY = text('密钥应以 sk_ 或 rk_ 开头', 'A secret key begins with sk_ or rk_');
const NOT_A_SECRET = text('签名密钥应以 whsec_ 开头', 'A signing secret begins with whsec_');
const OTHER_ACCOUNT = text('密钥属于另一个账户', 'The key belongs to another account');
const IS_COMPLETE = text('付款页已完成，无法关闭', 'The page is completed and cannot be closed');
const NOT_PAID = text('订单尚未付款', 'The order is not paid');
const REFUND_UNKNOWN = text('Stripe 无此退款', 'Stripe knows no such refund');

type Named = { readonly tradeNo: string; readonly providerNo: string | null };

/** The session by its own number: Stripe cannot be asked by ours. */
async function sessionOf(line: ProviderLine, { tradeNo, providerNo }: Named): Promise<Reply<Session>> {
  if (!providerNo) return neverCreated;
  const path = `v1/checkout/sessions/${encodeURIComponent(providerNo)}?expand[]=payment_intent`;
  const reply = await callStripe(line, { method: 'GET', path, answer: session });
  return onlyAbout(reply, (read) => read.client_reference_id === tradeNo);
}

/** Our refund among those of the payment; `isUnknown` where it is not among them. */
async function refundOf(line: ProviderLine, intent: string, refundNo: string): Promise<Reply<RefundObject>> {
  if (!(await hasTurn(line))) return noTurn;
  const path = `v1/refunds?payment_intent=${encodeURIComponent(intent)}&limit=${MOST_REFUNDS}`;
  const reply = await callStripe(line, { method: 'GET', path, answer: refundList });
  if (reply.kind !== 'ok') return reply;
  const { answer, httpStatus, reference } = reply;
  const found = answer.data.find((each) => refundNoOf(each) === refundNo);
  if (found) return { kind: 'ok', httpStatus, reference, answer: found };
  if (answer.has_more) return { kind: 'unclear', httpStatus, reference, words: GARBLED, code: 'tooManyRefunds' };
  return { kind: 'refused', httpStatus, reference, code: 'noRefund', words: REFUND_UNKNOWN, isUnknown: true };
}

/** Stripe Checkout: a page of Stripe, one session a payment. */
export const stripe: ProviderAdapter = {
  key: 'stripe',
  provider: PaymentProvider.values.stripe,
  name: text('Stripe', 'Stripe'),
  baseUrl: 'https://api.stripe.com',
  currencies: ['USD', 'EUR', 'GBP', 'HKD', 'SGD', 'AUD', 'JPY', 'CNY'],
  credentials: [
    {
      name: 'accountId',
      label: text('账户 ID', 'Account ID'),
      isSecret: false,
      maxLength: 64,
      hint: text('acct_ 开头，见「设置 → 账户」', 'Begins with acct_; see the settings of the account'),
    },
    {
      name: 'secretKey',
      label: text('密钥', 'Secret key'),
      isSecret: true,
      maxLength: 255,
      hint: text('sk_ 或受限密钥 rk_ 开头', 'Begins with sk_, or with rk_ if restricted'),
    },
    {
      name: 'webhookSecret',
      label: text('通知签名密钥', 'Webhook signing secret'),
      isSecret: true,
      maxLength: 255,
      hint: text('whsec_ 开头，见 Webhook 端点', 'Begins with whsec_; see the webhook endpoint'),
    },
  ],
  checkCredentials: ({ accountId = '', secretKey = '', webhookSecret = '' }) => {
    const faults: CredentialFault[] = [];
    if (!/^acct_\w+$/.test(accountId)) faults.push({ field: 'accountId', words: NOT_AN_ACCOUNT });
    if (!/^[sr]k_\w+$/.test(secretKey)) faults.push({ field: 'secretKey', words: NOT_A_KEY });
    if (!/^whsec_[\w+/=]+$/.test(webhookSecret)) faults.push({ field: 'webhookSecret', words: NOT_A_SECRET });
    return faults;
  },
  factsOf: ({ accountId = '' }) => ({ merchantNo: accountId, certificateSerial: null, certificateEnds: null }),
  operate: {
    prove: async (line) => {
      const reply = await callStripe(line, { method: 'GET', path: 'v1/account', answer: account });
      if (reply.kind !== 'ok' || reply.answer.id === line.credentials['accountId']) {
        return told(reply, ({ id }) => ({ words: id }));
      }
      const { httpStatus, reference } = reply;
      return { kind: 'refused', code: 'otherAccount', words: OTHER_ACCOUNT, httpStatus, reference };
    },
    createPayment: async (line, { tradeNo, amount, subject, expiresAt, returnUrl }) => {
      const item = 'line_items[0]';
      const reply = await callStripe(line, {
        method: 'POST',
        path: 'v1/checkout/sessions',
        idempotencyKey: `payment-${tradeNo}`,
        // The same for the same payment whenever it is asked for, or the key is refused.
        form: {
          mode: 'payment',
          client_reference_id: tradeNo,
          [`${item}[quantity]`]: '1',
          [`${item}[price_data][currency]`]: amount.currency.toLowerCase(),
          [`${item}[price_data][unit_amount]`]: String(amount.minor),
          [`${item}[price_data][product_data][name]`]: [...subject].slice(0, LONGEST_SUBJECT).join(''),
          success_url: returnUrl,
          cancel_url: returnUrl,
          expires_at: String(Math.ceil(expiresAt.getTime() / 1_000) + PAGE_OUTLIVES_SECONDS),
          'metadata[trade_no]': tradeNo,
          'payment_intent_data[metadata][trade_no]': tradeNo,
        },
        answer: session,
      });
      const own = onlyAbout(reply, (read) => read.client_reference_id === tradeNo && Boolean(read.url));
      return told(own, ({ id, url }) => ({ kind: 'page' as const, url: url ?? '', providerNo: id }));
    },
    queryPayment: async (line, named) => told(await sessionOf(line, named), (read) => paymentSeen(read)),
    closePayment: async (line, named) => {
      const reply = await sessionOf(line, named);
      if (reply.kind !== 'ok') return reply;
      const { answer, httpStatus, reference } = reply;
      if (answer.status === 'expired') return { kind: 'ok', httpStatus, reference, answer: {} };
      if (answer.status === 'complete') {
        return { kind: 'refused', httpStatus, reference, code: 'complete', words: IS_COMPLETE };
      }
      if (!(await hasTurn(line))) return noTurn;
      const path = `v1/checkout/sessions/${encodeURIComponent(answer.id)}/expire`;
      const expired = await callStripe(line, { method: 'POST', path, form: {}, answer: session });
      return told(
        onlyAbout(expired, (read) => read.id === answer.id && read.status === 'expired'),
        () => ({}),
      );
    },
    refund: async (line, { tradeNo, providerNo, refundNo, amount }) => {
      const paid = await sessionOf(line, { tradeNo, providerNo });
      if (paid.kind !== 'ok') return paid;
      const intent = intentOf(paid.answer);
      if (!intent) return { kind: 'refused', code: 'notPaid', words: NOT_PAID };
      // A key is forgotten after a day: a refund made before is looked for by our number.
      const known = await refundOf(line, intent, refundNo);
      if (known.kind !== 'refused' || !known.isUnknown) return told(known, (read) => refundSeen(read));
      if (!(await hasTurn(line))) return noTurn;
      const reply = await callStripe(line, {
        method: 'POST',
        path: 'v1/refunds',
        idempotencyKey: `refund-${refundNo}`,
        form: {
          payment_intent: intent,
          amount: String(amount.minor),
          'metadata[refund_no]': refundNo,
          'metadata[trade_no]': tradeNo,
        },
        answer: refundObject,
      });
      const own = onlyAbout(reply, (read) => refundNoOf(read) === refundNo);
      return told(own, (read) => refundSeen(read));
    },
    queryRefund: async (line, { tradeNo, providerNo, refundNo, refundProviderNo }) => {
      if (refundProviderNo) {
        const path = `v1/refunds/${encodeURIComponent(refundProviderNo)}`;
        const reply = await callStripe(line, { method: 'GET', path, answer: refundObject });
        const own = onlyAbout(reply, (read) => refundNoOf(read) === refundNo);
        return told(own, (read) => refundSeen(read));
      }
      const paid = await sessionOf(line, { tradeNo, providerNo });
      if (paid.kind !== 'ok') return paid;
      const intent = intentOf(paid.answer);
      if (!intent) return { kind: 'refused', code: 'notPaid', words: NOT_PAID, isUnknown: true };
      return told(await refundOf(line, intent, refundNo), (read) => refundSeen(read));
    },
    statement: async (line, { day, cursor }) => {
      const [from, to] = chinaDay(day);
      const asked = new URLSearchParams({
        'created[gte]': String(from.getTime() / 1_000),
        'created[lt]': String(to.getTime() / 1_000),
        limit: String(MOST_OF_PAGE),
        'expand[]': 'data.source',
        ...(cursor ? { starting_after: cursor } : {}),
      });
      const path = `v1/balance_transactions?${asked}`;
      const reply = await callStripe(line, { method: 'GET', path, answer: balanceTransactions });
      return statementPage(
        reply,
        ({ data }) => data,
        statementLineOf,
        ({ data, has_more }) => (has_more ? (data.at(-1)?.id ?? null) : null),
      );
    },
  },
  readNotice,
  noticeAnswers,
};
