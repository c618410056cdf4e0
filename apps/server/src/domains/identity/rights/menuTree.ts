import type { menuEntrySchema } from '@cardinal/contract/api/identity/menus.ts';
import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import { PERMISSIONS, subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import { ROUTES, type Route, SECTIONS, TOP_SCREENS } from '@cardinal/contract/routes/table.ts';
import type * as z from 'zod';
import type { MenuEntryTable } from '../identityTables.ts';

/** An entry of the current menu tree, without its holders. */
export type MenuEntry = Omit<z.output<typeof menuEntrySchema>, 'roles' | 'sets'>;

/** Entries needed to undo a change: never hidden, never deleted. */
const NEEDED: ReadonlySet<string> = new Set([
  '/system/menu',
  '/dashboard',
  '/changePassword/changePassword',
  '/',
  '/404',
]);
const routeByPath = new Map<string, Route>(ROUTES.map((route) => [route.path, route]));
/** Open without sign-in, so in no menu. */
const OUTSIDE: ReadonlySet<string> = new Set(['/login', '/test']);
const STEP = 10;

type Fixed = 'isVisible' | 'isBuiltIn' | 'isDeleted' | 'isChanged' | 'hasRoute' | 'lockedBy' | 'version';

const builtIn = (entry: Omit<MenuEntry, Fixed>): MenuEntry => ({
  ...entry,
  isVisible: true,
  isBuiltIn: true,
  isDeleted: false,
  isChanged: false,
  hasRoute: hasRoute(entry),
  lockedBy: lockOf(entry.key),
  version: 0,
});

const hasRoute = ({ kind, key }: Pick<MenuEntry, 'kind' | 'key'>): boolean =>
  kind === 'page' ? routeByPath.has(key) : kind === 'directory' ? SECTIONS.some(({ path }) => path === key) : true;

function lockOf(key: string): MenuEntry['lockedBy'] {
  const route = routeByPath.get(key);
  if (route?.isCloudStorage) return 'cloudStorage';
  if (route?.forCustomer3) return 'customer3';
  if (route?.carrier === 'Gd') return 'Gd';
  return NEEDED.has(key) ? 'self' : null;
}

function pageOf(route: Route, parentKey: string | null, sort: number, icon: string | null = null): MenuEntry {
  return builtIn({
    key: route.path,
    parentKey,
    kind: 'page',
    ...route.title,
    icon,
    sort,
    permissionId: route.permission ?? null,
    editions: route.edition ? [route.edition] : [],
    kinds: [...(route.kinds ?? [])],
  });
}

/** The console's route table as a menu tree; a page's buttons are the permissions of its subject. */
function makeBuiltIn(): readonly MenuEntry[] {
  const pages: MenuEntry[] = [];
  const directories: MenuEntry[] = [];
  TOP_SCREENS.filter(({ path }) => !OUTSIDE.has(path)).forEach((route, at) => {
    pages.push(pageOf(route, null, at));
  });
  SECTIONS.forEach((section, at) => {
    const screens: readonly Route[] = section.screens;
    const sort = (at + 1) * 100;
    if (screens.length === 1 && screens[0]?.path === section.path) {
      pages.push(pageOf(screens[0], null, sort, section.icon));
      return;
    }
    directories.push(
      builtIn({
        key: section.path,
        parentKey: null,
        kind: 'directory',
        ...section.title,
        icon: section.icon,
        sort,
        permissionId: null,
        editions: section.edition ? [section.edition] : [],
        kinds: [...(section.kinds ?? [])],
      }),
    );
    screens.forEach((route, place) => {
      pages.push(pageOf(route, section.path, place * STEP));
    });
  });
  return [...directories, ...pages, ...buttonsOf(pages)];
}

function buttonsOf(pages: readonly MenuEntry[]): MenuEntry[] {
  const pageBySubject = new Map<string, string>();
  for (const { key, permissionId } of pages) {
    if (permissionId && !pageBySubject.has(subjectOf(permissionId))) pageBySubject.set(subjectOf(permissionId), key);
  }
  const opening = new Set(pages.map(({ permissionId }) => permissionId));
  return PERMISSIONS.filter(({ id }) => !opening.has(id)).flatMap(({ id, title }, at): MenuEntry[] => {
    const parentKey = pageBySubject.get(subjectOf(id));
    if (!parentKey) return [];
    return [
      builtIn({
        key: id,
        parentKey,
        kind: 'button',
        ...title,
        icon: null,
        sort: at * STEP,
        permissionId: id,
        editions: [],
        kinds: [],
      }),
    ];
  });
}

export const BUILT_IN: ReadonlyMap<string, MenuEntry> = new Map(makeBuiltIn().map((entry) => [entry.key, entry]));

const entryOf = (row: MenuEntryTable): MenuEntry => ({
  key: row.key,
  parentKey: row.parent_key,
  kind: row.kind,
  zh: row.title_zh,
  en: row.title_en,
  icon: row.icon,
  sort: row.sort,
  permissionId: row.permission_id,
  editions: row.editions,
  kinds: row.kinds,
  isVisible: row.is_visible || NEEDED.has(row.key),
  isBuiltIn: BUILT_IN.has(row.key),
  isDeleted: row.is_deleted && !NEEDED.has(row.key),
  isChanged: true,
  hasRoute: hasRoute(row),
  lockedBy: lockOf(row.key),
  version: row.version,
});

/** The current tree: the built-in table with the stored changes, additions and deletions. */
export function mergedTree(kept: readonly MenuEntryTable[]): MenuEntry[] {
  const tree = new Map(BUILT_IN);
  for (const row of kept) tree.set(row.key, entryOf(row));
  return [...tree.values()].sort((a, b) => a.sort - b.sort || (a.key < b.key ? -1 : 1));
}

/** Whether moving `key` below `parentKey` would put it below itself. */
export function isBelow(tree: readonly MenuEntry[], key: string, parentKey: string | null): boolean {
  const byKey = new Map(tree.map((entry) => [entry.key, entry]));
  const seen = new Set<string>();
  for (let at = parentKey; at !== null && !seen.has(at); at = byKey.get(at)?.parentKey ?? null) {
    if (at === key) return true;
    seen.add(at);
  }
  return false;
}

export type MenuViewer = {
  readonly isAdmin: boolean;
  readonly permissions: ReadonlySet<string>;
  readonly editions: readonly Edition[];
  readonly kind: CustomerKind;
};

/** Whether an entry is visible to a viewer, by its own marks only. */
export function isFor(entry: MenuEntry, viewer: MenuViewer): boolean {
  if (entry.isDeleted || !entry.isVisible || (!entry.hasRoute && entry.kind === 'page')) return false;
  if (viewer.isAdmin) return true;
  if (entry.editions.length > 0 && !entry.editions.some((edition) => viewer.editions.includes(edition))) return false;
  if (entry.kinds.length > 0 && !entry.kinds.includes(viewer.kind)) return false;
  return entry.permissionId === null || viewer.permissions.has(entry.permissionId);
}
