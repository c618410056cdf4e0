import { listFlowPoolEvents, listFlowPoolFeeds } from '@cardinal/contract/api/flowPools/flowPoolParts.ts';
import { flowPoolFields, flowPoolLabels, readFlowPool } from '@cardinal/contract/api/flowPools/flowPools.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { FlowPoolState } from '@cardinal/contract/enumerations/flowPool.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount, countAmount } from '@cardinal/ui/amounts.ts';
import { FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { DetailSkeleton } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useLayoutEffect } from 'react';
import { DetailTabs } from '../../kit/DetailTabs.tsx';
import { FactsList } from '../../kit/FactsList.tsx';
import { InTab } from '../../kit/inTab.ts';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { AsOf } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { OperationLines } from '../../parts/audit/OperationLines.tsx';
import { detailOfFlowPool } from '../../parts/pools/poolTexts.ts';
import { navigate } from '../../shell/navigation.ts';
import { useParameters, usePlace } from '../../shell/screenContext.ts';
import { titleTag } from '../../shell/shellState.ts';
import { FlowPoolCards, FlowPoolEvents, FlowPoolFeeds } from './_pools/FlowPoolLists.tsx';
import { FlowPoolUsage } from './_pools/FlowPoolUsage.tsx';

const { total, used, remaining, overage, usedPercent, runsOutOn, nextFeedAt, endsAt, usedAt } = flowPoolFields;

const words = {
  mixed: text('混合通道', 'Any carrier account'),
  virtual: text('按本平台的用量统计，不是运营商侧的流量池。', 'Counted here from usage; it is no pool of the carrier.'),
  failed: text('流量池加载失败', 'Failed to load the flow pool'),
  noThresholds: text('未设置', 'None set'),
};

type Pool = AnswerOf<typeof readFlowPool>;

function Header({ pool }: { pool: Pool }) {
  const t = useText();
  const volume = (key: string, label: string, bytes: string) => ({ key, label, ...byteAmount(bytes) });
  return (
    <>
      <Inline>
        <h1>{pool.name}</h1>
        <Badge>{t(FlowPoolState.labelOf(pool.state))}</Badge>
        <AsOf at={pool.asOf} />
      </Inline>
      <Paragraph ink="secondary">
        {pool.poolCode} · {pool.platform === null ? t(words.mixed) : t(Platform.labelOf(pool.platform))} ·{' '}
        {pool.customerName} · {t(words.virtual)}
      </Paragraph>
      <FiguresStrip
        label={pool.name}
        figures={[
          { key: 'cards', label: t(nouns.cardCount), value: countAmount(pool.cards) },
          volume('total', t(total.label), pool.total),
          volume('used', t(used.label), pool.used),
          volume('remaining', t(remaining.label), pool.remaining),
          {
            key: 'percent',
            label: t(usedPercent.label),
            value: pool.usedPercent === null ? '—' : `${pool.usedPercent}%`,
          },
          volume('overage', t(overage.label), pool.overage),
          { key: 'runsOut', label: t(runsOutOn.label), value: pool.runsOutOn ?? '—' },
        ]}
      />
    </>
  );
}

function Overview({ pool }: { pool: Pool }) {
  const t = useText();
  const time = (at: string | null) => (at ? <TimeText at={at} /> : null);
  return (
    <Stack gap="l">
      {pool.total === '0' ? null : <VolumeBar used={pool.used} total={pool.total} />}
      <FactsList
        facts={[
          { label: nouns.customer, value: pool.customerName },
          { label: nouns.carrierAccount, value: pool.carrierAccountName },
          { label: flowPoolLabels.cycleDay, value: pool.cycleDay },
          { label: nouns.zone, value: pool.zone },
          { label: endsAt.label, value: time(pool.endsAt) },
          { label: nextFeedAt.label, value: time(pool.nextFeedAt) },
          {
            label: flowPoolLabels.thresholds,
            value: pool.thresholds.length === 0 ? t(words.noThresholds) : pool.thresholds.join(', '),
          },
          {
            label: flowPoolLabels.exhausted,
            value: t(ControlAction.labelOf(pool.exhaustedAction as ControlAction)),
          },
          { label: flowPoolLabels.needsPackage, value: t(pool.needsPackage ? nouns.yes : nouns.no) },
          { label: usedAt.label, value: time(pool.usedAt) },
          { label: nouns.createdAt, value: time(pool.createdAt) },
        ]}
      />
    </Stack>
  );
}

function Opened({ pool, activeName }: { pool: Pool; activeName: string }) {
  const t = useText();
  const isOpen = pool.state !== 'closed';
  const operations = { objectKind: 'flowPool', objectId: pool.id };
  return (
    <Stack gap="l">
      <Header pool={pool} />
      <InTab value={true}>
        <DetailTabs
          label={pool.name}
          inPath={{ open: activeName, onPick: (key) => navigate(detailOfFlowPool(pool, key), { replace: true }) }}
          tabs={[
            { key: 'overview', title: t(nouns.overview), content: () => <Overview pool={pool} /> },
            {
              key: 'cards',
              title: t(nouns.cardItems),
              count: pool.cards,
              content: () => <FlowPoolCards poolId={pool.id} isOpen={isOpen} />,
            },
            {
              key: 'packages',
              title: t(listFlowPoolFeeds.summary),
              content: () => <FlowPoolFeeds poolId={pool.id} />,
            },
            { key: 'usage', title: t(nouns.usage), content: () => <FlowPoolUsage poolId={pool.id} /> },
            {
              key: 'strategy',
              title: t(listFlowPoolEvents.summary),
              content: () => <FlowPoolEvents poolId={pool.id} />,
            },
            {
              key: 'logs',
              title: t(nouns.history),
              content: () => <OperationLines of={operations} more={String(new URLSearchParams(operations))} />,
            },
          ]}
        />
      </InTab>
    </Stack>
  );
}

/** One flow pool: what it has, who draws on it, and what is reached; the open tab is a part of the path. */
export default function FlowPoolDetail() {
  const t = useText();
  const { path, match } = usePlace();
  const { poolCode = '', poolId = '', activeName = '' } = useParameters();
  const isAsked = /^[1-9]\d{0,18}$/.test(poolId);
  const { data, error, refetch } = useRead(readFlowPool, isAsked && { poolCode, poolId }, { every: 60_000 });
  const name = data?.name;
  useLayoutEffect(() => titleTag(path, name), [path, name]);
  if (data) return <Opened key={data.id} pool={data} activeName={activeName} />;
  if (isAsked && !error) return <DetailSkeleton />;
  return (
    <>
      <h1>{t(match.route.title)}</h1>
      <NotLoaded failed={words.failed} error={error ?? null} onRetry={refetch} asked={poolCode} />
    </>
  );
}
