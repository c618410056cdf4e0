import { createHash } from 'node:crypto';
import { decimalOf, parseDecimal, roundDecimal } from '@cardinal/primitives/decimal.ts';
import { parseMoney } from '@cardinal/primitives/money.ts';
import { parseTime } from '@cardinal/primitives/time.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { ProviderLine } from '../protocol/adapter.ts';
import { GARBLED, NOT_SIGNED, noTurn, parsedJson, wholeLines } from '../protocol/exchange.ts';
import type { AnswerOf, StatementLine } from '../protocol/operations.ts';
import { callWechat, readError, send } from './client.ts';
import { EMPTY_DAY } from './codes.ts';
import { billAnswer } from './wire.ts';

const BOM = '\ufeff';

/** The bill of a day: its address and hash, then the file, which nobody signs but its hash proves. */
export async function statement(line: ProviderLine, day: string): Promise<Reply<AnswerOf<'statement'>>> {
  const path = `/v3/bill/tradebill?bill_date=${encodeURIComponent(day)}&bill_type=ALL`;
  const asked = await callWechat(line, { method: 'GET', path, answer: billAnswer });
  if (asked.kind === 'refused' && asked.code === EMPTY_DAY) {
    const { httpStatus, reference } = asked;
    return { kind: 'ok', httpStatus, reference, answer: { lines: [], next: null } };
  }
  if (asked.kind !== 'ok') return asked;
  if (line.nextBudgetSlot && !(await line.nextBudgetSlot())) return noTurn;
  const sent = await send(line, 'GET', new URL(asked.answer.download_url));
  if (sent.kind !== 'heard') return sent;
  const { status: httpStatus, text } = sent.heard;
  if (httpStatus !== 200)
    return readError<never>(parsedJson(text), undefined, { httpStatus, reference: asked.reference });
  const hash = createHash('sha1').update(text).digest('hex');
  if (hash !== asked.answer.hash_value.toLowerCase()) {
    return { kind: 'unclear', httpStatus, words: NOT_SIGNED, code: 'hash' };
  }
  const lines = readBill(text);
  return lines
    ? { kind: 'ok', httpStatus, reference: asked.reference, answer: { lines, next: null } }
    : { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
}

/**
 * The rows of a bill by the names in its head; each value begins with a backtick, so that a comma in a description divides
 * nothing. Undefined if a row cannot be read: a part of a statement would be none.
 */
export function readBill(text: string): StatementLine[] | undefined {
  const [head = '', ...rows] = text.replace(BOM, '').split(/\r?\n/);
  const names = head.split(',').map((name) => name.trim());
  if (!names.includes('微信订单号')) return undefined;
  // The sums follow under their own head.
  const end = rows.findIndex((row) => !row.startsWith('`'));
  return wholeLines(end < 0 ? rows : rows.slice(0, end), (row) => {
    const values = row.slice(1).split(',`');
    return values.length === names.length ? readRow((name) => values[names.indexOf(name)]?.trim() ?? '') : undefined;
  });
}

function readRow(value: (name: string) => string): StatementLine | 'nothing' | undefined {
  const at = parseTime(value('交易时间'));
  const state = value('交易状态');
  const isRefund = state === 'REFUND';
  if (state === 'REVOKED' || (isRefund && value('退款状态').startsWith('FAIL'))) return 'nothing';
  if (state !== 'SUCCESS' && !isRefund) return undefined;
  const written = isRefund
    ? value('申请退款金额') || value('退款金额')
    : value('订单金额') || value('应结订单金额') || value('总金额');
  const amount = value('货币种类') === 'CNY' ? parseMoney(written, 'CNY') : undefined;
  const providerNo = value(isRefund ? '微信退款单号' : '微信订单号');
  if (!at || !amount || !providerNo) return undefined;
  return {
    kind: isRefund ? 'refund' : 'payment',
    ourNo: value(isRefund ? '商户退款单号' : '商户订单号'),
    providerNo,
    amount: { minor: amount.minor, currency: 'CNY' },
    fee: parseDecimal(value('手续费')) ? roundDecimal(decimalOf(value('手续费')), 2).units : null,
    at,
  };
}
