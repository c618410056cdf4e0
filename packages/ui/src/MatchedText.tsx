import { Span } from './layout/Text.tsx';

/** A number with the typed characters marked: its last ones where they stand there too. A number of one search may be shorter. */
export function MatchedText(props: { value: string; typed: string }) {
  const { value } = props;
  const typed = value.startsWith(props.typed.slice(0, value.length)) ? props.typed.slice(0, value.length) : props.typed;
  const at = value.endsWith(typed) ? value.length - typed.length : value.indexOf(typed);
  if (at < 0) return value;
  return (
    <>
      {value.slice(0, at)}
      <Span as="b" ink="primary" weight="strong">
        {typed}
      </Span>
      {value.slice(at + typed.length)}
    </>
  );
}
