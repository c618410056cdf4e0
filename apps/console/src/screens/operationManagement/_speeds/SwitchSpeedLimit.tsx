import { previewSpeedSwitch, switchSpeedLimit } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import { FactsList } from '../../../kit/FactsList.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { SWITCHED, SwitchSheet } from '../../../parts/control/SwitchSheet.tsx';
import type { Target } from '../../../parts/control/strategyStates.ts';

const words = {
  existing: text('按现有用量会限速的卡', 'Would be limited by what they have used'),
  limited: text('正在限速的卡', 'Limited now'),
};
const MEANING: Readonly<Record<Target, Text>> = {
  shadow: text(
    '只记录会限哪些卡，不下发；它限着的卡会解除限速。',
    'Records which cards it would limit and asks for nothing. Cards it limits are set free.',
  ),
  on: text(
    '固定速率立即下发；按用量的从下一次读数起下发。运营商确认后才算已限速。',
    'A fixed speed is asked for at once, tiers from the next reading on. A card is limited once its carrier confirms.',
  ),
  off: text('不再判断；它限着的卡会解除限速。', 'Judges no more. Cards it limits are set free.'),
};

type Props = {
  readonly limit: { readonly id: string; readonly name: string };
  readonly to: Target;
  readonly onClose: () => void;
};

/** What another state of a speed limit would mean, before it is set. */
export default function SwitchSpeedLimit({ limit, to, onClose }: Props) {
  const t = useText();
  const { id, name } = limit;
  const preview = useRead(previewSpeedSwitch, { id });
  const change = useChange(switchSpeedLimit, {
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
      {({ cards, existing, limited }) => (
        <FactsList
          facts={[
            { label: nouns.cardCount, value: countAmount(cards) },
            { label: words.existing, value: countAmount(existing) },
            { label: words.limited, value: countAmount(limited) },
          ]}
        />
      )}
    </SwitchSheet>
  );
}
