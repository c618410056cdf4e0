import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { CredentialFault, ProviderAdapter, ProviderLine } from '../protocol/adapter.ts';
import {
  chinaDay,
  hasTurn,
  neverCreated,
  noTurn,
  onlyAbout,
  otherCurrency,
  statementPage,
  told,
} from '../protocol/exchange.ts';
import type { Money } from '../protocol/operations.ts';
import { callPaypal, openSession } from './client.ts';
import { confirmNotice, noticeAnswers, readNotice } from './notices.ts';
import {
  captureOf,
  numbersIn,
  type Order,
  order,
  orderSeen,
  refundIn,
  refundObject,
  refundSeen,
  statementLineOf,
  tradeNoOf,
  transactions,
  webhook,
} from './wire.ts';

const LONGEST_SUBJECT = 127;
const LONGEST_NOTE = 255;
const MOST_OF_PAGE = 500;
const CAPTURED_ALREADY = 'ORDER_ALREADY_CAPTURED';
const CURRENCIES = ['USD', 'EUR', 'GBP', 'HKD', 'SGD', 'AUD', 'JPY'] as const;

const NOT_A_CLIENT = text('无法识别的 Client ID', 'Not a client ID');
const NOT_A_SECRET = text('无法识别的密钥', 'Not a secret');
const NOT_A_WEBHOOK = text('Webhook ID 由字母和数字组成', 'A webhook ID consists of letters and digits');
const IS_APPROVED = text('买家已同意付款，无法关闭', 'The buyer has approved; the order cannot be closed');
const IS_PAID = text('订单已付款，无法关闭', 'The order is paid and cannot be closed');
const NOT_PAID = text('订单尚未付款', 'The order is not paid');
const REFUND_UNKNOWN = text('PayPal 无此退款', 'PayPal knows no such refund');

type Named = { readonly tradeNo: string; readonly providerNo: string | null };

const amountText = ({ currency, ...amount }: Money) => ({
  currency_code: currency,
  value: moneyText({ ...amount, currency }),
});
const takes = ({ currency }: Money): boolean => CURRENCIES.some((each) => each === currency);

/** The order by its own number: PayPal cannot be asked by ours. */
async function orderOf(line: ProviderLine, { tradeNo, providerNo }: Named): Promise<Reply<Order>> {
  if (!providerNo) return neverCreated;
  const path = `v2/checkout/orders/${encodeURIComponent(numbersIn(providerNo).orderId)}`;
  const reply = await callPaypal(line, { method: 'GET', path, answer: order });
  return onlyAbout(reply, (read) => tradeNoOf(read) === tradeNo);
}

/** The capture to return: kept with the payment's number, else asked for. */
async function captureIdOf(line: ProviderLine, named: Named): Promise<Reply<string>> {
  const kept = named.providerNo ? numbersIn(named.providerNo).captureId : undefined;
  if (kept) return { kind: 'ok', answer: kept };
  const reply = await orderOf(line, named);
  if (reply.kind !== 'ok') return reply;
  const found = captureOf(reply.answer);
  if (!found) return { kind: 'refused', code: 'notPaid', words: NOT_PAID };
  return (await hasTurn(line)) ? { ...reply, answer: found.id } : noTurn;
}

