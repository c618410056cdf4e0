import { type Text, text } from '@cardinal/primitives/text.ts';
import { useCopy } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import type { RowAction } from './RowActions.tsx';

const COPY_NAMED = text('复制{name}', 'Copy {name}');

/** The row action that copies a number, called as its field is; none where the row has no number. */
export function useCopyStep(): (label: Text, number: string | null) => readonly RowAction[] {
  const copy = useCopy();
  const t = useText();
  return ({ zh, en }, number) =>
    number === null
      ? []
      : [
          {
            key: `copy ${en}`,
            label: t(COPY_NAMED, { name: t({ zh, en: en === en.toUpperCase() ? en : en.toLowerCase() }) }),
            isRare: true,
            onPick: () => copy(number),
          },
        ];
}
