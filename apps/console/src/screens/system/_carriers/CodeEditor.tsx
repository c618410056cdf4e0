import { useEffect, useRef } from 'react';
import './codeEditor.css';

/** A text editor with line numbers; the lines in `marked` are highlighted. No syntax colours. */
export function CodeEditor(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  marked: ReadonlySet<number>;
  /** Scrolls to a line on every new request. */
  goTo?: { readonly line: number } | undefined;
  describedBy?: string | undefined;
}) {
  const { value, marked, goTo } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (goTo && area.current) showLine(area.current, goTo.line);
  }, [goTo]);
  const lines = value.split('\n');
  return (
    <div className="code-editor">
      <div className="code-editor-gutter" ref={gutter} aria-hidden="true">
        {lines.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number and nothing else
          <span key={at} className={marked.has(at + 1) ? 'is-marked' : undefined}>
            {at + 1}
          </span>
        ))}
      </div>
      <textarea
        ref={area}
        aria-label={props.label}
        aria-invalid={marked.size > 0}
        aria-describedby={props.describedBy}
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        value={value}
        onChange={(event) => props.onChange(event.target.value)}
        onScroll={(event) => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

function showLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  const height = area.scrollHeight / Math.max(1, lines.length);
  area.scrollTop = Math.max(0, height * (line - 1) - area.clientHeight / 2);
}
