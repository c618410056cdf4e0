import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useShell } from '../shell/shellState.ts';
import type { Drawing } from './chart/canvas.ts';
import { type Chart, isEmptyChart, measureOf, pointText } from './chart/chartModel.ts';
import { chartOption, coloursOf } from './chart/chartOption.ts';
import { Panel, type PanelState } from './Panel.tsx';

const words = {
  asTable: text('看表格', 'Table'),
  asChart: text('看图', 'Chart'),
  nothing: text('这段时间没有数据', 'No data in this period'),
  summary: text('{title}。{points}', '{title}. {points}'),
  between: text('；', '; '),
  point: text('{name}：{from} {first}，{to} {last}', '{name}: {from} {first}, {to} {last}'),
};

const wantsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The text for screen readers: where each series begins and ends. */
function useSpoken(title: string, chart: Chart): string {
  const t = useText();
  const measure = measureOf(chart);
  const last = chart.categories.length - 1;
  const points = chart.series.map((series) =>
    t(words.point, {
      name: series.name,
      from: chart.categories[0] ?? '',
      first: pointText(measure, series.values[0]),
      to: chart.categories[last] ?? '',
      last: pointText(measure, series.values[last]),
    }),
  );
  return t(words.summary, { title, points: points.join(t(words.between)) });
}

/** The chart alone. `onUndrawable` is called when the chart engine cannot be loaded, so that the table can replace it. */
export function ChartPicture(props: {
  title: string;
  chart: Chart;
  height: number;
  onPick?: ((category: number) => void) | undefined;
  onUndrawable?: (() => void) | undefined;
}) {
  const { chart, onUndrawable } = props;
  const appearance = useShell((shell) => shell.appearance);
  const spoken = useSpoken(props.title, chart);
  const place = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing>();
  const pick = useRef(props.onPick);
  pick.current = props.onPick;

  useEffect(() => {
    let opened: Drawing | undefined;
    let isGone = false;
    import('./chart/canvas.ts').then(
      ({ openDrawing }) => {
        if (isGone || !place.current) return;
        opened = openDrawing(place.current, (category) => pick.current?.(category));
        setDrawing(opened);
      },
      () => onUndrawable?.(),
    );
    return () => {
      isGone = true;
      setDrawing(undefined);
      opened?.end();
    };
  }, [onUndrawable]);

  useEffect(() => {
    drawing?.draw(chartOption(chart, appearance, wantsMotion()));
  }, [drawing, chart, appearance]);

  return (
    <div className="chart" style={{ minHeight: props.height }} role="img" aria-label={spoken}>
      <div ref={place} className="chart-drawing" />
    </div>
  );
}

/** The figures of a chart as a table. */
export function ChartTable(props: { title: string; chart: Chart; height: number }) {
  const { chart } = props;
  const measure = measureOf(chart);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll grows" style={{ minHeight: props.height }} tabIndex={0} aria-label={props.title}>
      <table className="lines-table is-counts">
        <thead>
          <tr>
            <th scope="col" aria-label={props.title} />
            {chart.series.map((series) => (
              <th key={series.key} scope="col">
                {series.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.categories.map((category, at) => (
            <tr key={category}>
              <th scope="row">{category}</th>
              {chart.series.map((series) => (
                <td key={series.key}>{pointText(measure, series.values[at])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The legend, for shapes that cannot carry the names themselves. */
function Names(props: { chart: Chart }) {
  const appearance = useShell((shell) => shell.appearance);
  const colours = coloursOf(props.chart, appearance);
  if (props.chart.shape === 'lines' || props.chart.series.length < 2) return null;
  return (
    <ul className="chart-names" aria-hidden="true">
      {props.chart.series.map((series, at) => (
        <li key={series.key}>
          <i style={{ background: colours[at] }} />
          {series.name}
        </li>
      ))}
    </ul>
  );
}

/** A chart with its message as the title, its age, and its table one click away. */
export function ChartCard(props: {
  /** The message: «用量比上周同日高 12%», not «用量图». */
  title: string;
  /** Undefined until there are figures. */
  chart: Chart | undefined;
  state?: PanelState;
  asOf?: string | undefined;
  aside?: ReactNode;
  /** Above the picture: the number the chart is about, with its links. */
  lead?: ReactNode;
  height?: number;
  className?: string;
  /** The list that a click on a point opens. */
  onPick?: (category: number) => void;
}) {
  const { chart, title } = props;
  const t = useText();
  const height = props.height ?? 200;
  const [isTable, setIsTable] = useState(false);
  const [showTable] = useState(() => () => setIsTable(true));
  const hasPoints = chart !== undefined && !isEmptyChart(chart);
  return (
    <Panel
      title={title}
      asOf={props.asOf}
      height={chart && !hasPoints ? 0 : height}
      {...(props.state ? { state: props.state } : {})}
      {...(props.className ? { className: props.className } : {})}
      aside={
        <>
          {props.aside}
          {hasPoints ? (
            <TextButton aria-pressed={isTable} onClick={() => setIsTable((before) => !before)}>
              {t(isTable ? words.asChart : words.asTable)}
            </TextButton>
          ) : null}
        </>
      }
    >
      {chart === undefined ? undefined : (
        <>
          {props.lead}
          {!hasPoints ? (
            <Paragraph ink="secondary" align="center">
              {t(words.nothing)}
            </Paragraph>
          ) : isTable ? (
            <ChartTable title={title} chart={chart} height={height} />
          ) : (
            <>
              <Names chart={chart} />
              <ChartPicture
                title={title}
                chart={chart}
                height={height}
                onPick={props.onPick}
                onUndrawable={showTable}
              />
            </>
          )}
        </>
      )}
    </Panel>
  );
}
