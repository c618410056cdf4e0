import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeAt } from '@cardinal/contract/routes/matching.ts';
import { ROUTES, type Route, type RoutePath } from '@cardinal/contract/routes/table.ts';
import { expect, test } from 'vitest';

const screens = join(import.meta.dirname, '../apps/console/src/screens');
const LIST = join(import.meta.dirname, 'missingScreens.txt');

/** A route's file, as the console looks for it: parameters stand in the name with a dollar sign. */
const fileOf = (path: string) => join(screens, `${path.slice(1).replace(/\/:(\w+)/g, '.$$$1')}.tsx`);

/** `/` is no screen: it redirects to the home page. */
const LEADS_ON = ['/'];

function isBuilt(route: Pick<Route, 'path' | 'sameScreenAs'>): boolean {
  if (LEADS_ON.includes(route.path) || existsSync(fileOf(route.path))) return true;
  return route.sameScreenAs !== undefined && isBuilt(routeAt(route.sameScreenAs as RoutePath));
}

const missing = ROUTES.filter((route) => !isBuilt(route)).map(({ path }) => path);
const listed = readFileSync(LIST, 'utf8').split('\n').filter(Boolean);

test('the list of screens nobody has built is what is really missing', () => {
  expect(
    missing.filter((path) => !listed.includes(path)),
    'gone, and not on the list',
  ).toEqual([]);
  expect(
    listed.filter((path) => !missing.includes(path as RoutePath)),
    'built or unknown: off the list',
  ).toEqual([]);
});

test('every screen file stands at a route', () => {
  const files = readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !/(^|\/)_/.test(file) && !file.endsWith('.test.tsx'),
  );
  const known = new Set(ROUTES.map(({ path }) => fileOf(path)));
  expect(files.map((file) => join(screens, file)).filter((file) => !known.has(file))).toEqual([]);
});
