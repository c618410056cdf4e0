import { type Appearance, paletteOf, SERIES } from '@cardinal/ui/palette.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { type Chart, type ChartSeries, type Measure, MOST_SERIES, measureOf, pointText } from './chartModel.ts';

const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif';
const TEXT_SIZE = 12;

/** The approximate width of a word: space is reserved before the engine measures. */
export function roughWidth(words: string): number {
  let width = 0;
  for (const letter of words) width += letter.charCodeAt(0) > 0x2e7f ? TEXT_SIZE : TEXT_SIZE * 0.58;
  return Math.ceil(width);
}

/** The colour of each series: greys for the quiet ones, red for the bad, the palette's order for the rest. */
export function coloursOf(chart: Chart, appearance: Appearance): string[] {
  const palette = paletteOf(appearance);
  let next = 0;
  return chart.series.map((series) => {
    if (series.isQuiet) return palette.edge;
    if (series.isBad) return palette.danger;
    const colour = SERIES[appearance][next % SERIES[appearance].length] ?? palette.edge;
    next += 1;
    return colour;
  });
}

const escaped = (words: string): string =>
  words.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

type Hovered = { readonly seriesIndex: number; readonly dataIndex: number; readonly color: string };

/** The tooltip of a point: the category, then each series with its value. */
function hoverText(chart: Chart, measure: Measure, hovered: readonly Hovered[]): string {
  const at = hovered[0]?.dataIndex ?? 0;
  const lines = hovered.map(({ seriesIndex, color }) => {
    const series = chart.series[seriesIndex];
    const value = escaped(pointText(measure, series?.values[at]));
    const name = chart.series.length > 1 ? `<span style="flex:1">${escaped(series?.name ?? '')}</span>` : '';
    const mark = `<i style="width:8px;height:8px;border-radius:2px;background:${color}"></i>`;
    return `<div style="display:flex;align-items:center;gap:8px">${mark}${name}<b style="font-weight:600">${value}</b></div>`;
  });
  return `<div style="margin-bottom:2px">${escaped(chart.categories[at] ?? '')}</div>${lines.join('')}`;
}

const LEAST_END = 12;
/** From this many columns on, the last one is narrower than half of its label. */
const DENSE = 12;

/** The space on the right: for the names at the ends of lines, or half of the last label under dense columns. */
function endRoom(chart: Chart): number {
  if (chart.shape === 'lines' && chart.series.length > 1) {
    return Math.max(...chart.series.map((series) => roughWidth(series.name))) + 14;
  }
  const last = chart.categories.length > DENSE ? (chart.categories.at(-1) ?? '') : '';
  return Math.max(LEAST_END, Math.ceil(roughWidth(last) / 2));
}

/** Converts a chart to the engine's option. Volumes start at zero; no animation takes longer than 150 ms. */
export function chartOption(chart: Chart, appearance: Appearance, withMotion: boolean): EChartsCoreOption {
  const palette = paletteOf(appearance);
  const measure = measureOf(chart);
  const colours = coloursOf(chart, appearance);
  const shown = chart.series.slice(0, MOST_SERIES);
  const isSideways = chart.shape === 'bars';
  const names = {
    type: 'category',
    data: [...chart.categories],
    boundaryGap: chart.shape !== 'lines',
    inverse: isSideways,
    axisTick: { show: false },
    axisLine: { show: !isSideways, lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.inkSecondary,
      fontSize: TEXT_SIZE,
      hideOverlap: true,
      ...(isSideways ? { width: 120, overflow: 'truncate' } : {}),
    },
  };
  const values = {
    type: 'value',
    min: 0,
    splitNumber: 4,
    minInterval: chart.measure === 'count' || chart.measure === 'milliseconds' ? 1 : 0,
    axisLabel: { show: !isSideways, color: palette.inkSecondary, fontSize: TEXT_SIZE },
    splitLine: { show: !isSideways, lineStyle: { color: palette.line } },
    name: isSideways ? '' : measure.unit,
    nameGap: 10,
    nameTextStyle: { color: palette.inkSecondary, fontSize: TEXT_SIZE, align: 'right' },
  };
  return {
    animation: withMotion,
    animationDuration: 150,
    animationDurationUpdate: 150,
    textStyle: { fontFamily: FONT },
    color: colours,
    grid: {
      left: 4,
      right: isSideways ? 72 : endRoom(chart),
      top: isSideways ? 0 : 12,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: chart.shape === 'lines' ? 'line' : 'shadow', lineStyle: { color: palette.edge } },
      backgroundColor: palette.surface,
      borderColor: palette.line,
      padding: [6, 10],
      textStyle: { color: palette.ink, fontSize: 13 },
      confine: true,
      transitionDuration: 0,
      formatter: (hovered: Hovered | Hovered[]) => hoverText(chart, measure, [hovered].flat()),
    },
    xAxis: isSideways ? values : names,
    yAxis: isSideways ? names : values,
    series: shown.map((series, index) => ({
      name: series.name,
      data: series.values.map((value, at) => point(chart, measure, value, at)),
      ...(chart.isStacked ? { stack: 'all' } : {}),
      ...(chart.shape === 'lines' ? lineLook(chart, series) : barLook(chart, measure, palette.inkSecondary)),
      ...(index === 0 && chart.limit ? { markLine: limitLine(chart.limit, measure, palette.warning) } : {}),
    })),
  };
}

const OPEN_OPACITY = 0.45;

function point(chart: Chart, measure: Measure, value: number | null, at: number) {
  if (value === null) return null;
  const isOpen = chart.isLastOpen && chart.shape !== 'lines' && at === chart.categories.length - 1;
  return isOpen ? { value: measure.scale(value), itemStyle: { opacity: OPEN_OPACITY } } : measure.scale(value);
}

function lineLook(chart: Chart, series: ChartSeries) {
  const isAlone = chart.series.length === 1;
  return {
    type: 'line',
    showSymbol: series.values.filter((value) => value !== null).length < 2,
    symbol: 'circle',
    symbolSize: 6,
    lineStyle: { width: series.isQuiet ? 1.5 : 2, type: series.isQuiet ? 'dashed' : 'solid' },
    ...(isAlone ? { areaStyle: { opacity: 0.08 } } : {}),
    endLabel: { show: !isAlone, formatter: '{a}', color: 'inherit', fontSize: TEXT_SIZE, distance: 6 },
    labelLayout: { moveOverlap: 'shiftY' },
    // While a line is drawn its label moves along; it has no position where there is no value.
    ...(series.values.includes(null) ? { animation: false } : {}),
  };
}

function barLook(chart: Chart, measure: Measure, ink: string) {
  const isLabelled = chart.shape === 'bars' && !chart.isStacked;
  return {
    type: 'bar',
    barMaxWidth: chart.shape === 'bars' ? 16 : 24,
    itemStyle: { borderRadius: chart.shape === 'bars' ? [0, 2, 2, 0] : [2, 2, 0, 0] },
    label: {
      show: isLabelled,
      position: 'right',
      color: ink,
      fontSize: TEXT_SIZE,
      formatter: ({ seriesIndex, dataIndex }: Hovered) =>
        pointText(measure, chart.series[seriesIndex]?.values[dataIndex]),
    },
  };
}

const limitLine = (limit: { value: number; name: string }, measure: Measure, colour: string) => ({
  silent: true,
  symbol: 'none',
  lineStyle: { color: colour, type: 'dashed', width: 1 },
  label: { formatter: limit.name, position: 'insideEndTop', color: colour, fontSize: TEXT_SIZE },
  data: [{ yAxis: measure.scale(limit.value) }],
});
