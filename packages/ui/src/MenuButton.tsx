import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './classNames.ts';
import { Span } from './layout/Text.tsx';

export type MenuItem =
  | {
      readonly key: string;
      readonly label: string;
      readonly icon?: ReactNode;
      readonly isChecked?: boolean;
      readonly isDanger?: boolean;
      readonly isDisabled?: boolean;
      /** Why it cannot be picked: it can be reached all the same, and the reason is said. */
      readonly why?: string | undefined;
      readonly hint?: string;
      readonly onPick: () => void;
    }
  | { readonly key: string; readonly isDivider: true };

/** Closes on a click elsewhere and on Esc, which returns the focus to the opener. */
export function useDismissal(isOpen: boolean, close: () => void) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    const pressEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', pressEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', pressEscape);
    };
  }, [isOpen, close]);
  return root;
}

/** The maximum of entries in a column. */
const IN_A_COLUMN = 12;
/** The width of a column whose entries say why they cannot be picked. */
const COLUMN_WIDTH = 260;
const columnsOf = (entries: number): number =>
  Math.max(1, Math.min(Math.ceil(entries / IN_A_COLUMN), Math.floor(innerWidth / COLUMN_WIDTH)));

/** A button with a menu below it; arrows, Home, End and Esc work as in every menu. */
export function MenuButton(props: {
  label: string;
  children: ReactNode;
  items: readonly MenuItem[];
  className?: string;
  header?: ReactNode;
  /** Below by default. */
  opens?: 'up' | 'down';
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [close] = useState(() => () => setIsOpen(false));
  const root = useDismissal(isOpen, close);
  const id = useId();

  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  }, [isOpen, root]);

  const move = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) {
      if (event.key === 'Tab') close();
      return;
    }
    event.preventDefault();
    all[(next + all.length) % all.length]?.focus();
  };

  return (
    <div className="menu-root" ref={root}>
      <button
        type="button"
        className={props.className ?? 'icon-button'}
        aria-label={props.label}
        title={props.label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {props.children}
      </button>
      {isOpen ? (
        <div className={classNames('menu-panel', props.opens === 'up' && 'is-above')}>
          {props.header}
          <div
            role="menu"
            id={id}
            aria-label={props.label}
            tabIndex={-1}
            style={{ columnCount: columnsOf(props.items.length) }}
            onKeyDown={move}
          >
            {props.items.map((item) =>
              'isDivider' in item ? (
                <hr key={item.key} className="menu-divider" />
              ) : (
                <button
                  key={item.key}
                  type="button"
                  {...(item.isChecked === undefined
                    ? { role: 'menuitem' }
                    : { role: 'menuitemradio', 'aria-checked': item.isChecked })}
                  tabIndex={-1}
                  aria-disabled={item.isDisabled || item.why ? true : undefined}
                  // The reason inside describes the entry and is not its name.
                  aria-label={item.why ? item.label : undefined}
                  aria-describedby={item.why ? `${id}-${item.key}` : undefined}
                  className={classNames('menu-item', item.isDanger && 'is-danger')}
                  onClick={() => {
                    if (item.isDisabled || item.why) return;
                    close();
                    item.onPick();
                  }}
                >
                  {item.icon}
                  <span>
                    {item.label}
                    {item.why ? (
                      <Span as="small" id={`${id}-${item.key}`} isBlock size="s" width="m">
                        {item.why}
                      </Span>
                    ) : null}
                  </span>
                  {item.hint ? <small>{item.hint}</small> : null}
                </button>
              ),
            )}
          </div>
        </div>
      ) : null}
    </div>
  );
}
