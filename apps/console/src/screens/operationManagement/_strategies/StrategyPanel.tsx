import { listFirings } from '@cardinal/contract/api/operationStrategies/firings.ts';
import { readStrategy } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { FiringState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Select } from 'antd';
import { useState } from 'react';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { FIRING_LOOKS, FIRINGS } from '../../../parts/control/firingLooks.ts';
import { VERSIONS, VersionLines } from '../../../parts/control/VersionLines.tsx';

const words = {
  title: text('运营策略', 'Operation strategy'),
  failed: text('运营策略加载失败', 'Failed to load the strategy'),
  days: text('每日触发', 'By day'),
  noneHint: text(
    '试运行或启用后，每次触发都记录在这里。',
    'Once it is in shadow or on, every firing is recorded here.',
  ),
  chart: text('近 14 天：试运行 {shadow} 次，实际 {fired} 次', 'Last 14 days: {shadow} in shadow, {fired} real'),
  shadow: text('试运行', 'In shadow'),
  fired: text('实际', 'Real'),
  excluded: text('这些通道不能执行该动作，其卡不在其内：', 'Left out, since their accounts cannot carry it out: '),
  left: text('{name} {n} 张', '{n} {n|card|cards} of {name}'),
};

const COLUMNS: readonly ColumnSpec<typeof listFirings>[] = [
  { field: 'iccid', width: 210, cell: ({ iccid }) => <CardNumber iccid={iccid} /> },
  { field: 'state', width: 150 },
  { field: 'fact', width: 220 },
  { field: 'factAt', width: 160 },
  { field: 'firedAt', width: 160 },
  { field: 'lifted', width: 190 },
  { field: 'customerName', width: 130 },
  { field: 'revision', width: 70 },
];
const LOOKS = { state: FIRING_LOOKS };

function Firings({ id }: { id: string }) {
  const t = useText();
  const [state, setState] = useState<FiringState>();
  const filters = { strategyId: id, ...(state ? { state: [state] } : {}) };
  return (
    <>
      <Inline below="m">
        <Select
          allowClear
          aria-label={t(FiringState.title)}
          placeholder={t(FIRINGS.allResults)}
          value={state ?? null}
          options={FiringState.options.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(next) => setState(next ?? undefined)}
        />
        <ExportLink list={listFirings} query={filters} columns={COLUMNS}>
          {t(verbs.export)}
        </ExportLink>
      </Inline>
      <PagedTable
        list={listFirings}
        filters={filters}
        columns={COLUMNS}
        looks={LOOKS}
        label={listFirings.summary}
        empty={{ title: FIRINGS.none, hint: words.noneHint }}
        failed={FIRINGS.failed}
        isLive
      />
    </>
  );
}

type Strategy = AnswerOf<typeof readStrategy>;
const sumOf = (days: Strategy['days'], of: 'shadow' | 'fired') =>
  countAmount(days.reduce((sum, day) => sum + day[of], 0));

function Days({ of: { days } }: { of: Strategy }) {
  const t = useText();
  const series = (key: 'shadow' | 'fired') => ({ key, name: t(words[key]), values: days.map((day) => day[key]) });
  return (
    <ChartCard
      title={t(words.chart, { shadow: sumOf(days, 'shadow'), fired: sumOf(days, 'fired') })}
      chart={{
        shape: 'columns',
        measure: 'count',
        categories: days.map(({ day }) => day.slice(5)),
        series: [series('shadow'), series('fired')],
        isStacked: true,
        isLastOpen: true,
      }}
    />
  );
}

/** A strategy: what it did, how often a day, and what its versions say. */
export default function StrategyPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const state = useRead(readStrategy, { id });
  return (
    <DetailSheet
      isOpen
      state={state}
      title={words.title}
      failed={words.failed}
      width={1000}
      steps={() => []}
      onClose={onClose}
      tabs={(strategy) => [
        {
          key: 'firings',
          title: t(listFirings.summary),
          content: () => (
            <>
              <Paragraph below="m">{strategy.sentence}</Paragraph>
              {strategy.excluded.length > 0 ? (
                <Note tone="plain" below="m">
                  {t(words.excluded)}
                  {strategy.excluded
                    .map(({ accountName, cards }) => t(words.left, { name: accountName, n: countAmount(cards) }))
                    .join(' · ')}
                </Note>
              ) : null}
              <Firings id={id} />
            </>
          ),
        },
        { key: 'days', title: t(words.days), content: () => <Days of={strategy} /> },
        {
          key: 'versions',
          title: t(VERSIONS),
          count: strategy.versions.length,
          content: () => <VersionLines versions={strategy.versions} />,
        },
      ]}
    />
  );
}
