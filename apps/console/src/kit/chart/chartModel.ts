import { VOLUME_UNITS } from '@cardinal/primitives/dataVolume.ts';
import { CNY, placesOf } from '@cardinal/primitives/money.ts';
import { byteAmount, countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';

/** What the values of a chart are. Bytes and money arrive as whole numbers of bytes and minor units. */
export type MeasureKind = 'count' | 'bytes' | 'money' | 'percent' | 'milliseconds';

export type ChartSeries = {
  readonly key: string;
  readonly name: string;
  /** One for each category; null where there is no reading: a gap, never a zero. */
  readonly values: readonly (number | null)[];
  /** Grey: what the others are compared with. */
  readonly isQuiet?: boolean;
  /** Red: what failed or was refused. */
  readonly isBad?: boolean;
};

/** One chart, one message. `lines` and `columns` run over time, `bars` compare things by name. */
export type Chart = {
  readonly shape: 'lines' | 'columns' | 'bars';
  readonly categories: readonly string[];
  /** At most five: more cannot be told apart. */
  readonly series: readonly ChartSeries[];
  readonly measure: MeasureKind;
  /** Of money; CNY unless said. */
  readonly currency?: string;
  readonly isStacked?: boolean;
  /** The last category is incomplete (today): it is drawn paler than the others. */
  readonly isLastOpen?: boolean;
  /** A line across: an allowance, a threshold. */
  readonly limit?: { readonly value: number; readonly name: string };
};

export const MOST_SERIES = 5;

/** One unit for the whole chart, so that its axis, its labels and its table compare. */
export type Measure = {
  readonly unit: string;
  /** Converts a raw value to the number on the axis. */
  readonly scale: (value: number) => number;
  /** The number as text, without its unit. */
  readonly write: (value: number) => string;
};

function byteMeasure(largest: number): Measure {
  const power = Math.min(Math.max(Math.floor(Math.log2(Math.max(largest, 1)) / 10), 0), VOLUME_UNITS.length - 1);
  const unit = VOLUME_UNITS[power] ?? 'B';
  const size = 1024 ** power;
  return {
    unit,
    scale: (value) => value / size,
    write: (value) => (unit === 'B' ? countAmount(value) : byteAmount(BigInt(Math.round(value)), unit).value),
  };
}

const plain = (unit: string): Measure => ({ unit, scale: (value) => value, write: (value) => countAmount(value) });

export function measureOf(chart: Chart): Measure {
  switch (chart.measure) {
    case 'bytes':
      return byteMeasure(largestOf(chart));
    case 'money':
      return {
        unit: chart.currency ?? '',
        scale: (value) => value / 10 ** placesOf(chart.currency ?? CNY),
        write: (value) => moneyAmount(Math.round(value), chart.currency),
      };
    case 'percent':
      return { unit: '%', scale: (value) => value, write: (value) => String(Math.round(value * 10) / 10) };
    case 'milliseconds':
      return plain('ms');
    default:
      return plain('');
  }
}

/** The largest value drawn; stacked values are added up. */
export function largestOf(chart: Chart): number {
  const at = chart.categories.map((_, index) => {
    const values = chart.series.map((series) => series.values[index] ?? 0);
    return chart.isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  });
  return Math.max(0, chart.limit?.value ?? 0, ...at);
}

export const isEmptyChart = (chart: Chart): boolean =>
  chart.series.every((series) => series.values.every((value) => value === null || value === 0));

/** Value and unit of one point, for the table and the hover. */
export const pointText = (measure: Measure, value: number | null | undefined): string =>
  value === null || value === undefined
    ? '—'
    : measure.unit
      ? `${measure.write(value)} ${measure.unit}`
      : measure.write(value);
