import { previewSwitch, switchStrategy } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { FactsList } from '../../../kit/FactsList.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { STATE_STEPS, type Target } from './strategyLooks.ts';

const words = {
  title: text('「{name}」{step}', '“{name}”: {step}'),
  failed: text('影响范围加载失败', 'Failed to load what it would mean'),
  cards: text('范围内的卡', 'Cards in scope'),
  existing: text('条件已成立的卡', 'Cards the condition holds of'),
  onlyNew: text('只对新发生的事件生效', 'Acts on new events only'),
  also: text('对条件已成立的 {n} 张卡也生效', 'Also act on the {n} {n|card|cards} the condition holds of already'),
  second: text(
    '范围超过 1,000 张卡且未试运行满 24 小时：您提交后，须由另一账号在此确认才会启用。',
    'It covers more than 1,000 cards and was not in shadow for 24 hours: after you, another account must confirm here.',
  ),
  wanted: text('{name} 已提交启用，您确认后生效。', '{name} asked to turn it on; your confirmation does.'),
  waits: text('已提交，等待另一账号确认', 'Submitted; another account must confirm'),
  done: text('「{name}」：{state}', '“{name}”: {state}'),
};
const MEANING: Readonly<Record<Target, Text>> = {
  shadow: text(
    '只记录会对哪些卡动作，不停机、不提醒。',
    'Records on which cards it would act. Nothing is stopped, nobody reminded.',
  ),
  on: text('从现在起，条件成立即动作。', 'From now on it acts when its condition holds.'),
  off: text(
    '不再触发；已停的卡在条件消除后仍会复机。',
    'Fires no more. Cards it stopped still restart once the condition is over.',
  ),
};

type Props = {
  readonly strategy: { readonly id: string; readonly name: string };
  readonly to: Target;
  readonly onClose: () => void;
};

/** What another state of a strategy would mean, before it is set. */
export default function SwitchStrategy({ strategy, to, onClose }: Props) {
  const t = useText();
  const { id, name } = strategy;
  const { data, error, refetch } = useRead(previewSwitch, { id });
  const [also, setAlso] = useState(false);
  const change = useChange(switchStrategy, {
    done: ({ state, waitsForSecond }) =>
      waitsForSecond ? t(words.waits) : t(words.done, { name, state: t(OperationState.labelOf(state)) }),
  });
  const confirm = async (version: number) => {
    if (await change.run({ body: { id, version, state: to, alsoExisting: also } })) onClose();
  };
  return (
    <Sheet
      isOpen
      title={t(words.title, { name, step: t(STATE_STEPS[to]) })}
      width={560}
      onClose={onClose}
      footer={
        <Inline justify="end">
          <Button onClick={onClose}>{t(verbs.cancel)}</Button>
          <Button
            type="primary"
            danger={to === 'on'}
            disabled={!data}
            loading={change.isRunning}
            onClick={() => data && void confirm(data.version)}
          >
            {t(STATE_STEPS[to])}
          </Button>
        </Inline>
      }
    >
      <Stack gap="l">
        <Paragraph>{t(MEANING[to])}</Paragraph>
        {data ? (
          <>
            <FactsList
              facts={[
                { label: words.cards, value: countAmount(data.cards) },
                {
                  label: words.existing,
                  value: data.existing === null ? t(words.onlyNew) : countAmount(data.existing),
                },
              ]}
            />
            {to !== 'off' && data.existing ? (
              <Checkbox checked={also} onChange={(event) => setAlso(event.target.checked)}>
                {t(words.also, { n: countAmount(data.existing) })}
              </Checkbox>
            ) : null}
            {to === 'on' && data.needsSecond ? (
              <Note tone="warning">
                {data.wantedBy === null ? t(words.second) : t(words.wanted, { name: data.wantedBy })}
              </Note>
            ) : null}
          </>
        ) : (
          <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
        )}
      </Stack>
    </Sheet>
  );
}
