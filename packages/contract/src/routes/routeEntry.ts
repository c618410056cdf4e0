import * as z from 'zod';
import { Edition } from '../enumerations/customer.ts';
import { ADMIN_ROLE, mayOpen, type Viewer } from './access.ts';
import { type Route, SECTIONS, TOP_SCREENS } from './table.ts';

/** What a menu entry carries: its titles, and who may see it. No roles: every role. */
const routeMetaSchema = z.object({
  zh: z.string(),
  en: z.string(),
  icon: z.string().optional(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  editions: z.array(Edition.schema),
  keepAlive: z.boolean(),
});

export type RouteEntry = {
  readonly path: string;
  readonly name: string;
  readonly redirect?: string | undefined;
  /** In the route list, not in the menu. */
  readonly hidden?: boolean | undefined;
  readonly meta: z.output<typeof routeMetaSchema>;
  readonly children: readonly RouteEntry[];
};

/** One entry of the menu answer; the answer's `data` is an array of these. */
export const routeEntrySchema: z.ZodType<RouteEntry> = z.object({
  path: z.string(),
  name: z.string(),
  redirect: z.string().optional(),
  hidden: z.boolean().optional(),
  meta: routeMetaSchema,
  get children() {
    return z.array(routeEntrySchema);
  },
});

/** Other menu versions are unknown; the default is this one. */
export const MENU_VERSION = 2;

const nameOf = (path: string) => path.slice(1).replace(/\/:?/g, '.') || 'root';

const entryOf = (route: Route): RouteEntry => ({
  path: route.path,
  name: nameOf(route.path),
  ...(route.isHidden ? { hidden: true } : {}),
  meta: {
    ...route.title,
    roles: [],
    permissions: route.permission === undefined ? [] : [route.permission],
    editions: route.edition === undefined ? [] : [route.edition],
    keepAlive: route.kind === 'list' || route.kind === 'dashboard',
  },
  children: [],
});

/** Entries of the built-in table: sections with their screens, without empty sections. */
function entriesOf(keep: (route: Route) => boolean): RouteEntry[] {
  const top = TOP_SCREENS.filter((route) => route.path !== '/login' && route.path !== '/test' && keep(route));
  const sections = SECTIONS.flatMap((section): RouteEntry[] => {
    const children = section.screens.filter((route) => keep(route)).map((route) => entryOf(route));
    if (children.length === 0) return [];
    const [only] = children;
    // A section that is a screen itself has no entry below it.
    if (only?.path === section.path) return [{ ...only, meta: { ...only.meta, icon: section.icon } }];
    return [
      {
        path: section.path,
        name: nameOf(section.path),
        ...(section.redirect === undefined ? {} : { redirect: section.redirect }),
        meta: {
          ...section.title,
          icon: section.icon,
          roles: [],
          permissions: [],
          editions: section.edition === undefined ? [] : [section.edition],
          keepAlive: false,
        },
        children,
      },
    ];
  });
  return [...top.map((route) => entryOf(route)), ...sections];
}

/** The whole built-in table: what the console falls back to when the server's menu is empty. Filter it by roles. */
export const defaultEntries = (): RouteEntry[] => entriesOf(() => true);

/** The built-in table limited to what an account may open: the server's answer while no menu is stored. */
export const entriesFor = (viewer: Viewer): RouteEntry[] => entriesOf((route) => mayOpen(route, viewer));

/**
 * The route list of an account: role admin keeps all; others keep entries without roles or with one of theirs, if they hold the
 * permissions. A section is removed with its last child.
 */
export function filterByRoles(
  entries: readonly RouteEntry[],
  roles: readonly string[],
  held: readonly string[],
): RouteEntry[] {
  if (roles.includes(ADMIN_ROLE)) return [...entries];
  return entries.flatMap((entry) => {
    const isNamed = entry.meta.roles.length === 0 || entry.meta.roles.some((role) => roles.includes(role));
    if (!isNamed || !entry.meta.permissions.every((each) => held.includes(each))) return [];
    if (entry.children.length === 0) return [entry];
    const children = filterByRoles(entry.children, roles, held);
    return children.length === 0 ? [] : [{ ...entry, children }];
  });
}

/** The union of all routes' permissions, which the console keeps in session storage. */
export const permissionsOf = (entries: readonly RouteEntry[]): string[] => [
  ...new Set(entries.flatMap(({ meta, children }) => [...meta.permissions, ...permissionsOf(children)])),
];
