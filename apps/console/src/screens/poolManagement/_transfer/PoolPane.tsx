import { poolFields } from '@cardinal/contract/api/pools/cardPools.ts';
import type { previewTransfer, readMyPools } from '@cardinal/contract/api/pools/myPool.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { detailOfPool, poolTexts } from '../../../parts/pools/poolTexts.ts';
import { Link } from '../../../shell/Link.tsx';

export type MyPool = AnswerOf<typeof readMyPools>['pools'][number];
type Figures = AnswerOf<typeof previewTransfer>['from']['after'];

const words = {
  figure: text('指标', 'Figure'),
  after: text('转移后', 'After the move'),
  next: text('下个账期', 'Next cycle'),
  noTarget: text('没有同通道、同套餐、同账期日的卡池', 'No pool of the same carrier account, package and cycle day'),
  first: text('先选源卡池', 'Choose the source first'),
};

const percent = (of: number | null) => (of === null ? '—' : `${of}%`);
const isOver = (of: number | null) => of !== null && of > 100;

const ROWS: readonly {
  readonly label: Text;
  readonly show: (of: Figures) => ReactNode;
  readonly isBad?: (of: Figures) => boolean;
}[] = [
  { label: nouns.cardCount, show: ({ cards }) => countAmount(cards) },
  { label: poolFields.contributed.label, show: ({ contributed }) => <Volume bytes={contributed} /> },
  { label: poolFields.used.label, show: ({ used }) => <Volume bytes={used} /> },
  {
    label: poolFields.usedPercent.label,
    show: ({ usedPercent }) => percent(usedPercent),
    isBad: ({ usedPercent }) => isOver(usedPercent),
  },
  {
    label: poolFields.forecastPercent.label,
    show: ({ forecastPercent }) => percent(forecastPercent),
    isBad: ({ forecastPercent }) => isOver(forecastPercent),
  },
];

/** One of the two pools of a transfer: which, how it stands, and how it would. */
export function PoolPane(props: {
  label: Text;
  pools: readonly MyPool[];
  pool: MyPool | undefined;
  after: Figures | undefined;
  /** What follows is of the next cycle. */
  isNext: boolean;
  isOff?: boolean;
  onPick: (id: string) => void;
}) {
  const t = useText();
  const { label, pools, pool, after, isNext, isOff = false } = props;
  return (
    <Panel title={t(label)} aside={pool ? <Link to={detailOfPool(pool.poolCode)}>{t(nouns.details)}</Link> : undefined}>
      <Stack gap="s">
        <Select
          aria-label={t(label)}
          placeholder={t(isOff ? words.first : poolTexts.find)}
          notFoundContent={t(words.noTarget)}
          disabled={isOff}
          showSearch={{ optionFilterProp: 'label' }}
          value={pool?.id ?? null}
          options={pools.map((each) => ({
            value: each.id,
            label: `${' '.repeat(each.depth)}${each.poolCode} · ${each.name}`,
          }))}
          onChange={(id) => id && props.onPick(id)}
        />
        {pool ? (
          <>
            <Paragraph ink="secondary">
              {pool.customerName} · {pool.packageName}
            </Paragraph>
            <LinesTable heads={[words.figure, figures(nouns.now), figures(isNext ? words.next : words.after)]}>
              {ROWS.map((row) => (
                <tr key={row.label.en}>
                  <td>{t(row.label)}</td>
                  <FigureCell isBad={row.isBad?.(pool) ?? false}>{row.show(pool)}</FigureCell>
                  <FigureCell isBad={(after && row.isBad?.(after)) ?? false}>
                    {after ? row.show(after) : '—'}
                  </FigureCell>
                </tr>
              ))}
            </LinesTable>
          </>
        ) : null}
      </Stack>
    </Panel>
  );
}
