import type { CustomerKind, Edition } from '../enumerations/customer.ts';
import { allowsAny } from '../permissions/permission.ts';
import { ROUTES, type Route, SECTIONS } from './table.ts';

/** The role that sees every route; it exists on platform customers only. */
export const ADMIN_ROLE = 'admin';

export type Viewer = {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly editions: readonly Edition[];
  readonly customerKind: CustomerKind;
};

/**
 * Whether an account may open a route. Role admin opens every one. An account without a role opens only the few routes without
 * a permission; the shell tells it to ask an administrator. The customer-3 entries depend on the *stored* customer id, see
 * `menuRules.ts`.
 */
export function mayOpen(route: Route, viewer: Viewer): boolean {
  if (viewer.roles.includes(ADMIN_ROLE)) return true;
  if (route.edition !== undefined && !viewer.editions.includes(route.edition)) return false;
  if (route.kinds !== undefined && !route.kinds.includes(viewer.customerKind)) return false;
  return route.permission === undefined || allowsAny(viewer.permissions, [route.permission]);
}

export const routesFor = (viewer: Viewer): Route[] => ROUTES.filter((route) => mayOpen(route, viewer));

const HOME = '/dashboard';

/**
 * The redirect of an address without its own screen: `/` to home, a section to its named child, or to the first one the account
 * may open. Undefined without a redirect; `/system` is its own index.
 */
export function redirectOf(path: string, mayOpenPath: (path: string) => boolean): string | undefined {
  if (path === '/') return HOME;
  const found = SECTIONS.find((section) => section.path === path);
  if (found?.redirect === undefined) return undefined;
  const offered = found.screens.filter(({ isHidden }) => !isHidden).map((each): string => each.path);
  return [found.redirect, ...offered].find(mayOpenPath);
}
