import { type Text, text } from '@cardinal/primitives/text.ts';
import { providerSaid } from '../protocol/exchange.ts';

// Codes are written with and without an underscore in different places of the documentation.

/** The merchant, its certificate or its app is not what was entered. */
export const ABOUT_THE_MERCHANT = new Set(['SIGN_ERROR', 'MCH_NOT_EXISTS', 'APPID_MCHID_NOT_MATCH']);
export const TOO_FAST = new Set([
  'FREQUENCY_LIMITED',
  'FREQUENCY_LIMIT_EXCEED',
  'RATELIMIT_EXCEED',
  'RATELIMIT_EXCEEDED',
]);
export const UNKNOWN = new Set(['ORDERNOTEXIST', 'ORDER_NOT_EXIST', 'RESOURCE_NOT_EXISTS', 'RESOURCE_NOT_EXIST']);
/** Closed before, or by its own expiry. */
export const ALREADY = new Set(['ORDERCLOSED', 'ORDER_CLOSED']);
/** No statement of a day without payments. */
export const EMPTY_DAY = 'NO_STATEMENT_EXIST';

const WORDS: Readonly<Record<string, Text>> = {
  ORDERPAID: text('订单已支付', 'The order is paid'),
  ORDERCLOSED: text('订单已关闭', 'The order is closed'),
  ORDERNOTEXIST: text('订单不存在', 'The order does not exist'),
  OUTTRADENOUSED: text('商户订单号已用于其他订单', 'The order number was used with other terms'),
  NOTENOUGH: text('商户可用余额不足，无法退款', 'The merchant’s balance is too low for the refund'),
  NOAUTH: text('商户未开通该产品', 'The merchant has not activated this product'),
  STATEMENTCREATING: text('账单生成中，请稍后再试', 'The statement is being generated; try again later'),
};

/** The meaning of a code we know, else the provider's own words. */
export function codeWords(code: string, message: string): Text {
  const known = WORDS[code.replaceAll('_', '')];
  const said = providerSaid(code, message);
  return known ? text(`${known.zh}（${code}）`, `${known.en} (${code})`) : said;
}
