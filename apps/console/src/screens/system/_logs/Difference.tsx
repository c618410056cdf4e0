import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';

const words = {
  before: text('变更前', 'Before'),
  after: text('变更后', 'After'),
  none: text('这次操作没有记录字段变化。', 'No field changes were recorded for this operation.'),
};

type Facts = Readonly<Record<string, unknown>>;

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
function said(value: unknown): string {
  if (value === undefined || value === null) return '—';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ') || '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What changed, field by field; unchanged fields are muted. */
export function Difference(props: { before: unknown; after: unknown; names: Readonly<Record<string, string>> }) {
  const t = useText();
  const before = isFacts(props.before) ? props.before : props.before == null ? {} : { '': props.before };
  const after = isFacts(props.after) ? props.after : props.after == null ? {} : { '': props.after };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return <Paragraph ink="secondary">{t(words.none)}</Paragraph>;
  return (
    <table className="lines-table is-prose">
      <thead>
        <tr>
          <th scope="col">{t(nouns.field)}</th>
          <th scope="col">{t(words.before)}</th>
          <th scope="col">{t(words.after)}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const from = said(before[name]);
          const to = said(after[name]);
          return (
            <tr key={name} className={from === to ? 'is-past' : undefined}>
              <th scope="row">{props.names[name] ?? name}</th>
              <td>{from}</td>
              <td>{to}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
