import { bindStrategy, readChipStrategy } from '@cardinal/contract/api/esimOperations/strategies.ts';
import {
  FiringResult,
  StrategyDecision,
  StrategyState,
  StrategyTrigger,
} from '@cardinal/contract/enumerations/esim.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { CountryName } from '../../../kit/CountryName.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { FIRING_LOOKS, STRATEGY_LOOKS } from '../_strategy/strategyLooks.ts';
import { BindStrategy } from './BindStrategy.tsx';

const words = {
  why: text('为什么是这个码号', 'Why this number'),
  whyNone: text('当前码号不是策略选的。', 'The active number was not chosen by a strategy.'),
  noNumber: text('没有已启用的码号。', 'No number enabled.'),
  by: text('策略「{name}」', 'By the strategy “{name}”'),
  bound: text('{name}（已绑定）', '{name} (bound)'),
  byScope: text('{name}（按范围）', '{name} (by scope)'),
  country: text('所在国家', 'Country'),
  since: text('自', 'since'),
  unknown: text('未知：eIM 尚未上报', 'Unknown: not reported by the eIM'),
  lost: text('无网络，自', 'None since'),
  has: text('正常', 'Registered'),
  look: text('下次检查', 'Next check'),
  firings: text('决定', 'Decisions'),
  noFirings: text('策略还没有对这张芯片做过决定', 'No strategy decisions for this chip yet'),
};

/** The chip's strategy, why its current number is enabled, and its past decisions. */
export function StrategyTab({ eid, hasNumber }: { eid: string; hasNumber: boolean }) {
  const t = useText();
  const [isBinding, setIsBinding] = useState(false);
  const found = useRead(readChipStrategy, { eid });
  const { data } = found;
  const strategy = data?.strategy;
  const why = data?.whyThisNumber;
  return (
    <>
      <Panel
        title={t(words.why)}
        state={found}
        height={120}
        aside={
          <CallButton call={bindStrategy} size="small" onClick={() => setIsBinding(true)}>
            {t(verbs.bindStrategy)}
          </CallButton>
        }
      >
        {data ? (
          <>
            <Paragraph below="xs" weight="medium">
              {why?.why ?? t(hasNumber ? words.whyNone : words.noNumber)}
            </Paragraph>
            {why ? (
              <p className="field-help">
                {why.strategyName ? `${t(words.by, { name: why.strategyName })} · ` : null}
                <TimeText at={why.firedAt} />
              </p>
            ) : null}
            <FactsList
              facts={[
                {
                  label: nouns.strategy,
                  value: strategy ? (
                    <>
                      {t(strategy.isBound ? words.bound : words.byScope, { name: strategy.name })}{' '}
                      <StatusTag {...STRATEGY_LOOKS[strategy.state]} word={t(StrategyState.labelOf(strategy.state))} />
                    </>
                  ) : (
                    t(nouns.none)
                  ),
                },
                {
                  label: words.country,
                  value: data.country ? (
                    <>
                      <CountryName code={data.country} />
                      {data.countryAt ? (
                        <>
                          {' '}
                          {t(words.since)} <TimeText at={data.countryAt} />
                        </>
                      ) : null}
                    </>
                  ) : (
                    t(words.unknown)
                  ),
                },
                ...(data.country === null && data.networkLostAt === null
                  ? []
                  : [
                      {
                        label: nouns.network,
                        value: data.networkLostAt ? (
                          <>
                            {t(words.lost)} <TimeText at={data.networkLostAt} />
                          </>
                        ) : (
                          t(words.has)
                        ),
                      },
                    ]),
                ...(data.lookAt === null ? [] : [{ label: words.look, value: <TimeText at={data.lookAt} /> }]),
              ]}
            />
          </>
        ) : undefined}
      </Panel>
      <Panel title={t(words.firings)} state={found} height={120} className="above-l">
        {data === undefined ? undefined : data.firings.length === 0 ? (
          <EmptyState title={t(words.noFirings)} />
        ) : (
          <Stack as="ol" isDivided>
            {data.firings.map((firing) => (
              <li key={firing.id}>
                <Inline gap="m">
                  <strong>{t(StrategyDecision.labelOf(firing.decision))}</strong>
                  <StatusTag {...FIRING_LOOKS[firing.result]} word={t(FiringResult.labelOf(firing.result))} />
                  {firing.profileType}
                  {firing.iccid ? <Identifier value={firing.iccid} /> : null}
                  <Spacer />
                  <small>
                    {t(StrategyTrigger.labelOf(firing.trigger))}
                    {firing.strategyName ? ` · ${firing.strategyName}` : null} · <TimeText at={firing.firedAt} />
                  </small>
                </Inline>
                <p className="field-help">{firing.why}</p>
              </li>
            ))}
          </Stack>
        )}
      </Panel>
      {isBinding ? (
        <BindStrategy
          eids={[eid]}
          strategyId={strategy?.isBound ? strategy.id : null}
          onClose={() => setIsBinding(false)}
        />
      ) : null}
    </>
  );
}
