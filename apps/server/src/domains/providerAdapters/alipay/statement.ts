import { parseMoney } from '@cardinal/primitives/money.ts';
import { parseTime } from '@cardinal/primitives/time.ts';
import { unzipSync } from 'fflate';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { ProviderLine } from '../protocol/adapter.ts';
import { exchange, GARBLED, hasTurn, noTurn, wholeLines } from '../protocol/exchange.ts';
import type { AnswerOf, StatementLine } from '../protocol/operations.ts';
import { callAlipay } from './client.ts';
import { NO_BILL } from './codes.ts';
import { billAnswer } from './wire.ts';

/** Unpacked, of all files of a bill together. */
const MOST_BYTES = 128 * 1024 * 1024;
const DETAILS_END = '业务明细列表结束';

/** The bill of a day: its address, valid for half a minute, then a zip of GBK sheets which nobody signs. */
export async function statement(line: ProviderLine, day: string): Promise<Reply<AnswerOf<'statement'>>> {
  const asked = await callAlipay(line, {
    method: 'alipay.data.dataservice.bill.downloadurl.query',
    content: { bill_type: 'trade', bill_date: day },
    answer: billAnswer,
  });
  if (asked.kind === 'refused' && asked.code === NO_BILL) {
    const { httpStatus, reference } = asked;
    return { kind: 'ok', httpStatus, reference, answer: { lines: [], next: null, mayBeLate: true } };
  }
  if (asked.kind !== 'ok') return asked;
  if (!(await hasTurn(line))) return noTurn;
  const sent = await exchange(line, { method: 'GET', url: new URL(asked.answer.bill_download_url) });
  if (sent.kind !== 'heard') return sent;
  const { status: httpStatus, bytes } = sent.heard;
  const lines = httpStatus === 200 ? readBill(unpacked(bytes)) : undefined;
  return lines
    ? { kind: 'ok', httpStatus, reference: asked.reference, answer: { lines, next: null } }
    : { kind: 'unclear', httpStatus, reference: asked.reference, words: GARBLED, code: 'garbled' };
}

/** The sheets in the zip: the details, and a summary that nobody reads. None where it is no zip, or unpacks to too much. */
export function unpacked(zip: Uint8Array): string[] {
  let left = MOST_BYTES;
  try {
    const files = unzipSync(zip, {
      filter: ({ originalSize }) => {
        left -= originalSize;
        return left >= 0;
      },
    });
    const decoder = new TextDecoder('gb18030');
    return Object.values(files).map((file) => decoder.decode(file));
  } catch {
    return [];
  }
}

/**
 * The rows of the details by the names in their head. Undefined if there are none, if their end is missing, or if a row cannot be
 * read: a part of a statement would be none.
 */
export function readBill(sheets: readonly string[]): StatementLine[] | undefined {
  const sheet = sheets.find((text) => text.includes(DETAILS_END));
  if (sheet === undefined) return undefined;
  const [details = ''] = sheet.split(DETAILS_END);
  const [head = '', ...rows] = details.split(/\r?\n/).filter((row) => row.trim() !== '' && !row.startsWith('#'));
  const names = valuesOf(head).map((name) => name.replace('(', '（').replace(')', '）'));
  if (!names.includes('支付宝交易号')) return undefined;
  const goods = names.indexOf('商品名称');
  return wholeLines(rows, (row) => {
    const values = valuesOf(row);
    // Nothing quotes a comma in the name of the goods.
    const more = values.length - names.length;
    if (more > 0) values.splice(goods, more + 1, values.slice(goods, goods + more + 1).join(','));
    return values.length === names.length ? readRow((name) => values[names.indexOf(name)] ?? '') : undefined;
  });
}

/** Numbers are followed by a tab, so that a spreadsheet shows them whole. */
const valuesOf = (row: string): string[] => row.split(',').map((value) => value.trim());

function readRow(value: (name: string) => string): StatementLine | undefined {
  const kind = ({ 交易: 'payment', 退款: 'refund' } as const)[value('业务类型')];
  const at = parseTime(value('完成时间'));
  const amount = parseMoney(value('订单金额（元）'), 'CNY');
  const fee = parseMoney(value('服务费（元）'), 'CNY');
  const isRefund = kind === 'refund';
  const refundNo = value('退款批次号/请求号');
  const providerNo = isRefund ? refundNo : value('支付宝交易号');
  if (!kind || !at || !amount || !providerNo) return undefined;
  return {
    kind,
    ourNo: isRefund ? refundNo : value('商户订单号'),
    // A refund has no number of Alipay's own: ours stands for it.
    providerNo,
    amount: { minor: amount.minor < 0n ? -amount.minor : amount.minor, currency: 'CNY' },
    // What it keeps is taken away from the merchant's income.
    fee: fee ? -fee.minor : null,
    at,
  };
}
