import { redirectOf } from '@cardinal/contract/routes/access.ts';
import { splitPrefix } from '@cardinal/contract/routes/englishPath.ts';
import { pathOf, type RouteMatch, routeAt, routeOf } from '@cardinal/contract/routes/matching.ts';
import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { OPEN_WITHOUT_LOGIN, type Route, SECTIONS } from '@cardinal/contract/routes/table.ts';
import { comesFromSiblingList } from '@cardinal/contract/storage.ts';

export type GuardState = {
  readonly hasToken: boolean;
  /** The account's route list; empty means it has to be rebuilt from the menu first. */
  readonly entries: readonly RouteEntry[];
  readonly mustChangePassword: boolean;
  /** Without a role there is nothing to open: the home screen shows the message. */
  readonly hasRole: boolean;
  /** Where `/` leads by the menu set; left out: home. */
  readonly home?: string | undefined;
  /** Whether this route's screen exists. */
  readonly isBuilt: (route: Route) => boolean;
};

export type Verdict =
  | { readonly kind: 'open'; readonly match: RouteMatch }
  /** A section without a target: its index of screens. */
  | { readonly kind: 'section'; readonly path: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'needsRoutes' };

const CHANGE_PASSWORD = '/changePassword/changePassword';
const NOT_FOUND = '/404';
/** Open to every signed-in account, whatever its route list says. */
const HOME = '/dashboard';
const ALWAYS = [HOME, NOT_FOUND, CHANGE_PASSWORD];

export const pathsOf = (entries: readonly RouteEntry[]): string[] =>
  entries.flatMap((entry) => [entry.path, ...pathsOf(entry.children)]);

/** The login page with the full path, as the browser shows it, to come back to. */
export const loginPath = (publicPath: string): string => `/login?redirect=${encodeURIComponent(publicPath)}`;

const redirect = (to: string): Verdict => ({ kind: 'redirect', to });

/**
 * Decides what happens to an address. `fullPath` has no English prefix; `publicPath` is the form the browser shows. The order
 * is the specification's: session, then route list, then the address itself.
 */
export function guard(fullPath: string, publicPath: string, state: GuardState): Verdict {
  const path = pathOf(fullPath);
  const match = routeOf(path);
  if (match && OPEN_WITHOUT_LOGIN.includes(match.route.path)) {
    return state.hasToken && match.route.path === '/login' ? redirect('/') : { kind: 'open', match };
  }
  if (!state.hasToken) return redirect(loginPath(publicPath));
  if (state.entries.length === 0) return { kind: 'needsRoutes' };
  if (state.mustChangePassword && path !== CHANGE_PASSWORD) return redirect(CHANGE_PASSWORD);

  const listed = new Set([...ALWAYS, ...pathsOf(state.entries)]);
  const isOpen = (route: Route) =>
    listed.has(route.path) && state.isBuilt(route) && (state.hasRole || route.path !== NOT_FOUND);
  const begin = path === '/' && state.home ? routeOf(state.home) : undefined;
  if (state.home && begin && isOpen(begin.route)) return redirect(state.home);
  const onward = redirectOf(path, (target) => {
    const found = routeOf(target);
    return found !== undefined && isOpen(found.route);
  });
  if (onward) return redirect(onward);
  if (match && isOpen(match.route)) return { kind: 'open', match };
  const isSection = SECTIONS.some((section) => section.path === path && section.redirect === undefined);
  if (isSection && !match && listed.has(path)) return { kind: 'section', path };
  if (!state.hasRole) return redirect(HOME);
  return path === NOT_FOUND
    ? { kind: 'open', match: { route: routeAt(NOT_FOUND), parameters: {} } }
    : redirect(NOT_FOUND);
}

/** After login: only a path of this console, else home. */
export function safeRedirect(given: string | null | undefined): string {
  if (!given?.startsWith('/') || /^\/[/\\]/.test(given)) return '/';
  const { path } = splitPrefix(given);
  const known = routeOf(path) !== undefined || SECTIONS.some((section) => section.path === pathOf(path));
  return known && pathOf(path) !== '/login' ? path : '/';
}

const DETAILS = ['Lt', 'Yd', 'Dx'].map((carrier) => `/cardsManagement/cardDetail${carrier}`);

/** Whether this navigation sets, clears or keeps the flag «the card list came from a sibling list». */
export function siblingFlag(from: string | undefined, to: string): 'set' | 'clear' | 'keep' {
  if (from === undefined || pathOf(from) === pathOf(to) || !DETAILS.includes(pathOf(to))) return 'keep';
  return comesFromSiblingList(pathOf(from), pathOf(to)) ? 'set' : 'clear';
}
