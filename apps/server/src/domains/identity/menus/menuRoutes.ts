import { defaultEntries, type RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { isFor, type MenuEntry, type MenuViewer } from '../rights/menuTree.ts';

/** Names, redirects and hidden flags, as in the console's own table. */
const shapes = new Map<string, RouteEntry>();
const learn = (entries: readonly RouteEntry[]): void => {
  for (const entry of entries) {
    shapes.set(entry.path, entry);
    learn(entry.children);
  }
};
learn(defaultEntries());

const nameOf = (path: string) => path.slice(1).replace(/\/:?/g, '.') || 'root';

/**
 * The routes of a viewer: directories with their remaining pages, pages with the viewer's permissions on them. A directory
 * without pages is removed. Its redirect is the named child if that remains, otherwise the first.
 */
export function routesOf(tree: readonly MenuEntry[], viewer: MenuViewer): RouteEntry[] {
  const below = Map.groupBy(tree, (entry) => entry.parentKey);
  const pagesBelow = (key: string | null): RouteEntry[] =>
    (below.get(key) ?? []).flatMap((entry): RouteEntry[] => {
      if (entry.kind === 'button' || !isFor(entry, viewer)) return [];
      return entry.kind === 'page' ? [pageOf(entry)] : directoryOf(entry);
    });
  const pageOf = (entry: MenuEntry): RouteEntry => {
    const held = (below.get(entry.key) ?? []).filter((button) => button.kind === 'button' && isFor(button, viewer));
    const identifiers = [entry.permissionId, ...held.map((button) => button.permissionId)];
    return {
      path: entry.key,
      ...shapeOf(entry),
      meta: metaOf(
        entry,
        identifiers.flatMap((id) => id ?? []),
      ),
      children: [],
    };
  };
  const directoryOf = (entry: MenuEntry): RouteEntry[] => {
    const children = pagesBelow(entry.key);
    if (children.length === 0) return [];
    const open = children.filter((child) => !child.hidden && !child.path.includes(':')).map((child) => child.path);
    const wanted = shapes.get(entry.key)?.redirect;
    // `/system` is its own index page and has no redirect.
    const redirect =
      wanted === undefined && shapes.has(entry.key) ? undefined : (open.find((path) => path === wanted) ?? open[0]);
    return [
      {
        path: entry.key,
        name: nameOf(entry.key),
        ...(redirect === undefined ? {} : { redirect }),
        meta: metaOf(entry, []),
        children,
      },
    ];
  };
  return pagesBelow(null);
}

function shapeOf(entry: MenuEntry): Pick<RouteEntry, 'name' | 'hidden'> {
  return { name: nameOf(entry.key), ...(shapes.get(entry.key)?.hidden ? { hidden: true } : {}) };
}

const metaOf = (entry: MenuEntry, permissions: readonly string[]): RouteEntry['meta'] => ({
  zh: entry.zh,
  en: entry.en,
  ...(entry.icon ? { icon: entry.icon } : {}),
  roles: [],
  permissions: [...new Set(permissions)],
  editions: [...entry.editions],
  keepAlive: shapes.get(entry.key)?.meta.keepAlive ?? false,
});
