import { previewFlowSwitch, switchFlowStrategy } from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { SwitchByPreview, type SwitchProps } from '../../../parts/control/SwitchByPreview.tsx';
import type { Target } from '../../../parts/control/strategyStates.ts';

const words = {
  cards: text('管控的卡', 'Cards it governs'),
  unread: text('其中未设定时读取用量的卡', 'Of these, usage is read on no schedule'),
  existing: text('已达阈值的卡', 'Cards that have reached a threshold'),
};
const MEANING: Readonly<Record<Target, Text>> = {
  shadow: text(
    '只记录哪些卡达到阈值，不停机、不提醒。已停的卡仍按恢复条件复机。',
    'Records which cards reach a threshold. Nothing is stopped, nobody reminded. Cards it stopped restart as their rule says.',
  ),
  on: text(
    '从下一次读数起执行；已达阈值的卡在再次产生用量的读数时处理。',
    'Acts from the next reading on; on cards that have reached a threshold by now, once a reading shows more usage.',
  ),
  off: text('不再判断用量，也不再关联套餐。', 'Judges no usage and takes no packages.'),
};

/** What another state of a flow-control strategy would mean, before it is set. */
export default function SwitchFlow(props: SwitchProps) {
  return (
    <SwitchByPreview
      {...props}
      preview={previewFlowSwitch}
      change={switchFlowStrategy}
      meaning={MEANING}
      figures={({ cards, unread, existing }) => [
        { label: words.cards, count: cards },
        ...(unread > 0 ? [{ label: words.unread, count: unread }] : []),
        { label: words.existing, count: existing },
      ]}
    />
  );
}
