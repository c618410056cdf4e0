import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { nouns } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { type Chart, MOST_SERIES } from './chartModel.ts';

const OTHERS = nouns.others;

/** How often an operation was performed on a day. */
export type DayOfType = { readonly day: string; readonly operationType: number; readonly count: number };

/** The most frequent types as series, the rest together; one column a day. */
export function perDayByType(perDay: readonly DayOfType[], t: (words: Text) => string): Chart {
  const days = [...new Set(perDay.map((each) => each.day))].sort();
  const totals = new Map<number, number>();
  for (const { operationType, count } of perDay) totals.set(operationType, (totals.get(operationType) ?? 0) + count);
  const ranked = [...totals].sort((a, b) => b[1] - a[1]).map(([type]) => type);
  const named = ranked.slice(0, ranked.length > MOST_SERIES ? MOST_SERIES - 1 : MOST_SERIES);
  const rest = ranked.filter((type) => !named.includes(type));
  const on = (day: string, types: readonly number[]) =>
    perDay
      .filter((each) => each.day === day && types.includes(each.operationType))
      .reduce((sum, each) => sum + each.count, 0);
  return {
    shape: 'columns',
    categories: days,
    measure: 'count',
    isStacked: true,
    series: [
      ...named.map((type) => ({
        key: String(type),
        name: t(OperationType.labelOf(type)),
        values: days.map((day) => on(day, [type])),
      })),
      ...(rest.length > 0
        ? [{ key: 'others', name: t(OTHERS), values: days.map((day) => on(day, rest)), isQuiet: true }]
        : []),
    ],
  };
}
