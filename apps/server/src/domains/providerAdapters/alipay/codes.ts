import { type Text, text } from '@cardinal/primitives/text.ts';
import { providerSaid } from '../protocol/exchange.ts';

export const DONE = '10000';

/** The app or its key is not what was entered. */
export const ABOUT_THE_APP = new Set([
  '20001',
  'isv.invalid-app-id',
  'isv.app-not-exist',
  'isv.missing-app-id',
  'isv.invalid-signature',
  'isv.invalid-signature-type',
  'isv.missing-signature',
  'isv.missing-signature-key',
  'isv.missing-signature-config',
]);
/** The provider does not know itself what happened. */
export const UNCERTAIN = new Set([
  '10003',
  '20000',
  'isp.unknow-error',
  'isp.unknown-error',
  'aop.unknow-error',
  'ACQ.SYSTEM_ERROR',
]);
export const TRADE_UNKNOWN = 'ACQ.TRADE_NOT_EXIST';
export const UNKNOWN = new Set([TRADE_UNKNOWN]);
/** There was no trade on that day, or its bill is not there yet. */
export const NO_BILL = 'isp.bill_not_exist';
export const CLOSED_ALREADY = ['ACQ.TRADE_HAS_CLOSE'];

export const isOverLimit = (outer: string, code: string): boolean =>
  outer === '40005' || code === 'isv.app-call-limited' || code === 'isp.call-limited';

const WORDS: Readonly<Record<string, Text>> = {
  'ACQ.TRADE_NOT_EXIST': text(
    '交易不存在（尚未扫码，或单号有误）',
    'No such trade (not scanned yet, or a wrong number)',
  ),
  'ACQ.TRADE_HAS_SUCCESS': text('交易已支付', 'The trade is paid'),
  'ACQ.TRADE_HAS_CLOSE': text('交易已关闭', 'The trade is closed'),
  'ACQ.TRADE_HAS_FINISHED': text('交易已完结，不能再操作', 'The trade is finished; nothing can be changed'),
  'ACQ.CONTEXT_INCONSISTENT': text('订单号已用于其他订单', 'The order number was used with other terms'),
  'ACQ.SELLER_BALANCE_NOT_ENOUGH': text(
    '商户可用余额不足，无法退款',
    'The merchant’s balance is too low for the refund',
  ),
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL': text('退款金额超出可退金额', 'The refund exceeds what can be returned'),
  'isv.insufficient-isv-permissions': text('应用未签约该产品', 'The app has not signed up for this product'),
};

/** The meaning of a code we know, else the provider's own words. */
export function codeWords(code: string, message: string): Text {
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  return known ? text(`${known.zh}（${code}）`, `${known.en} (${code})`) : providerSaid(code, message);
}
