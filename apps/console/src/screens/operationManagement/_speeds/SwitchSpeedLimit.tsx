import { previewSpeedSwitch, switchSpeedLimit } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { SwitchByPreview, type SwitchProps } from '../../../parts/control/SwitchByPreview.tsx';
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

/** What another state of a speed limit would mean, before it is set. */
export default function SwitchSpeedLimit(props: SwitchProps) {
  return (
    <SwitchByPreview
      {...props}
      preview={previewSpeedSwitch}
      change={switchSpeedLimit}
      meaning={MEANING}
      figures={({ cards, existing, limited }) => [
        { label: nouns.cardCount, count: cards },
        { label: words.existing, count: existing },
        { label: words.limited, count: limited },
      ]}
    />
  );
}
