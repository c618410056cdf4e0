import { DARK, LIGHT, SERIES } from '@cardinal/ui/palette.ts';
import { describe, expect, it } from 'vitest';
import { type Chart, isEmptyChart, measureOf, pointText } from './chartModel.ts';
import { chartOption, coloursOf } from './chartOption.ts';

const GB = 1024 ** 3;
const chart = (over: Partial<Chart> = {}): Chart => ({
  shape: 'lines',
  categories: ['11-01', '11-02'],
  series: [{ key: 'used', name: '用量', values: [GB, 2.5 * GB] }],
  measure: 'bytes',
  ...over,
});
type Drawn = {
  yAxis: { min: number; name: string };
  series: { data: unknown[]; endLabel?: { show: boolean }; animation?: boolean }[];
  tooltip: { formatter: (hovered: object[]) => string };
};
const drawn = (given: Chart) => chartOption(given, 'light', false) as unknown as Drawn;

describe('one unit for the whole chart', () => {
  it('is that of its largest value, on base 1024', () => {
    const measure = measureOf(chart());
    expect(measure.unit).toBe('GB');
    expect(pointText(measure, 2.5 * GB)).toBe('2.5 GB');
    expect(pointText(measure, GB / 4)).toBe('0.25 GB');
    expect(drawn(chart()).series[0]?.data).toEqual([1, 2.5]);
    expect(drawn(chart()).yAxis.name).toBe('GB');
  });

  it('counts stacks as they are drawn', () => {
    const halves = ['a', 'b'].map((key) => ({ key, name: key, values: [0.6 * GB, null] }));
    expect(measureOf(chart({ series: halves })).unit).toBe('MB');
    expect(measureOf(chart({ series: halves, isStacked: true })).unit).toBe('GB');
  });

  it('reads money in its own way', () => {
    expect(pointText(measureOf(chart({ measure: 'money' })), 123_450)).toBe('1,234.50');
  });
});

it('volumes start at zero and a missing reading is a gap', () => {
  const option = drawn(chart({ series: [{ key: 'used', name: '用量', values: [null, GB] }] }));
  expect(option.yAxis.min).toBe(0);
  expect(option.series[0]?.data).toEqual([null, 1]);
  expect(pointText(measureOf(chart()), null)).toBe('—');
});

it('a day that is not over is drawn paler', () => {
  const data = drawn(chart({ shape: 'columns', isLastOpen: true })).series[0]?.data;
  expect(data).toEqual([1, { value: 2.5, itemStyle: { opacity: 0.45 } }]);
});

it('draws five series at most and names them at their ends', () => {
  const series = Array.from({ length: 7 }, (_, at) => ({ key: `${at}`, name: `s${at}`, values: [1, 2] }));
  const option = drawn(chart({ series }));
  expect(option.series).toHaveLength(5);
  expect(option.series.every((each) => each.endLabel?.show)).toBe(true);
  expect(drawn(chart()).series[0]?.endLabel?.show).toBe(false);
});

it('a line with gaps is drawn at once: its name would travel along it to where there is no value', () => {
  const series = [
    { key: 'past', name: '已用', values: [GB, null] },
    { key: 'whole', name: '上期', values: [GB, GB] },
  ];
  expect(drawn(chart({ series })).series.map((each) => each.animation)).toEqual([false, undefined]);
});

it('what is compared with is grey in both appearances', () => {
  const series = [
    { key: 'last', name: '上周', values: [1, 2], isQuiet: true },
    { key: 'now', name: '本周', values: [1, 2] },
  ];
  expect(coloursOf(chart({ series }), 'light')).toEqual([LIGHT.edge, SERIES.light[0]]);
  expect(coloursOf(chart({ series }), 'dark')).toEqual([DARK.edge, SERIES.dark[0]]);
});

it('a name cannot bring markup into the hover', () => {
  const option = drawn(chart({ categories: ['<img src=x>'], series: [{ key: 'a', name: 'a', values: [1] }] }));
  expect(option.tooltip.formatter([{ seriesIndex: 0, dataIndex: 0, color: '#000' }])).not.toContain('<img');
});

it('knows when there is nothing to draw', () => {
  expect(isEmptyChart(chart({ series: [{ key: 'a', name: 'a', values: [0, null] }] }))).toBe(true);
  expect(isEmptyChart(chart())).toBe(false);
});