/** PayPal Orders v2: a page of PayPal on which the buyer approves; the money is taken by our capture. */
export const paypal: ProviderAdapter = {
  key: 'paypal',
  provider: PaymentProvider.values.paypal,
  name: text('PayPal', 'PayPal'),
  baseUrl: 'https://api-m.paypal.com',
  currencies: CURRENCIES,
  credentials: [
    { name: 'clientId', label: text('Client ID', 'Client ID'), isSecret: false, maxLength: 128 },
    { name: 'clientSecret', label: text('密钥', 'Secret'), isSecret: true, maxLength: 128 },
    {
      name: 'webhookId',
      label: text('Webhook ID', 'Webhook ID'),
      isSecret: false,
      maxLength: 64,
      hint: text('见应用的 Webhooks', 'See the webhooks of the app'),
    },
  ],
  checkCredentials: ({ clientId = '', clientSecret = '', webhookId = '' }) => {
    const faults: CredentialFault[] = [];
    if (!/^[\w-]{10,}$/.test(clientId)) faults.push({ field: 'clientId', words: NOT_A_CLIENT });
    if (!/^[\w-]{10,}$/.test(clientSecret)) faults.push({ field: 'clientSecret', words: NOT_A_SECRET });
    if (!/^[A-Za-z0-9]{6,}$/.test(webhookId)) faults.push({ field: 'webhookId', words: NOT_A_WEBHOOK });
    return faults;
  },
  factsOf: ({ clientId = '' }) => ({ merchantNo: clientId, certificateSerial: null, certificateEnds: null }),
  operate: {
    openSession,
    // The endpoint too: with a wrong one every notice would count as forged.
    prove: async (line) => {
      const path = `v1/notifications/webhooks/${encodeURIComponent(line.credentials['webhookId'] ?? '')}`;
      const reply = await callPaypal(line, { method: 'GET', path, answer: webhook });
      return told(reply, ({ id }) => ({ words: id }));
    },
    createPayment: async (line, { tradeNo, amount, subject, returnUrl }) => {
      if (!takes(amount)) return otherCurrency;
      const reply = await callPaypal(line, {
        method: 'POST',
        path: 'v2/checkout/orders',
        requestId: `payment-${tradeNo}`,
        body: JSON.stringify({
          intent: 'CAPTURE',
          purchase_units: [
            {
              reference_id: tradeNo,
              custom_id: tradeNo,
              // PayPal takes the money for one of these once.
              invoice_id: tradeNo,
              description: [...subject].slice(0, LONGEST_SUBJECT).join(''),
              amount: amountText(amount),
            },
          ],
          payment_source: {
            paypal: {
              experience_context: {
                return_url: returnUrl,
                cancel_url: returnUrl,
                user_action: 'PAY_NOW',
                shipping_preference: 'NO_SHIPPING',
              },
            },
          },
        }),
        answer: order,
      });
      const pageOf = ({ links }: Order) => links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
      const own = onlyAbout(reply, (read) => tradeNoOf(read) === tradeNo && Boolean(pageOf(read)));
      return told(own, (read) => ({ kind: 'page' as const, url: pageOf(read) ?? '', providerNo: read.id }));
    },
    queryPayment: async (line, named) => told(await orderOf(line, named), orderSeen),
    capturePayment: async (line, { tradeNo, providerNo }) => {
      if (!providerNo) return neverCreated;
      const path = `v2/checkout/orders/${encodeURIComponent(numbersIn(providerNo).orderId)}/capture`;
      const asked = { method: 'POST', path, requestId: `capture-${tradeNo}`, body: '{}', answer: order } as const;
      const reply = await callPaypal(line, asked);
      if (reply.kind !== 'refused' || reply.code !== CAPTURED_ALREADY) {
        const own = onlyAbout(reply, (read) => tradeNoOf(read) === tradeNo);
        return told(own, orderSeen);
      }
      if (!(await hasTurn(line))) return noTurn;
      return told(await orderOf(line, { tradeNo, providerNo }), orderSeen);
    },
    // An order cannot be closed, but without our capture nobody pays: one that was not approved is given up.
    closePayment: async (line, named) => {
      const reply = await orderOf(line, named);
      if (reply.kind !== 'ok') return reply;
      const { httpStatus, reference } = reply;
      const { state, said } = orderSeen(reply.answer);
      const isGivenUp = state === 'closed' || (state === 'open' && !captureOf(reply.answer));
      if (isGivenUp) return { kind: 'ok', httpStatus, reference, answer: {} };
      return {
        kind: 'refused',
        httpStatus,
        reference,
        code: said,
        words: state === 'approved' ? IS_APPROVED : IS_PAID,
      };
    },
    refund: async (line, { tradeNo, providerNo, refundNo, amount, reason }) => {
      if (!takes(amount)) return otherCurrency;
      const captured = await captureIdOf(line, { tradeNo, providerNo });
      if (captured.kind !== 'ok') return captured;
      const reply = await callPaypal(line, {
        method: 'POST',
        path: `v2/payments/captures/${encodeURIComponent(captured.answer)}/refund`,
        requestId: `refund-${refundNo}`,
        body: JSON.stringify({
          amount: amountText(amount),
          custom_id: refundNo,
          ...(reason ? { note_to_payer: [...reason].slice(0, LONGEST_NOTE).join('') } : {}),
        }),
        answer: refundObject,
      });
      const own = onlyAbout(reply, (read) => (read.custom_id ?? refundNo) === refundNo);
      return told(own, (read) => refundSeen(read, refundNo));
    },
    queryRefund: async (line, { tradeNo, providerNo, refundNo, refundProviderNo }) => {
      if (refundProviderNo) {
        const path = `v2/payments/refunds/${encodeURIComponent(refundProviderNo)}`;
        const reply = await callPaypal(line, { method: 'GET', path, answer: refundObject });
        const own = onlyAbout(reply, (read) => (read.custom_id ?? refundNo) === refundNo);
        return told(own, (read) => refundSeen(read, refundNo));
      }
      const reply = await orderOf(line, { tradeNo, providerNo });
      if (reply.kind !== 'ok') return reply;
      const { httpStatus, reference } = reply;
      const found = refundIn(reply.answer, refundNo);
      return found
        ? { kind: 'ok', httpStatus, reference, answer: refundSeen(found, refundNo) }
        : { kind: 'refused', httpStatus, reference, code: 'noRefund', words: REFUND_UNKNOWN, isUnknown: true };
    },
    statement: async (line, { day, cursor }) => {
      const [from, to] = chinaDay(day);
      const asked = new URLSearchParams({
        start_date: from.toISOString(),
        // Inclusive.
        end_date: new Date(to.getTime() - 1_000).toISOString(),
        fields: 'transaction_info',
        page_size: String(MOST_OF_PAGE),
        page: cursor ?? '1',
      });
      const path = `v1/reporting/transactions?${asked}`;
      const reply = await callPaypal(line, { method: 'GET', path, answer: transactions });
      return statementPage(
        reply,
        ({ transaction_details: details }) => details,
        statementLineOf,
        ({ page, total_pages: pages }) => (page < pages ? String(page + 1) : null),
      );
    },
    confirmNotice: (line, { notice }) => confirmNotice(line, notice),
  },
  readNotice,
  noticeAnswers,
};
