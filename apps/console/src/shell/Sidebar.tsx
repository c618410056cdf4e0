import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { ChevronDownIcon, DotIcon, HomeIcon, MENU_ICONS } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link } from './Link.tsx';
import { Logo } from './Logo.tsx';

const MENU = text('主菜单', 'Main menu');

type Entry = RouteEntry;
/** Its own screen, or one that is in no menu and opens from it or from its section: a card, a version of a strategy. */
const isWithin = (entry: Entry, path: string): boolean => path === entry.path || path.startsWith(`${entry.path}/`);
const holds = (entry: Entry, path: string): boolean =>
  isWithin(entry, path) || entry.children.some((child) => holds(child, path));

function Picture(props: { entry: Entry }) {
  if (props.entry.path === '/dashboard') return <HomeIcon />;
  const Icon = MENU_ICONS[props.entry.meta.icon ?? ''] ?? DotIcon;
  return <Icon />;
}

function Section(props: { entry: Entry; current: string; isOpen: boolean; onToggle: () => void }) {
  const t = useText();
  const { entry, current, isOpen } = props;
  return (
    <li>
      <button
        type="button"
        className={classNames('side-section', holds(entry, current) && 'is-current')}
        aria-expanded={isOpen}
        onClick={props.onToggle}
      >
        <Picture entry={entry} />
        <span title={t(entry.meta)}>{t(entry.meta)}</span>
        <ChevronDownIcon size={12} />
      </button>
      {isOpen ? (
        <ul>
          {entry.children.map((child) => (
            <li key={child.path}>
              <Link
                to={child.path}
                className={classNames('side-screen', isWithin(child, current) && 'is-current')}
                isCurrent={child.path === current}
                title={t(child.meta)}
              >
                {t(child.meta)}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** 170 px of menu. One section is open at a time, the current one first. */
export function Sidebar(props: { menu: readonly Entry[]; current: string; hasLogo: boolean }) {
  const t = useText();
  const { menu, current } = props;
  const currentSection = menu.find((entry) => entry.children.length > 0 && holds(entry, current))?.path;
  const [toggled, setToggled] = useState<{ under: string | undefined; open: string | undefined }>();
  // What was opened by hand stays open until another section becomes the current one.
  const open = toggled && toggled.under === currentSection ? toggled.open : currentSection;
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever arrives at a screen sees where it stands.
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [current, menu]);
  return (
    <aside className="sidebar">
      {props.hasLogo ? <Logo /> : null}
      <nav ref={nav} aria-label={t(MENU)}>
        <ul>
          {menu.map((entry) =>
            entry.children.length === 0 ? (
              <li key={entry.path}>
                <Link
                  to={entry.path}
                  className={classNames('side-section', entry.path === current && 'is-current is-page')}
                  isCurrent={entry.path === current}
                >
                  <Picture entry={entry} />
                  <span title={t(entry.meta)}>{t(entry.meta)}</span>
                </Link>
              </li>
            ) : (
              <Section
                key={entry.path}
                entry={entry}
                current={current}
                isOpen={open === entry.path}
                onToggle={() =>
                  setToggled({ under: currentSection, open: open === entry.path ? undefined : entry.path })
                }
              />
            ),
          )}
        </ul>
      </nav>
    </aside>
  );
}
