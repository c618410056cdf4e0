import { readChildrenTile, readGrowthTile, readPlacesTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { ChartCard } from '../../kit/ChartCard.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { FigureLead, FigureLines } from './FigureList.tsx';
import { shownFigures } from './figures.ts';
import { useTile } from './useTile.ts';

const words = {
  grew: text('30 天净增 {n} 张卡', '{n} more {n|card|cards} than 30 days ago'),
  shrank: text('30 天净减 {n} 张卡', '{n} {n|card|cards} fewer than 30 days ago'),
  still: text('卡数与 30 天前相同', 'Same number of cards as 30 days ago'),
  held: text('在管卡', 'Cards held'),
  since: text('自 {day} 起统计', 'counted since {day}'),
  more: text('另有 {n} 个下级客户', '{n} more child {n|customer|customers}'),
  childless: text('还没有下级客户持卡', 'No child customer has cards yet'),
  placed: text(
    '{located} 张卡有位置，分布在 {n} 个省份',
    '{located} {located|card|cards} located, in {n} {n|province|provinces}',
  ),
  others: text('其余 {n} 个省份', '{n} more {n|province|provinces}'),
  nowhere: text('还没有定位过的卡', 'No cards have been located yet'),
  of: text('共 {total} 张卡；按最近一次定位结果统计', '{total} {total|card|cards}, by last known location'),
};

const CHART_HEIGHT = 150;
const PROVINCES_SHOWN = 5;

export function GrowthTile() {
  const t = useText();
  const tile = useTile(readGrowthTile);
  const { data } = tile;
  const said = !data ? nouns.netGrowth30Days : data.net > 0 ? words.grew : data.net < 0 ? words.shrank : words.still;
  const isShort = data !== undefined && data.since !== data.days[0]?.day;
  return (
    <ChartCard
      title={t(said, { n: countAmount(Math.abs(data?.net ?? 0)) })}
      state={tile}
      asOf={data?.asOf}
      height={CHART_HEIGHT}
      lead={
        data ? (
          <>
            <FigureLead figures={shownFigures(data.figures)} />
            {isShort ? <Paragraph ink="secondary">{t(words.since, { day: data.since })}</Paragraph> : null}
          </>
        ) : null
      }
      chart={
        data && {
          shape: 'lines',
          measure: 'count',
          categories: data.days.map(({ day }) => day.slice(5)),
          series: [{ key: 'held', name: t(words.held), values: data.days.map(({ count }) => count) }],
        }
      }
    />
  );
}

export function ChildrenTile() {
  const t = useText();
  const tile = useTile(readChildrenTile);
  const figures = tile.data && shownFigures(tile.data.figures);
  return (
    <Panel title={t(nouns.childCustomersCards)} state={tile} asOf={tile.data?.asOf}>
      {figures?.length === 0 ? <Paragraph ink="secondary">{t(words.childless)}</Paragraph> : null}
      {figures && figures.length > 0 ? <FigureLines figures={figures} hasBars /> : null}
      {tile.data && tile.data.more > 0 ? (
        <Paragraph size="m" above="s">
          {t(words.more, { n: countAmount(tile.data.more) })}
        </Paragraph>
      ) : null}
    </Panel>
  );
}

/** Cards by province, the largest first. */
export function PlacesTile() {
  const t = useText();
  const tile = useTile(readPlacesTile);
  const { data } = tile;
  const figures = data && shownFigures(data.figures);
  const isNowhere = figures?.length === 0;
  const title = !figures || isNowhere ? nouns.cardsByProvince : words.placed;
  return (
    <Panel
      title={t(title, { located: countAmount(data?.located ?? 0), n: countAmount(figures?.length ?? 0) })}
      state={tile}
      asOf={data?.asOf}
    >
      {isNowhere ? <Paragraph ink="secondary">{t(words.nowhere)}</Paragraph> : null}
      {figures && !isNowhere ? (
        <>
          <FigureLines figures={figures.slice(0, PROVINCES_SHOWN)} hasBars />
          {figures.length > PROVINCES_SHOWN ? (
            <Span as="details" size="m" ink="secondary">
              <summary>{t(words.others, { n: countAmount(figures.length - PROVINCES_SHOWN) })}</summary>
              <FigureLines figures={figures.slice(PROVINCES_SHOWN)} hasBars />
            </Span>
          ) : null}
          <Paragraph size="m" above="s">
            {t(words.of, { total: countAmount(data?.total ?? 0) })}
          </Paragraph>
        </>
      ) : null}
    </Panel>
  );
}
