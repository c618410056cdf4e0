import { text } from '@cardinal/primitives/text.ts';
import type { MouseEvent, ReactNode } from 'react';
import { useCopy } from './Copy.tsx';
import { OpenIcon } from './icons.tsx';
import { useText } from './language.tsx';

const COPY_HINT = text('点击复制', 'Click to copy');
const OPEN = text('打开 {value}', 'Open {value}');

/** Where a long number is visually grouped: 4-4-4-… from the left. The gaps are margins and are never copied. One with marks of its own is left as it is. */
function groups(value: string, size: number): string[] {
  if (value.length <= size + 2 || /[^0-9A-Za-z]/.test(value)) return [value];
  const parts: string[] = [];
  for (let at = 0; at < value.length; at += size) parts.push(value.slice(at, at + size));
  // A single last character would look like a typo.
  const last = parts.at(-1) ?? '';
  return last.length > 1 ? parts : [...parts.slice(0, -2), `${parts.at(-2) ?? ''}${last}`];
}

function Grouped(props: { value: string; size: number }) {
  const parts = groups(props.value, props.size);
  if (parts.length === 1) return props.value;
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.length;
    return <span key={key}>{part}</span>;
  });
}

/**
 * A number or code: monospace, whole, never wrapped; a click copies it. With `href` a middle click (or a click with
 * Ctrl/⌘) opens it in a new tab and the small arrow opens it here through `onOpen`; `hover` is shown over it.
 */
export function Identifier(props: {
  value: string;
  groupOf?: number;
  href?: string | undefined;
  onOpen?: (() => void) | undefined;
  hover?: ReactNode;
}) {
  const copy = useCopy();
  const t = useText();
  const { value, href, onOpen } = props;
  const shown = <Grouped value={value} size={props.groupOf ?? 4} />;
  if (!href) {
    return (
      <button type="button" className="identifier" title={t(COPY_HINT)} onClick={() => copy(value)}>
        {shown}
      </button>
    );
  }
  const copyInstead = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    // Enter on the link is a click without a pointer: it opens the link.
    if (event.detail === 0 && onOpen) onOpen();
    else copy(value);
  };
  return (
    <span className="identifier-link">
      <a className="identifier" href={href} title={t(COPY_HINT)} onClick={copyInstead}>
        {shown}
      </a>
      {onOpen ? (
        <button
          type="button"
          tabIndex={-1}
          className="identifier-open"
          aria-label={t(OPEN, { value })}
          onClick={onOpen}
        >
          <OpenIcon size={12} />
        </button>
      ) : null}
      {props.hover ? <span className="identifier-hover">{props.hover}</span> : null}
    </span>
  );
}
