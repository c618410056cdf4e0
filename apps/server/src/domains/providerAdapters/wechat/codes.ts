import { type Text, text } from '@cardinal/primitives/text.ts';
import { providerSaid } from '../protocol/exchange.ts';

// Codes are written with and without an underscore in different places of the documentation.

/**
 * The merchant or its certificate is not what was entered. An account at WeChat that was not bound to it is refused alone: others
 * of the same merchant go on.
 */
export const ABOUT_THE_MERCHANT = new Set(['SIGN_ERROR', 'MCH_NOT_EXISTS']);
export const TOO_FAST = new Set([
  'FREQUENCY_LIMITED',
  'FREQUENCY_LIMIT_EXCEED',
  'RATELIMIT_EXCEED',
  'RATELIMIT_EXCEEDED',
]);
export const UNKNOWN = new Set([
  'ORDERNOTEXIST',
  'ORDER_NOT_EXIST',
  'RESOURCE_NOT_EXISTS',
  'RESOURCE_NOT_EXIST',
  'NOT_FOUND',
]);
/** Closed before, or by its own expiry. */
export const ALREADY = new Set(['ORDERCLOSED', 'ORDER_CLOSED']);
/** No statement of a day without payments. */
export const EMPTY_DAY = 'NO_STATEMENT_EXIST';

export const NO_KEY = text(
  '没有可用的微信支付公钥或平台证书',
  'No public key or certificate of WeChat Pay to encrypt with',
);

const WORDS: Readonly<Record<string, Text>> = {
  ORDERPAID: text('订单已支付', 'The order is paid'),
  ORDERCLOSED: text('订单已关闭', 'The order is closed'),
  ORDERNOTEXIST: text('订单不存在', 'The order does not exist'),
  OUTTRADENOUSED: text('商户订单号已用于其他订单', 'The order number was used with other terms'),
  NOTENOUGH: text('商户余额不足', 'The merchant’s balance is short'),
  APPIDMCHIDNOTMATCH: text(
    '该 AppID 未与商户号绑定，请在微信商户平台关联',
    'This AppID is not bound to the merchant; bind it in WeChat’s merchant console',
  ),
  NOAUTH: text('商户未开通该产品', 'The merchant has not activated this product'),
  STATEMENTCREATING: text('账单生成中，请稍后再试', 'The statement is being generated; try again later'),
};

/** Why a transfer failed, in words for who waits for the money. */
const FAILURES: Readonly<Record<string, Text>> = {
  NAME_NOT_CORRECT: text('收款人姓名不符', 'Receiver’s name does not match'),
  REAL_NAME_CHECK_FAIL: text('收款人未实名认证', 'The receiver is not verified by real name'),
  OPENID_INVALID: text('收款账户无效', 'Invalid receiving account'),
  ACCOUNT_FROZEN: text('收款账户已冻结', 'The receiving account is frozen'),
  ACCOUNT_NOT_EXIST: text('收款账户不存在', 'The receiving account does not exist'),
  OVERDUE_CLOSE: text('用户超时未确认', 'The receiver did not confirm in time'),
  TRANSFER_RISK: text('支付渠道判定有风险', 'Stopped by the provider’s risk control'),
  TRANSFER_QUOTA_EXCEED: text('超过单笔收款额度', 'Above what the receiver can take at once'),
  DAY_RECEIVED_QUOTA_EXCEED: text('超过收款人当日额度', 'Above what the receiver can take in a day'),
  MONTH_RECEIVED_QUOTA_EXCEED: text('超过收款人当月额度', 'Above what the receiver can take in a month'),
  DAY_RECEIVED_COUNT_EXCEED: text('超过收款人当日次数', 'The receiver took too many transfers today'),
  PAYER_ACCOUNT_ABNORMAL: text('商户账户异常', 'The merchant’s account is restricted'),
};
export const failureWords = (code: string): Text => FAILURES[code] ?? providerSaid(code, '');

/** Why a receiver got nothing of a split, or gave nothing back. */
const SPLIT_FAILURES: Readonly<Record<string, Text>> = {
  ACCOUNT_ABNORMAL: text('分账接收账户异常', 'The receiver’s account is restricted'),
  NO_RELATION: text('分账关系已解除', 'The receiver is no longer registered at WeChat'),
  RECEIVER_HIGH_RISK: text('分账接收方为高风险', 'The receiver is of high risk'),
  RECEIVER_REAL_NAME_NOT_VERIFIED: text('分账接收方未实名', 'The receiver is not verified by real name'),
  NO_AUTH: text('分账权限已解除', 'The merchant may not split any more'),
  RECEIVER_RECEIPT_LIMIT: text('分账接收方已达收款限额', 'The receiver has reached its limit'),
  PAYER_ACCOUNT_ABNORMAL: text('分账出资账户异常', 'The paying account is restricted'),
  INVALID_REQUEST: text('描述参数有误', 'The request was invalid'),
  TIME_OUT_CLOSED: text('超时关闭', 'Closed after its time'),
  NOT_ENOUGH: text('账户余额不足', 'The account’s balance is short'),
  RULE_LIMIT: text('超过商户分账最高比例', 'Above the ratio the merchant may split'),
};
export const splitWords = (code: string): Text => SPLIT_FAILURES[code] ?? providerSaid(code, '');

/** The meaning of a code we know, else the provider's own words. */
export function codeWords(code: string, message: string): Text {
  const known = WORDS[code.replaceAll('_', '')];
  const said = providerSaid(code, message);
  return known ? text(`${known.zh}（${code}）`, `${known.en} (${code})`) : said;
}
