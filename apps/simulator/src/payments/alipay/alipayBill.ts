import { zipSync } from 'fflate';
import type { Period } from '../../cardWorld/chinaTime.ts';
import type { Merchant } from '../paymentEvents.ts';
import { entriesOf, type StatementEntry } from '../paymentStatement.ts';
import type { PaymentWorld } from '../paymentWorld.ts';
import { chinaTime, yuan } from './alipayNature.ts';

const HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';
const RULE = '-----------------------------------------';

const signedYuan = (fen: number): string => `${fen < 0 ? '-' : ''}${yuan(Math.abs(fen))}`;

function rowOf({ trade, refund, amount, fee, atMs }: StatementEntry): string {
  const moved = signedYuan(refund ? -amount : amount);
  const nothing = '0.00';
  return [
    `${trade.providerNo ?? ''}\t`,
    `${trade.tradeNo}\t`,
    refund ? '退款' : '交易',
    trade.subject,
    chinaTime(trade.createdMs),
    chinaTime(atMs),
    '',
    '',
    '',
    '',
    'dem***@example.com\t',
    moved,
    moved,
    ...Array.from({ length: 5 }, () => nothing),
    '',
    nothing,
    nothing,
    refund ? `${refund.refundNo}\t` : '',
    signedYuan(-fee),
    nothing,
    '',
  ].join(',');
}

/** The merchant's bill of a day as the zip that is downloaded, undefined where nothing happened. */
export function billOf(world: PaymentWorld, merchant: Merchant, period: Period): Uint8Array | undefined {
  const entries = entriesOf(world, merchant, period);
  if (entries.length === 0) return undefined;
  const seller = `${merchant.facts['sellerId'] ?? ''}0156`;
  const sheet = (what: string, ...rows: readonly string[]) =>
    gbk(
      [
        '#支付宝业务明细查询',
        `#账号：[${seller}]`,
        `#起始日期：[${chinaTime(period.fromMs)}]   终止日期：[${chinaTime(period.toMs)}]`,
        `#${RULE}业务${what}列表${RULE}`,
        ...rows,
        `#${RULE}业务${what}列表结束${RULE}`,
        `#导出时间：[${chinaTime(period.toMs)}]`,
        '',
      ].join('\r\n'),
    );
  const sum = entries.reduce((all, { refund, amount }) => all + (refund ? -amount : amount), 0);
  return zipSync({
    [`${seller}_业务明细(汇总).csv`]: sheet('汇总', '商家实收（元）', signedYuan(sum)),
    [`${seller}_业务明细.csv`]: sheet('明细', HEAD, ...entries.map(rowOf)),
  });
}

let codes: ReadonlyMap<string, number> | undefined;

/** Every character of GBK with its two bytes; the decoder of the platform knows them. */
function gbkCodes(): ReadonlyMap<string, number> {
  if (codes) return codes;
  const decoder = new TextDecoder('gbk');
  const found = new Map<string, number>();
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++)
      if (low !== 0x7f) found.set(decoder.decode(Uint8Array.of(high, low)), high * 256 + low);
  codes = found;
  return found;
}

/** Text as GBK; what it does not know is a question mark. */
function gbk(text: string): Uint8Array {
  const known = gbkCodes();
  const bytes: number[] = [];
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? code : (known.get(sign) ?? 0x3f);
    if (pair > 0xff) bytes.push(pair >> 8);
    bytes.push(pair & 0xff);
  }
  return Uint8Array.from(bytes);
}
