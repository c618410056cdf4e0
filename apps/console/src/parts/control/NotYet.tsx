import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';

const words = {
  kept: text(
    '策略现在只保存、关联和试算，不改变任何卡；接入用量计量后才会执行。',
    'Strategies are kept, assigned and tried for now and change no card. They take effect once usage is metered.',
  ),
};

/** On every screen of what metering will carry out. */
export function NotYet() {
  const t = useText();
  return <Note tone="plain">{t(words.kept)}</Note>;
}
