import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';

const words = {
  kept: text(
    '这里的设置现在只保存和试算，不改变任何卡。',
    'What is set here is kept and tried for now, and changes no card.',
  ),
};

/** On screens of what nothing carries out yet. */
export function NotYet() {
  const t = useText();
  return <Note tone="plain">{t(words.kept)}</Note>;
}
