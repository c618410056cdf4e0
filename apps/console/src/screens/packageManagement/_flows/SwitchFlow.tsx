import { previewFlowSwitch, switchFlowStrategy } from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import { FactsList } from '../../../kit/FactsList.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { SWITCHED, SwitchSheet } from '../../../parts/control/SwitchSheet.tsx';
import type { Target } from '../../../parts/control/strategyStates.ts';

const words = {
  cards: text('管控的卡', 'Cards it governs'),
  existing: text('已达阈值的卡', 'Cards that have reached a threshold'),
};
const MEANING: Readonly<Record<Target, Text>> = {
  shadow: text(
    '只记录哪些卡达到阈值，不停机、不提醒。已停的卡仍按恢复条件复机。',
    'Records which cards reach a threshold. Nothing is stopped, nobody reminded. Cards it stopped restart as their rule says.',
  ),
  on: text(
    '从下一次读数起执行，已达阈值的卡也在其下一次读数时处理。',
    'Acts from the next reading on, also on cards that have reached a threshold by now.',
  ),
  off: text('不再判断用量，也不再关联套餐。', 'Judges no usage and takes no packages.'),
};

type Props = {
  readonly strategy: { readonly id: string; readonly name: string };
  readonly to: Target;
  readonly onClose: () => void;
};

/** What another state of a flow-control strategy would mean, before it is set. */
export default function SwitchFlow({ strategy, to, onClose }: Props) {
  const t = useText();
  const { id, name } = strategy;
  const preview = useRead(previewFlowSwitch, { id });
  const change = useChange(switchFlowStrategy, {
    done: ({ state, waitsForSecond }) =>
      waitsForSecond ? t(SWITCHED.waits) : t(SWITCHED.done, { name, state: t(OperationState.labelOf(state)) }),
  });
  const confirm = async (version: number) => {
    if (await change.run({ body: { id, version, state: to } })) onClose();
  };
  return (
    <SwitchSheet
      {...{ name, to, preview, onClose }}
      meaning={MEANING[to]}
      isRunning={change.isRunning}
      onConfirm={({ version }) => void confirm(version)}
    >
      {({ cards, existing }) => (
        <FactsList
          facts={[
            { label: words.cards, value: countAmount(cards) },
            { label: words.existing, value: countAmount(existing) },
          ]}
        />
      )}
    </SwitchSheet>
  );
}
