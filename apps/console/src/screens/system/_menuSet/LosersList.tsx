import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';

const words = { more: text('等 {n} 个', 'and {n} more') };

/** Who loses something: names, and the number of the rest. */
export function LosersList(props: {
  title: string;
  all: number;
  named: readonly { readonly name: string; readonly note?: string }[];
}) {
  const t = useText();
  const rest = props.all - props.named.length;
  if (props.named.length === 0) return null;
  return (
    <>
      <Paragraph as="h3" ink="secondary" size="m" above="m" below="xs">
        {props.title}
      </Paragraph>
      <Inline as="ul" gap="l" below="m">
        {props.named.map(({ name, note }) => (
          <li key={`${name} ${note}`}>
            {name}
            {note ? <small>{note}</small> : null}
          </li>
        ))}
        {rest > 0 ? (
          <Paragraph as="li" ink="secondary">
            {t(words.more, { n: countAmount(rest) })}
          </Paragraph>
        ) : null}
      </Inline>
    </>
  );
}
