import { routeAt, routeOf } from '@cardinal/contract/routes/matching.ts';
import type { Route, RoutePath } from '@cardinal/contract/routes/table.ts';
import type { ComponentType } from 'react';

export type ScreenModule = { readonly default: ComponentType };
type Load = () => Promise<ScreenModule>;

/** Every file below `screens/` is a screen at its own address; folders and files named `_x` are parts of screens. */
const FILES = import.meta.glob<ScreenModule>([
  '../screens/**/*.tsx',
  '!../screens/**/_*/**',
  '!../screens/**/_*.tsx',
  '!../screens/**/*.test.tsx',
]);

/** `/cardsManagement/cardDetailOther/:cid` → `cardsManagement/cardDetailOther.$cid.tsx`. */
export const fileOf = (path: string): string => `${path.slice(1).replace(/\/:(\w+)/g, '.$$$1')}.tsx`;

/** The loader of a route's screen; undefined if it does not exist. */
export function screenOf(route: Pick<Route, 'path' | 'sameScreenAs'>): Load | undefined {
  const own = FILES[`../screens/${fileOf(route.path)}`];
  if (own || !route.sameScreenAs) return own;
  return screenOf(routeAt(route.sameScreenAs as RoutePath));
}

/** Whether there is a screen at an address; menus leave out what has none. */
export const isBuiltPath = (path: string): boolean => {
  const match = routeOf(path);
  return match !== undefined && screenOf(match.route) !== undefined;
};
