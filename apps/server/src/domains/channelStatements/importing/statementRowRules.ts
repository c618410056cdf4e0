import type { ChannelOrderState } from '@cardinal/contract/enumerations/channelStatement.ts';
import { iccidOfFile, internationalIccidRule } from '@cardinal/primitives/iccid.ts';
import { parseMoney } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { isDay, parseTime } from '@cardinal/primitives/time.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { asTyped, hashOf, maskOf } from '../../groupBuys/face.ts';
import {
  cellsOf,
  FLAW_FAULTS,
  type Places,
  SHARED_FAULTS,
  type SheetColumns,
  type StoredWords,
  splitStored,
} from '../../sheetImports/face.ts';
import type { ReadLine } from '../statementTables.ts';

/** The columns of a statement; each shop calls them otherwise. */
export const STATEMENT_COLUMNS = {
  theirOrderNo: {
    title: text('对方订单号', 'Their order number'),
    also: ['订单号', '订单编号', '渠道订单号', '平台订单号', 'order number', 'order no'],
    isRequired: true,
    isNumber: true,
    example: 'XM20261101000001',
  },
  orderedAt: {
    title: text('下单时间', 'Ordered at'),
    also: ['支付时间', '订单时间', '交易时间', 'paid at', 'time'],
    isRequired: true,
    example: '2026-11-01 10:30:00',
  },
  iccid: { title: text('ICCID', 'ICCID'), also: ['卡号'], isNumber: true, example: '89860600000000000013' },
  code: {
    title: text('兑换码', 'Redeem code'),
    also: ['券码', '卡密', 'code'],
    isSecret: true,
    example: 'ABCD-1234-EFGH-5678',
  },
  amount: {
    title: text('订单金额', 'Amount'),
    also: ['售价', '支付金额', '实付金额', 'price'],
    isRequired: true,
    example: '12.00',
  },
  settlement: {
    title: text('结算金额', 'Settlement'),
    also: ['结算额', '应结金额', '结算价', 'settlement amount'],
    isRequired: true,
    example: '9.00',
  },
  commission: { title: text('佣金', 'Commission'), also: ['渠道佣金', '服务费', 'fee'], example: '3.00' },
  state: {
    title: text('状态', 'State'),
    also: ['订单状态', '交易状态', 'status'],
    isRequired: true,
    example: text('已支付', 'Paid'),
  },
  settledOn: { title: text('结算日', 'Settled on'), also: ['结算日期', 'settle date'], example: '2026-11-05' },
} as const satisfies SheetColumns;
export type StatementColumn = keyof typeof STATEMENT_COLUMNS;

const STATES: Readonly<Record<ChannelOrderState, readonly string[]>> = {
  paid: ['已支付', '支付成功', '已完成', '交易成功', '已结算', 'paid', 'success', 'completed', 'settled'],
  refunded: ['已退款', '退款', '退款成功', '全额退款', 'refunded', 'refund'],
  closed: ['已关闭', '已取消', '交易关闭', '未支付', 'closed', 'cancelled', 'canceled', 'unpaid'],
};
const STATE_OF = new Map(
  Object.entries(STATES).flatMap(([state, words]) => words.map((word) => [word, state as ChannelOrderState])),
);

const FAULTS: Readonly<Record<string, Text>> = {
  ...SHARED_FAULTS,
  orderNoForm: text('对方订单号最多 64 个字符', 'Their order number has at most 64 characters'),
  timeForm: text(
    '下单时间应为 YYYY-MM-DD HH:mm:ss，如 2026-11-01 10:30:00',
    'Ordered at must be a time as YYYY-MM-DD HH:mm:ss, such as 2026-11-01 10:30:00',
  ),
  iccidForm: text('ICCID 格式不正确', 'Invalid ICCID'),
  codeForm: text('兑换码格式不正确', 'Invalid redeem code'),
  noSubject: text('ICCID 和兑换码至少填一个', 'Neither an ICCID nor a redeem code'),
  amountForm: text('{fact}不是有效的金额', '{fact} is no valid amount'),
  notAddingUp: text('结算金额加佣金不等于订单金额', 'Settlement and commission do not add up to the amount'),
  beyondAmount: text('结算金额大于订单金额', 'The settlement is more than the amount'),
  stateForm: text('状态应为已支付、已退款或已关闭', 'State must be paid, refunded or closed'),
  dayForm: text('结算日应为 YYYY-MM-DD，如 2026-11-05', 'Settled on must be a day as YYYY-MM-DD, such as 2026-11-05'),
  unchanged: text('与已导入的一致', 'Known as it is'),
  repeated: text('与第 {fact} 行的对方订单号重复', 'Same order number as row {fact}'),
};

