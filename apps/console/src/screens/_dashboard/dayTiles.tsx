import { readActivationsTile, readEndingTile, readUsageTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount, countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { ChartCard } from '../../kit/ChartCard.tsx';
import type { Chart } from '../../kit/chart/chartModel.ts';
import { FigureLead } from './FigureList.tsx';
import { shownFigures } from './figures.ts';
import { ProofLink } from './ProofLink.tsx';
import { useTile } from './useTile.ts';

const words = {
  usageMessage: text('今日至今用量 {today}', '{today} used so far today'),
  weekAgo: text('上周同日', 'Same day last week'),
  elsewhere: text('{zone} 现为 {day}，用量计入当地日期', 'It is {day} in {zone}; usage counts toward the local date'),
  withoutLate: text('今日不含次日才有读数的通道', 'Today excludes carriers that report usage the next day'),
  top: text('今日用量最多的卡', 'Top cards today'),
  ending: text('7 天内到期', 'Expiring within 7 days'),
  endingMessage: text('{n} 张卡的套餐 7 天内到期', '{n} {n|package ends|packages end} within 7 days'),
  activations: text('30 天新激活', 'Activated in 30 days'),
  activationsMessage: text('30 天新激活 {n} 张', '{n} activated in 30 days'),
};

const CHART_HEIGHT = 190;
const SMALL_CHART_HEIGHT = 150;

type DayCount = { readonly day: string; readonly count: number };

const countChart = (days: readonly DayCount[], name: string, isLastOpen = false): Chart => ({
  shape: 'columns',
  measure: 'count',
  isLastOpen,
  categories: days.map(({ day }) => day.slice(5)),
  series: [{ key: 'cards', name, values: days.map(({ count }) => count) }],
});

const volume = (bytes: string): string => {
  const { value, unit } = byteAmount(bytes);
  return `${value} ${unit}`;
};

export function UsageTile(props: { height?: number }) {
  const t = useText();
  const tile = useTile(readUsageTile);
  const { data } = tile;
  return (
    <ChartCard
      title={data ? t(words.usageMessage, { today: volume(data.today) }) : t(nouns.dataUsed)}
      state={tile}
      asOf={data?.asOf}
      height={props.height ?? CHART_HEIGHT}
      lead={
        data ? (
          <Inline as="p" gap="l" below="s" ink="secondary" size="m">
            <span>
              {t(nouns.yesterday)} <b>{volume(data.yesterday)}</b>
            </span>
            <span>
              {t(words.weekAgo)} <b>{volume(data.weekAgo)}</b>
            </span>
            {data.link ? <ProofLink link={data.link}>{t(words.top)}</ProofLink> : null}
            {data.isWithoutLate ? <span>{t(words.withoutLate)}</span> : null}
            {data.elsewhere.map(({ zone, day }) => (
              <span key={zone}>{t(words.elsewhere, { zone, day: day.slice(5) })}</span>
            ))}
          </Inline>
        ) : null
      }
      chart={
        data && {
          shape: 'columns',
          measure: 'bytes',
          isLastOpen: true,
          categories: data.days.map(({ day }) => day.slice(5)),
          series: [
            {
              key: 'usage',
              name: t(nouns.dataUsed),
              // A day without data is a gap, not a zero.
              values: data.days.map(({ bytes, cards }) => (cards === 0 ? null : Number(bytes))),
            },
          ],
        }
      }
    />
  );
}

export function EndingTile() {
  const t = useText();
  const tile = useTile(readEndingTile);
  const figures = tile.data && shownFigures(tile.data.figures);
  const count = figures?.[0]?.count;
  return (
    <ChartCard
      title={count === undefined ? t(words.ending) : t(words.endingMessage, { n: countAmount(count) })}
      state={tile}
      asOf={tile.data?.asOf}
      height={SMALL_CHART_HEIGHT}
      lead={figures ? <FigureLead figures={figures} /> : null}
      chart={tile.data && countChart(tile.data.days, t(nouns.cardCount))}
    />
  );
}

export function ActivationsTile(props: { height?: number }) {
  const t = useText();
  const tile = useTile(readActivationsTile);
  const figures = tile.data && shownFigures(tile.data.figures);
  const count = figures?.[0]?.count;
  return (
    <ChartCard
      title={count === undefined ? t(words.activations) : t(words.activationsMessage, { n: countAmount(count) })}
      state={tile}
      asOf={tile.data?.asOf}
      height={props.height ?? SMALL_CHART_HEIGHT}
      lead={figures ? <FigureLead figures={figures} /> : null}
      chart={tile.data && countChart(tile.data.days, t(nouns.cardCount), true)}
    />
  );
}
