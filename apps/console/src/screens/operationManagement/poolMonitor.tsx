import { flowPoolLabels } from '@cardinal/contract/api/flowPools/flowPools.ts';
import { readPoolWall } from '@cardinal/contract/api/poolMonitor/poolWall.ts';
import { poolLabels } from '@cardinal/contract/api/pools/cardPools.ts';
import { PoolRisk } from '@cardinal/contract/enumerations/pool.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount, countAmount } from '@cardinal/ui/amounts.ts';
import { FiguresSkeleton, FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { Segmented } from 'antd';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { AsOf } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { PoolTileBox } from './_poolWall/PoolTileBox.tsx';

const EVERY_MS = 30_000;

const words = {
  title: text('流量池监控', 'Pool monitor'),
  kinds: text('流量池种类', 'Kind of pool'),
  none: text('没有流量池', 'No pools'),
  noneHere: text('没有这样的流量池', 'No pools like that'),
  noneHint: text(
    '月套餐卡池和流量池建立后显示在这里，按风险排列。',
    'Month-package pools and flow pools appear here once they are made, by risk.',
  ),
  total: text('{kind} {pools} 个：已用 {used} / {total}', '{kind}: {pools}, {used} of {total} used'),
  more: text('显示风险最高的 {n} 个，共 {all} 个', 'The {n} at the greatest risk of {all}'),
};

type Wall = AnswerOf<typeof readPoolWall>;
type Kind = Wall['totals'][number]['kind'];
const KINDS: readonly { value: Kind; label: typeof words.title }[] = [
  { value: 'card', label: text(poolLabels.pool.zh, 'Card pool') },
  { value: 'flow', label: flowPoolLabels.pool },
];
const isKind = (value: string | null): value is Kind => value === 'card' || value === 'flow';
const isRisk = (value: string | null): value is PoolRisk =>
  value !== null && PoolRisk.options.some((option) => option.value === value);

function Totals({ wall }: { wall: Wall }) {
  const t = useText();
  const said = (bytes: string) => {
    const { value, unit } = byteAmount(bytes);
    return `${value} ${unit}`;
  };
  return (
    <Span ink="secondary">
      {wall.totals
        .filter(({ pools }) => pools > 0)
        .map(({ kind, pools, used, total }) =>
          t(words.total, {
            kind: t(KINDS.find(({ value }) => value === kind)?.label ?? words.title),
            pools: countAmount(pools),
            used: said(used),
            total: said(total),
          }),
        )
        .join(' · ')}
    </Span>
  );
}

/** All pools by what is about to happen to them: which runs dry, when, and which card is behind it. */
export default function PoolMonitor() {
  const t = useText();
  const [asked, write] = useSearch();
  const [kind, risk] = [asked.get('kind'), asked.get('risk')];
  const query = { ...(isKind(kind) ? { kind } : {}), ...(isRisk(risk) ? { risk } : {}) };
  const state = useRead(readPoolWall, query, { every: EVERY_MS, keepsPrevious: true });
  const { data } = state;
  const go = (next: { kind?: string | null; risk?: string | null }) => {
    const to = new URLSearchParams();
    for (const [key, value] of Object.entries({ kind, risk, ...next })) if (value) to.set(key, value);
    write(to);
  };
  if (state.error && !data) return <NotLoaded error={state.error} onRetry={state.refetch} />;
  return (
    <Stack gap="m">
      <Inline>
        <h1>{t(words.title)}</h1>
        {data ? <AsOf at={data.asOf} /> : null}
        <Spacer />
        <Segmented
          aria-label={t(words.kinds)}
          value={isKind(kind) ? kind : ''}
          options={[
            { value: '', label: t(nouns.all) },
            ...KINDS.map(({ value, label }) => ({ value, label: t(label) })),
          ]}
          onChange={(value) => go({ kind: value })}
        />
      </Inline>
      {data ? (
        <FiguresStrip
          label={t(words.title)}
          figures={data.risks.map((each) => ({
            key: each.risk,
            label: t(PoolRisk.labelOf(each.risk)),
            value: countAmount(each.pools),
            isActive: risk === each.risk,
            onPick: () => go({ risk: risk === each.risk ? null : each.risk }),
          }))}
        />
      ) : (
        <FiguresSkeleton count={PoolRisk.options.length} />
      )}
      {data ? <Totals wall={data} /> : null}
      {data?.pools.length === 0 ? (
        <EmptyState title={t(kind || risk ? words.noneHere : words.none)} hint={t(words.noneHint)} />
      ) : (
        <Grid>
          {data?.pools.map((pool) => (
            <PoolTileBox key={pool.id} pool={pool} />
          ))}
        </Grid>
      )}
      {data && data.found > data.pools.length ? (
        <Paragraph ink="secondary">
          {t(words.more, { n: countAmount(data.pools.length), all: countAmount(data.found) })}
        </Paragraph>
      ) : null}
    </Stack>
  );
}