/** The fault of a row that an earlier statement brought as it is. */
export const UNCHANGED = 'unchanged';

const two = (part: string | undefined): string => String(part ?? '0').padStart(2, '0');

/** Their times are China's, as people and Excel write them: `2026/11/1 9:05`, `2026-11-01T09:05:00`, a day alone. */
export function momentTyped(typed: string): string | undefined {
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?$/.exec(typed);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second] = found;
  return parseTime(`${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`)?.toISOString();
}

/** A day, however it is written; its time of day is left out. */
export function dayTyped(typed: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/.exec(typed) ?? [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${two(month)}-${two(day)}`;
}

const MOST_DIGITS = 12;
/** An amount in minor units; `¥1,234.50` as shops write it. */
export function amountTyped(typed: string, currency: string): string | undefined {
  const minor = parseMoney(typed.replace(/[,¥￥\s]/g, ''), currency)?.minor;
  return minor !== undefined && minor >= 0n && String(minor).length <= MOST_DIGITS ? String(minor) : undefined;
}

/** Reads one row, and reports what is wrong with it by itself. */
export function readStatementRow(row: SheetRow, places: Places<StatementColumn>, currency: string) {
  const { value, cell, faults } = cellsOf<StatementColumn>(STATEMENT_COLUMNS, row, places);
  const moneyOf = (name: 'amount' | 'settlement' | 'commission') =>
    value(name, `amountForm:${name}`, (typed) => amountTyped(typed, currency));
  const theirOrderNo = value('theirOrderNo', 'orderNoForm', (typed) => (typed.length <= 64 ? typed : undefined));
  const iccid = value('iccid', 'iccidForm', (typed) =>
    internationalIccidRule(iccidOfFile(typed)) ? undefined : iccidOfFile(typed),
  );
  const code = value('code', 'codeForm', (typed) =>
    /^[0-9A-Z]{16}$/.test(asTyped(typed)) ? asTyped(typed) : undefined,
  );
  const amounts = { amount: moneyOf('amount'), settlement: moneyOf('settlement'), commission: moneyOf('commission') };
  const read = {
    theirOrderNo: theirOrderNo ?? '',
    orderedAt: value('orderedAt', 'timeForm', momentTyped) ?? '',
    iccid,
    codeHash: code === null ? null : hashOf(code),
    codeMask: code === null ? null : maskOf(code),
    amount: amounts.amount ?? '0',
    settlement: amounts.settlement ?? '0',
    commission: amounts.commission ?? String(BigInt(amounts.amount ?? 0) - BigInt(amounts.settlement ?? 0)),
    state: (value('state', 'stateForm', (typed) => STATE_OF.get(typed.toLowerCase())) ?? 'closed') as ChannelOrderState,
    settledOn: value('settledOn', 'dayForm', dayTyped),
  } satisfies ReadLine;
  if (cell('iccid') === '' && cell('code') === '') faults.push('noSubject');
  if (amounts.amount !== null && amounts.settlement !== null) {
    const left = BigInt(amounts.amount) - BigInt(amounts.settlement);
    if (left < 0n) faults.push('beyondAmount');
    else if (amounts.commission !== null && BigInt(amounts.commission) !== left) faults.push('notAddingUp');
  }
  return { subject: cell('theirOrderNo').slice(0, 64), read, faults };
}

const COLUMN_FAULTS: readonly string[] = ['missing', 'amountForm', ...Object.values<string>(FLAW_FAULTS)];

/** The words of a stored fault. */
export function storedFault(stored: string): StoredWords {
  const [code, fact] = splitStored(stored);
  const title = COLUMN_FAULTS.includes(code) ? STATEMENT_COLUMNS[fact as StatementColumn]?.title : undefined;
  return { words: FAULTS[code] ?? text(code, code), facts: { fact: title ?? fact } };
}
