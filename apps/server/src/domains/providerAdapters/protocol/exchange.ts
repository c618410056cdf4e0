import { text } from '@cardinal/primitives/text.ts';
import {
  type Asked,
  type Exchanged,
  exchange as exchangeOver,
  type NoAnswerWords,
} from '../../../outbound/gate/exchange.ts';
import type { ProviderLine } from './adapter.ts';

const NO_ANSWER: NoAnswerWords = {
  timedOut: text('支付渠道未在时限内应答', 'The payment provider did not respond in time'),
  broken: text('与支付渠道的连接中断', 'Connection to the payment provider lost'),
  unreachable: text('无法连接支付渠道', 'The payment provider cannot be reached'),
  forbidden: text('目标地址不允许', 'Target address is not allowed'),
  identity: text('证书与私钥不匹配', 'Certificate and key do not match'),
};
/** For an answer in no format of the protocol, or with a wrong signature: the request may have been carried out. */
export const GARBLED = text('支付渠道应答无法识别', 'Unrecognised response of the payment provider');
export const NOT_SIGNED = text('支付渠道应答的签名无效', 'The signature of the payment provider’s response is invalid');
export const BAD_CREDENTIALS = text(
  '支付渠道拒绝了商户凭据',
  'The payment provider rejected the merchant’s credentials',
);

/** The provider's own words, with its code. */
export const providerSaid = (code: string, said: string) => {
  const words = said ? `${code}：${said}`.slice(0, 200) : code;
  return text(`支付渠道：${words}`, `Provider: ${words}`);
};

/** The address of an account with a path appended, with or without a trailing slash. */
export const addressOf = (line: Pick<ProviderLine, 'baseUrl'>, path: string): URL =>
  new URL(`${line.baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);

/** One request over an account's connection; a missing answer is `notSent` or `unclear`, never an error. */
export const exchange = (line: ProviderLine, asked: Asked): Promise<Exchanged> => exchangeOver(line, asked, NO_ANSWER);
