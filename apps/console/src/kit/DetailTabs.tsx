import { countAmount } from '@cardinal/ui/amounts.ts';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useSearch } from '../shell/screenContext.ts';
import './detailTabs.css';

export type DetailTab = {
  /** Its value in the address. */
  readonly key: string;
  readonly title: string;
  readonly count?: number | undefined;
  readonly content: () => ReactNode;
};

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Tabs of one object, the open one in the address as `?tab=`. The first needs no value, and an unknown value opens it. Only the
 * open tab is rendered; what it has read stays in the cache.
 */
export function DetailTabs(props: {
  label: string;
  tabs: readonly DetailTab[];
  /** Where the open tab is a part of the path instead. */
  inPath?: { readonly open: string; readonly onPick: (key: string) => void };
}) {
  const { tabs, inPath } = props;
  const [search, write] = useSearch();
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);
  const wanted = inPath ? inPath.open : search.get('tab');
  const open = tabs.find((tab) => tab.key === wanted) ?? tabs[0];
  if (!open) return null;

  const pick = (key: string) => {
    if (inPath) return inPath.onPick(key);
    const next = new URLSearchParams(search);
    if (key === tabs[0]?.key) next.delete('tab');
    else next.set('tab', key);
    write(next);
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs[step(tabs.indexOf(open), tabs.length - 1)];
    if (!next) return;
    pick(next.key);
    strip.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  return (
    <div className="detail-tabs">
      <div className="detail-strip" role="tablist" aria-label={props.label} ref={strip} onKeyDown={move} tabIndex={-1}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            data-tab={tab.key}
            id={`${id}-${tab.key}`}
            aria-controls={tab === open ? `${id}-panel` : undefined}
            aria-selected={tab === open}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => pick(tab.key)}
          >
            {tab.title}
            {tab.count === undefined ? null : <small>{countAmount(tab.count)}</small>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open.key}`} className="detail-panel">
        {open.content()}
      </div>
    </div>
  );
}
