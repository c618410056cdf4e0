import { flowChoices } from '@cardinal/contract/api/control/flowStrategies.ts';
import {
  endFlowException,
  exceptFlowPackage,
  limitFlowPackage,
  readFlowPackage,
} from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { LimitSource } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { FactsList } from '../../kit/FactsList.tsx';
import { LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { NotYet } from '../../parts/control/NotYet.tsx';
import { LabelledStaircase, NOT_LIMITED } from '../../parts/control/Staircase.tsx';
import { Can } from '../../shell/Can.tsx';
import { Link } from '../../shell/Link.tsx';
import { useParameters, usePlace } from '../../shell/screenContext.ts';
import { flowPath } from './_flows/flowPath.ts';
import { UNTIL } from './_flows/limitOptions.ts';

const LimitForm = lazy(() => import('./_flows/LimitForm.tsx'));
const ExceptionForm = lazy(() => import('./_flows/ExceptionForm.tsx'));
const TryPackageLimit = lazy(() => import('./_flows/TryPackageLimit.tsx'));

const words = {
  limit: text('限速分段', 'Speed tiers'),
  exceptions: text('例外客户', 'Exceptions'),
  nothing: text(
    '没有限速：规则中没有限速动作，也没有专用限速。',
    'Nothing limits this package: no rule does, and it has no limit of its own.',
  ),
  source: text('依据', 'Set by'),
  none: text('没有例外，所有客户按同一限速。', 'No exceptions: the same limit holds for every customer.'),
  endless: text('长期', 'Without end'),
  ended: text('已到期', 'Ended'),
  add: text('添加例外', 'Add exception'),
  question: text('移除客户「{name}」的例外？', 'Remove the exception for “{name}”?'),
  removed: text('例外已移除', 'Exception removed'),
  removeOf: text('移除 {name} 的例外', 'Remove the exception of {name}'),
  failed: text('套餐加载失败', 'Failed to load the package'),
};

type Governed = AnswerOf<typeof readFlowPackage>;

function LimitPanel({ of, onEdit }: { of: Governed; onEdit: () => void }) {
  const t = useText();
  return (
    <Panel
      title={t(words.limit)}
      aside={
        <CallButton call={limitFlowPackage} size="small" onClick={onEdit}>
          {t(limitFlowPackage.summary)}
        </CallButton>
      }
    >
      {of.tiers === null || of.source === null ? (
        <Span ink="secondary">{t(words.nothing)}</Span>
      ) : (
        <Stack gap="l">
          <LabelledStaircase tiers={of.tiers} />
          <FactsList
            facts={[
              { label: words.source, value: t(LimitSource.labelOf(of.source)) },
              ...(of.limitStrategyName === null ? [] : [{ label: nouns.strategy, value: of.limitStrategyName }]),
            ]}
          />
        </Stack>
      )}
    </Panel>
  );
}

function ExceptionsPanel({ of, onAdd }: { of: Governed; onAdd: () => void }) {
  const t = useText();
  const removing = useChange(endFlowException, { done: t(words.removed) });
  return (
    <Panel
      title={t(words.exceptions)}
      aside={
        <CallButton call={exceptFlowPackage} size="small" onClick={onAdd}>
          {t(words.add)}
        </CallButton>
      }
    >
      {of.exceptions.length === 0 ? (
        <Span ink="secondary">{t(words.none)}</Span>
      ) : (
        <LinesTable heads={[nouns.customer, ControlAction.labelOf(ControlAction.values.LIMIT), UNTIL, nouns.action]}>
          {of.exceptions.map((each) => (
            <tr key={each.customerId}>
              <td>{each.customerName}</td>
              <td>{each.limitStrategyName ?? t(NOT_LIMITED)}</td>
              <td>
                <Inline isOneLine>
                  {each.endsOn ?? t(words.endless)}
                  {each.hasEnded ? <Badge>{t(words.ended)}</Badge> : null}
                </Inline>
              </td>
              <td>
                <Can call={endFlowException}>
                  <TextButton
                    aria-label={t(words.removeOf, { name: each.customerName })}
                    onClick={() =>
                      void removing.confirm({
                        title: t(words.question, { name: each.customerName }),
                        confirm: t(verbs.remove),
                        isDanger: true,
                        sends: { body: { id: of.id, customerId: each.customerId } },
                      })
                    }
                  >
                    {t(verbs.remove)}
                  </TextButton>
                </Can>
              </td>
            </tr>
          ))}
        </LinesTable>
      )}
    </Panel>
  );
}

/** One package under its strategy: by which tiers it is limited, and for whom otherwise. */
export default function FlowPackageLimit() {
  const t = useText();
  const parameters = useParameters();
  const { strategyId = '', platformId = '', fluidControllerStrategyPackageRecordId: id = '' } = parameters;
  const { match } = usePlace();
  const [opened, setOpened] = useState<'limit' | 'exception'>();
  const close = () => setOpened(undefined);
  const query = { id, strategyId, platform: Number(platformId) };
  const governed = useRead(readFlowPackage, query);
  const choices = useRead(flowChoices, governed.data !== undefined && { id: strategyId });
  const { data } = governed;
  const title = <h1>{t(match.route.title)}</h1>;
  if (!data) {
    return (
      <>
        {title}
        <NotLoaded failed={words.failed} error={governed.error} onRetry={governed.refetch} />
      </>
    );
  }
  const offered = choices.data?.find(({ platform }) => platform === data.platform);
  return (
    <Stack gap="l">
      {title}
      <Panel title={`${data.packageCode} · ${data.packageName}`}>
        <Stack gap="s">
          <Inline>
            <Link to={flowPath({ id: data.strategyId, platform: data.platform })}>{data.strategyName}</Link>
            <Badge>{t(Platform.labelOf(data.platform))}</Badge>
          </Inline>
          <Span ink="secondary">{data.rule}</Span>
        </Stack>
      </Panel>
      <NotYet />
      <Grid columns="wide" gap="l" align="start">
        <LimitPanel of={data} onEdit={() => setOpened('limit')} />
        <ExceptionsPanel of={data} onAdd={() => setOpened('exception')} />
      </Grid>
      <Suspense fallback={null}>
        <TryPackageLimit of={data} />
        {opened === 'limit' ? <LimitForm of={data} query={query} offered={offered} onClose={close} /> : null}
        {opened === 'exception' ? <ExceptionForm of={data} offered={offered} onClose={close} /> : null}
      </Suspense>
    </Stack>
  );
}
