import { CHINA_OFFSET_MS, type Period } from '../../cardWorld/chinaTime.ts';
import type { Merchant } from '../paymentEvents.ts';
import { entriesOf, type StatementEntry } from '../paymentStatement.ts';
import type { PaymentWorld } from '../paymentWorld.ts';
import { REFUND_WORDS } from './wechatNature.ts';

const HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

const yuan = (fen: number, places = 2): string => {
  const text = `${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`;
  return `${fen < 0 ? '-' : ''}${text.padEnd(text.length + places - 2, '0')}`;
};
const chinaTime = (ms: number) => new Date(ms + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
const row = (values: readonly string[]) => values.map((value) => `\`${value}`).join(',');

/** The merchant's bill of a day, undefined where nothing happened. */
export function billOf(world: PaymentWorld, merchant: Merchant, { fromMs, toMs }: Period): string | undefined {
  const entries = entriesOf(world, merchant, { fromMs, toMs });
  if (entries.length === 0) return undefined;
  const line = ({ trade, refund, amount, fee, atMs, currency }: StatementEntry) =>
    row([
      chinaTime(atMs),
      merchant.facts['appid'] ?? '',
      merchant.merchantNo,
      '0',
      '',
      trade.providerNo ?? '',
      trade.tradeNo,
      'oDemoBuyer',
      'NATIVE',
      refund ? 'REFUND' : 'SUCCESS',
      'OTHERS',
      currency,
      refund ? '0.00' : yuan(amount),
      '0.00',
      refund?.providerNo ?? '0',
      refund?.refundNo ?? '0',
      yuan(refund ? amount : 0),
      '0.00',
      refund ? 'ORIGINAL' : '',
      refund ? REFUND_WORDS[refund.state] : '',
      trade.subject.replaceAll('`', ''),
      '',
      yuan(fee, 5),
      `${(merchant.feeRate / 100).toFixed(2)}%`,
      refund ? '0.00' : yuan(amount),
      yuan(refund ? amount : 0),
      '',
    ]);
  const lines = entries.map(line);
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const of = (isRefund: boolean) =>
    sum(entries.filter(({ refund }) => (refund !== null) === isRefund).map(({ amount }) => amount));
  const [income, outgo] = [of(false), of(true)];
  const fees = sum(entries.map(({ fee }) => fee));
  const sums = row([String(lines.length), yuan(income), yuan(outgo), '0.00', yuan(fees, 5), yuan(income), yuan(outgo)]);
  return `\ufeff${[HEAD, ...lines, SUMS, sums].join('\r\n')}\r\n`;
}
