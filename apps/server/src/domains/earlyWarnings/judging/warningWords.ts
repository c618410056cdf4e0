import { METRICS, type WarningUnit } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { WarningLevel, WarningMetric } from '@cardinal/contract/enumerations/warning.ts';
import { CNY, money, moneyText } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { RuleRow } from '../warningTables.ts';
import { windowOf } from './limitOf.ts';

const UNITS: Readonly<Record<Exclude<WarningUnit, 'money'>, (n: string) => Text>> = {
  percent: (n) => text(`${n}%`, `${n}%`),
  days: (n) => text(`${n} 天`, `${n} ${n === '1' ? 'day' : 'days'}`),
  minutes: (n) => text(`${n} 分钟`, `${n} min`),
  cards: (n) => text(`${n} 张`, `${n} ${n === '1' ? 'card' : 'cards'}`),
};
/** So many days of spend or more are not told apart. */
export const MOST_DAYS = 366n;

/** A figure in its unit. */
export function valueText(metric: WarningMetric, value: bigint, currency: string | null): Text {
  const { unit } = METRICS[metric];
  if (unit === 'money') {
    const amount = `${moneyText(money(value, currency ?? CNY))} ${currency ?? CNY}`;
    return text(amount, amount);
  }
  return UNITS[unit](unit === 'days' && value >= MOST_DAYS ? `${MOST_DAYS - 1n}+` : String(value));
}

/** «balance below 100.00»: what a rule goes by. */
export function whenText(rule: Pick<RuleRow, 'metric' | 'limit_text' | 'window_minutes' | 'hold_minutes'>): Text {
  const { unit, side, window } = METRICS[rule.metric];
  const limit = unit === 'money' ? text(rule.limit_text, rule.limit_text) : UNITS[unit](rule.limit_text);
  const { zh, en } = WarningMetric.labelOf(rule.metric);
  const minutes = windowOf(rule);
  const held = rule.hold_minutes;
  return text(
    `${window ? `${minutes} 分钟内` : ''}${zh}${side === 'below' ? '低于' : '达到'} ${limit.zh}${held > 0 ? `，持续 ${held} 分钟` : ''}`,
    `${en} ${side === 'below' ? 'below' : 'at or above'} ${limit.en}${window ? ` within ${minutes} min` : ''}${held > 0 ? ` for ${held} min` : ''}`,
  );
}

export type Said = {
  readonly metric: WarningMetric;
  readonly level: WarningLevel;
  readonly object_name: string;
  readonly value: string | bigint;
  readonly limit_value: string | bigint;
  readonly currency: string | null;
};

/** What receivers read of one event. */
export function warningText(said: Said): Text {
  const [value, limit] = [said.value, said.limit_value].map((each) =>
    valueText(said.metric, BigInt(each), said.currency),
  ) as [Text, Text];
  const metric = WarningMetric.labelOf(said.metric);
  const isBelow = METRICS[said.metric].side === 'below';
  return text(
    `${said.object_name}：${metric.zh} ${value.zh}，${isBelow ? '低于' : '达到'}阈值 ${limit.zh}`,
    `${said.object_name}: ${metric.en} ${value.en}, ${isBelow ? 'below' : 'at or above'} ${limit.en}`,
  );
}

export const titleOf = (level: WarningLevel, name: string): Text => {
  const { zh, en } = WarningLevel.labelOf(level);
  return text(`${zh}预警：${name}`, `${en}: ${name}`);
};
