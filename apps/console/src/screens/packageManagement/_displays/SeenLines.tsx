import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';

const words = {
  part: text('内容', 'Part'),
  truth: text('本级看到', 'The owner sees'),
  seen: text('对方看到', 'They see'),
  hidden: text('不显示', 'Not shown'),
};

export type SeenLine = { readonly label: string; readonly truth: string; readonly seen: string | null };

/** A card line by line: as it is, and as its audience sees it. */
export function SeenLines({ lines }: { lines: readonly SeenLine[] }) {
  const t = useText();
  return (
    <LinesTable heads={[words.part, words.truth, words.seen]}>
      {lines.map(({ label, truth, seen }) => (
        <tr key={label}>
          <td>{label}</td>
          <td>
            <Span ink="secondary">{truth}</Span>
          </td>
          <td>
            {seen === null ? (
              <Span ink="faint">{t(words.hidden)}</Span>
            ) : (
              <Span weight={seen === truth ? 'normal' : 'strong'}>{seen}</Span>
            )}
          </td>
        </tr>
      ))}
    </LinesTable>
  );
}
