import { previewSwitch, switchStrategy } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { FactsList } from '../../../kit/FactsList.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { SWITCHED, SwitchSheet } from '../../../parts/control/SwitchSheet.tsx';
import type { Target } from '../../../parts/control/strategyStates.ts';

const words = {
  cards: text('范围内的卡', 'Cards in scope'),
  existing: text('条件已成立的卡', 'Cards the condition holds of'),
  onlyNew: text('只对新发生的事件生效', 'Acts on new events only'),
  also: text('对条件已成立的 {n} 张卡也生效', 'Also act on the {n} {n|card|cards} the condition holds of already'),
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
  const preview = useRead(previewSwitch, { id });
  const [also, setAlso] = useState(false);
  const change = useChange(switchStrategy, {
    done: ({ state, waitsForSecond }) =>
      waitsForSecond ? t(SWITCHED.waits) : t(SWITCHED.done, { name, state: t(OperationState.labelOf(state)) }),
  });
  const confirm = async (version: number) => {
    if (await change.run({ body: { id, version, state: to, alsoExisting: also } })) onClose();
  };
  return (
    <SwitchSheet
      {...{ name, to, preview, onClose }}
      meaning={MEANING[to]}
      isRunning={change.isRunning}
      onConfirm={({ version }) => void confirm(version)}
    >
      {({ cards, existing }) => (
        <>
          <FactsList
            facts={[
              { label: words.cards, value: countAmount(cards) },
              { label: words.existing, value: existing === null ? t(words.onlyNew) : countAmount(existing) },
            ]}
          />
          {to !== 'off' && existing ? (
            <Checkbox checked={also} onChange={(event) => setAlso(event.target.checked)}>
              {t(words.also, { n: countAmount(existing) })}
            </Checkbox>
          ) : null}
        </>
      )}
    </SwitchSheet>
  );
}
