import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import './menuSet.css';

const words = { more: text('等 {n} 个', 'and {n} more') };

/** Who loses something, by name; of those not named, how many. */
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
      <h3 className="losers-title">{props.title}</h3>
      <ul className="losers">
        {props.named.map(({ name, note }) => (
          <li key={`${name} ${note}`}>
            {name}
            {note ? <small>{note}</small> : null}
          </li>
        ))}
        {rest > 0 ? <li className="quiet">{t(words.more, { n: countAmount(rest) })}</li> : null}
      </ul>
    </>
  );
}
