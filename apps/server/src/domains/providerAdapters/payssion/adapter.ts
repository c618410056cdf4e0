import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { CredentialFault, ProviderAdapter, ProviderLine } from '../protocol/adapter.ts';
import { onlyAbout, otherCurrency, told } from '../protocol/exchange.ts';
import { callPayssion, TRANSACTION_UNKNOWN } from './client.ts';
import { noticeAnswers, readNotice } from './notices.ts';
import { createAnswer, detailsAnswer, paymentSeen, signatureOf, type Transaction } from './wire.ts';

const LONGEST_SUBJECT = 255;
const CURRENCIES = ['USD', 'EUR', 'GBP', 'HKD', 'SGD', 'AUD', 'CNY'] as const;
/** A number nobody gives: to ask for it proves the credentials and touches nothing. */
const NO_ORDER = 'cardinal-prove-0';

const NOT_A_KEY = text('由字母、数字、下划线和连字符组成', 'Letters, digits, underscores and hyphens');
const NOT_A_METHOD = text(
  '小写字母、数字和下划线，例如 alipay_cn',
  'Small letters, digits and underscores, such as alipay_cn',
);
const NO_PAGE = text('该支付方式没有付款页', 'This payment method has no page to pay on');

/** A transaction by its own number and ours; either may be empty. */
function detailsOf(
  line: ProviderLine,
  { tradeNo, providerNo }: { readonly tradeNo: string; readonly providerNo: string | null },
): Promise<Reply<{ readonly transaction: Transaction }>> {
  const { apiKey = '', secretKey = '' } = line.credentials;
  const transaction_id = providerNo ?? '';
  return callPayssion(line, {
    call: 'details',
    form: {
      api_key: apiKey,
      transaction_id,
      order_id: tradeNo,
      api_sig: signatureOf(apiKey, transaction_id, tradeNo, secretKey),
    },
    answer: detailsAnswer,
  });
}

/** Payssion: a page of one of its local payment methods. */
export const payssion: ProviderAdapter = {
  key: 'payssion',
  provider: PaymentProvider.values.payssion,
  name: text('Payssion', 'Payssion'),
  baseUrl: 'https://www.payssion.com',
  currencies: CURRENCIES,
  credentials: [
    { name: 'apiKey', label: text('API Key', 'API key'), isSecret: false, maxLength: 128 },
    { name: 'secretKey', label: text('Secret Key', 'Secret key'), isSecret: true, maxLength: 128 },
    {
      name: 'pmId',
      label: text('支付方式（pm_id）', 'Payment method (pm_id)'),
      isSecret: false,
      maxLength: 64,
      hint: text('例如 alipay_cn', 'Such as alipay_cn'),
    },
  ],
  checkCredentials: ({ apiKey = '', secretKey = '', pmId = '' }) => {
    const faults: CredentialFault[] = [];
    if (!/^[\w-]+$/.test(apiKey)) faults.push({ field: 'apiKey', words: NOT_A_KEY });
    if (!/^[\w-]+$/.test(secretKey)) faults.push({ field: 'secretKey', words: NOT_A_KEY });
    if (!/^[a-z0-9_]+$/.test(pmId)) faults.push({ field: 'pmId', words: NOT_A_METHOD });
    return faults;
  },
  factsOf: ({ apiKey = '' }) => ({ merchantNo: apiKey, certificateSerial: null, certificateEnds: null }),
  operate: {
    prove: async (line) => {
      const reply = await detailsOf(line, { tradeNo: NO_ORDER, providerNo: null });
      // The transaction is unknown, but the app was recognised.
      if (reply.kind !== 'refused' || reply.code !== String(TRANSACTION_UNKNOWN)) {
        return told(reply, ({ transaction }) => ({ words: transaction.state }));
      }
      return { kind: 'ok', httpStatus: reply.httpStatus, answer: { words: reply.code } };
    },
    createPayment: async (line, { tradeNo, amount, subject, noticeUrl, returnUrl }) => {
      if (!CURRENCIES.some((each) => each === amount.currency)) return otherCurrency;
      const { apiKey = '', secretKey = '', pmId = '' } = line.credentials;
      const written = moneyText(amount);
      const reply = await callPayssion(line, {
        call: 'create',
        form: {
          api_key: apiKey,
          pm_id: pmId,
          amount: written,
          currency: amount.currency,
          order_id: tradeNo,
          description: [...subject].slice(0, LONGEST_SUBJECT).join(''),
          return_url: returnUrl,
          notify_url: noticeUrl,
          api_sig: signatureOf(apiKey, pmId, written, amount.currency, tradeNo, secretKey),
        },
        answer: createAnswer,
      });
      const own = onlyAbout(reply, ({ transaction }) => (transaction.order_id ?? tradeNo) === tradeNo);
      if (own.kind !== 'ok') return own;
      const { redirect_url: url, transaction } = own.answer;
      // Its instructions are shown to nobody, so nobody pays by them.
      if (!url) return { kind: 'refused', code: 'noPage', words: NO_PAGE, httpStatus: own.httpStatus };
      return { ...own, answer: { kind: 'page', url, providerNo: transaction.transaction_id } };
    },
    queryPayment: async (line, { tradeNo, providerNo }) => {
      const reply = await detailsOf(line, { tradeNo, providerNo });
      const own = onlyAbout(reply, ({ transaction }) => isAbout(transaction, tradeNo, providerNo));
      return told(own, ({ transaction }) => paymentSeen(tradeNo, transaction, transaction.transaction_id));
    },
  },
  readNotice,
  noticeAnswers,
};

/** By our number where it says it, else by its own. */
const isAbout = ({ order_id, transaction_id }: Transaction, tradeNo: string, providerNo: string | null): boolean =>
  order_id ? order_id === tradeNo : transaction_id === providerNo;
