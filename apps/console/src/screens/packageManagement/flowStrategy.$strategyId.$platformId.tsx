import { readFlowStrategy } from '@cardinal/contract/api/control/flowStrategies.ts';
import {
  associateFlowPackages,
  listFlowPackages,
  readFlowPackage,
  releaseFlowPackage,
} from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Span } from '@cardinal/ui/layout/Text.tsx';
import { ReasonedButton } from '@cardinal/ui/ReasonedButton.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { WholeCode } from '../../kit/table/cells.tsx';
import { useRead } from '../../kit/useRead.ts';
import { STATE_LOOKS } from '../../parts/control/strategyStates.ts';
import { PackageVolume } from '../../parts/packages/packageTerms.tsx';
import { Can } from '../../shell/Can.tsx';
import { useParameters, usePlace } from '../../shell/screenContext.ts';
import { flowPackagePath } from './_flows/flowPath.ts';
import { RulesShown } from './_flows/RulesBar.tsx';

const AssociateForm = lazy(() => import('./_flows/AssociateForm.tsx'));

const words = {
  limit: text('限速与例外', 'Limit and exceptions'),
  release: text('解除关联', 'Release'),
  question: text('解除套餐 {code} 的关联？', 'Release the package {code}?'),
  afterwards: text(
    '该套餐的专用限速和例外一并删除，套餐不再受此策略管控。',
    'Its own limit and exceptions are deleted with it, and the strategy no longer governs the package.',
  ),
  released: text('已解除关联', 'Released'),
  none: text('还没有关联套餐', 'No packages associated yet'),
  noneHint: text(
    '关联后，有这些套餐的卡由此策略管控。',
    'Cards with associated packages are governed by this strategy.',
  ),
  isOff: text('已停用，不能关联', 'Disabled; it takes no packages'),
  failed: text('策略加载失败', 'Failed to load the strategy'),
};

/** The packages a strategy governs. */
export default function FlowStrategyPackages() {
  const t = useText();
  const { strategyId = '', platformId = '' } = useParameters();
  const { match } = usePlace();
  const [isAdding, setIsAdding] = useState(false);
  const strategy = useRead(readFlowStrategy, { id: strategyId, platform: Number(platformId) });
  const releasing = useChange(releaseFlowPackage, { done: t(words.released) });
  const { data } = strategy;
  if (!data) {
    return (
      <>
        <h1>{t(match.route.title)}</h1>
        <NotLoaded failed={words.failed} error={strategy.error} onRetry={strategy.refetch} />
      </>
    );
  }
  const associate =
    data.state !== 'off' ? (
      <CallButton call={associateFlowPackages} type="primary" onClick={() => setIsAdding(true)}>
        {t(associateFlowPackages.summary)}
      </CallButton>
    ) : (
      <Can call={associateFlowPackages}>
        <ReasonedButton why={t(words.isOff)} onPick={() => undefined}>
          {t(associateFlowPackages.summary)}
        </ReasonedButton>
      </Can>
    );
  return (
    <>
      <ListScreen
        list={listFlowPackages}
        fixed={{ strategyId, platformId }}
        lead={
          <Box>
            <Stack gap="s">
              <Inline>
                <Span weight="strong">{data.name}</Span>
                <Badge>{t(Platform.labelOf(data.platform))}</Badge>
                <StatusTag {...STATE_LOOKS[data.state]} word={t(OperationState.labelOf(data.state))} />
                <Span ink="secondary" size="s">
                  {data.customerName}
                </Span>
              </Inline>
              <RulesShown rules={data.rules} />
            </Stack>
          </Box>
        }
        columns={[
          { field: 'code', pinned: 'left', width: 150, cell: (row) => <WholeCode value={row.code} /> },
          { field: 'name', width: 200 },
          { field: 'type', width: 120 },
          { field: 'flowBytes', width: 110, cell: (row) => <PackageVolume bytes={row.flowBytes} /> },
          { field: 'cards', width: 100 },
          { field: 'hasLimit', width: 100 },
          { field: 'exceptions', width: 90 },
          { field: 'platform', width: 120, isOff: true },
          'associatedAt',
          { field: 'associatedBy', width: 130 },
        ]}
        rowName={({ code }) => code}
        rowActions={(row) => [
          {
            key: 'limit',
            label: t(words.limit),
            call: readFlowPackage,
            to: flowPackagePath(strategyId, platformId, row.id),
          },
          {
            key: 'release',
            label: t(words.release),
            call: releaseFlowPackage,
            isDanger: true,
            onPick: () =>
              void releasing.confirm({
                title: t(words.question, { code: row.code }),
                body: <p>{t(words.afterwards)}</p>,
                confirm: t(words.release),
                isDanger: true,
                sends: { body: { id: row.id } },
              }),
          },
        ]}
        actions={associate}
        empty={{ title: words.none, hint: words.noneHint, action: associate }}
      />
      <Suspense fallback={null}>
        {isAdding ? (
          <AssociateForm strategyId={strategyId} name={data.name} onClose={() => setIsAdding(false)} />
        ) : null}
      </Suspense>
    </>
  );
}
