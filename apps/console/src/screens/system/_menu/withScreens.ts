import { routeOf } from '@cardinal/contract/routes/matching.ts';
import { isBuiltPath } from '../../../shell/screenFiles.ts';

type Entry = {
  readonly key: string;
  readonly parentKey: string | null;
  readonly kind: 'directory' | 'page' | 'button';
};

/** Whether an entry has a screen. A page without any route is an error of the menu and stays visible. */
const leads = ({ key, kind }: Entry): boolean => kind !== 'page' || isBuiltPath(key) || routeOf(key) === undefined;

/**
 * The entries of a tree whose screens exist. Sections without existing pages and the buttons of missing pages are omitted.
 * Omitted entries keep their place and grants, and return with their screen.
 */
export function withScreens<E extends Entry>(tree: readonly E[], isLeading: (entry: E) => boolean = leads): E[] {
  const pages = tree.filter(({ kind }) => kind === 'page');
  const gone = new Set(pages.filter((page) => !isLeading(page)).map(({ key }) => key));
  const filled = new Set(pages.filter(({ key }) => !gone.has(key)).map(({ parentKey }) => parentKey));
  const emptied = new Set(pages.map(({ parentKey }) => parentKey).filter((key) => !filled.has(key)));
  return tree.filter((entry) => {
    if (entry.kind === 'button') return !gone.has(entry.parentKey ?? '');
    return entry.kind === 'page' ? !gone.has(entry.key) : !emptied.has(entry.key);
  });
}

/** The keys of a whole level after the visible ones were reordered: the others keep their places. */
export function inWholeLevel(whole: readonly string[], shown: readonly string[]): string[] {
  const moving = new Set(shown);
  const next = shown.values();
  return whole.map((key) => (moving.has(key) ? (next.next().value ?? key) : key));
}
