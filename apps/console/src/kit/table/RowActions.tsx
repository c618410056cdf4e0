import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { MoreIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { createContext, Fragment, type MouseEvent, type ReactNode, use, useId, useRef, useState } from 'react';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { textWidth } from '../textWidth.ts';

const MORE = text('更多操作', 'More actions');

/** An action on one row. It is absent without the permission of `call`; `disabled` says why it cannot be taken. */
export type RowAction = {
  readonly key: string;
  readonly label: string;
  readonly call?: Pick<Endpoint, 'permission'>;
  readonly isDanger?: boolean;
  readonly disabled?: string | false | null | undefined;
  /** Always in the menu: it would stand on every row and is taken on few. */
  readonly isRare?: true;
} & (
  | { readonly onPick: () => void }
  | { readonly to: string }
  /** Entries of the menu that are known once it is open. */
  | { readonly entries: (close: () => void) => ReactNode }
);

/** The minimum width; the longest label can make it wider. */
const MENU_WIDTH = 160;

/** One action: a link, or a button that says why it cannot be used. In a menu the reason stands below its name. */
export function Action(props: { action: RowAction; className: 'link-button' | 'menu-item'; onPicked?: () => void }) {
  const { action, className, onPicked } = props;
  const id = useId();
  const isInMenu = className === 'menu-item';
  const reason = action.disabled || undefined;
  if ('to' in action && !reason) {
    return (
      <Link to={action.to} className={className}>
        {action.label}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={classNames(className, action.isDanger && 'is-danger')}
      aria-disabled={reason ? true : undefined}
      aria-label={reason && action.label}
      aria-describedby={reason ? id : undefined}
      title={reason && !isInMenu ? reason : undefined}
      onClick={() => {
        if (reason) return;
        onPicked?.();
        if ('onPick' in action) action.onPick();
      }}
    >
      {isInMenu ? (
        <span>
          {action.label}
          {reason ? (
            <Span as="small" id={id} isBlock size="s" width="m">
              {reason}
            </Span>
          ) : null}
        </span>
      ) : (
        action.label
      )}
      {reason && !isInMenu ? (
        <span id={id} className="only-heard">
          {reason}
        </span>
      ) : null}
    </button>
  );
}

const isInMenu = (action: RowAction): boolean => 'entries' in action || action.isRare === true;

/** The permitted actions: some as links, the rest in a menu unless it would hold only one. */
function sorted(actions: readonly RowAction[], shown: number) {
  const allowed = actions.filter((action) => !action.call || mayCall(action.call));
  const isWhole = allowed.length <= shown + 1 && !allowed.some(isInMenu);
  const direct = isWhole ? allowed : allowed.filter((action) => !isInMenu(action)).slice(0, shown);
  return { direct, more: allowed.filter((action) => !direct.includes(action)) };
}

const SHOWN = 2;
/** How many actions are links where it is not said; on a narrow card all are in the menu. */
export const ActionsShown = createContext(SHOWN);
/** Between two actions, and the three dots, in pixels, as in table.css. */
const GAP = 12;
const DOTS_WIDTH = 24;

/** The width a row's actions need in a table. */
export function actionsWidth(actions: readonly RowAction[]): number {
  const { direct, more } = sorted(actions, SHOWN);
  const widths = [...direct.map(({ label }) => textWidth(label)), ...(more.length > 0 ? [DOTS_WIDTH] : [])];
  return widths.reduce((sum, width) => sum + width, Math.max(0, widths.length - 1) * GAP);
}

/** The first two as links, the rest in a menu in a layer above the table. */
export function RowActions(props: { actions: readonly RowAction[]; shown?: number }) {
  const t = useText();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const shown = use(ActionsShown);
  const { direct, more } = sorted(props.actions, props.shown ?? shown);

  const open = (event: MouseEvent<HTMLButtonElement>) => {
    const place = event.currentTarget.getBoundingClientRect();
    const element = menu.current;
    if (!element) return;
    const opensUp = place.top > innerHeight / 2;
    element.style.right = `${Math.max(8, Math.min(innerWidth - place.right, innerWidth - MENU_WIDTH - 8))}px`;
    element.style.top = opensUp ? 'auto' : `${place.bottom + 4}px`;
    element.style.bottom = opensUp ? `${innerHeight - place.top + 4}px` : 'auto';
    element.style.maxHeight = `${(opensUp ? place.top : innerHeight - place.bottom) - 12}px`;
    element.togglePopover();
  };
  const close = () => menu.current?.hidePopover();
  return (
    <span className="row-actions">
      {direct.map((action) => (
        <Action key={action.key} action={action} className="link-button" />
      ))}
      {more.length > 0 ? (
        <>
          <button
            type="button"
            className="icon-button icon-button-small"
            aria-label={t(MORE)}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={open}
          >
            <MoreIcon />
          </button>
          <div
            ref={menu}
            id={id}
            popover="auto"
            className="row-menu"
            style={{ minWidth: MENU_WIDTH }}
            onToggle={(event) => setIsOpen(event.newState === 'open')}
          >
            {isOpen
              ? more.map((action) =>
                  'entries' in action ? (
                    <Fragment key={action.key}>{action.entries(close)}</Fragment>
                  ) : (
                    <Action key={action.key} action={action} className="menu-item" onPicked={close} />
                  ),
                )
              : null}
          </div>
        </>
      ) : null}
    </span>
  );
}
