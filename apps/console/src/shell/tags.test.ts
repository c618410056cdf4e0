import { text } from '@cardinal/primitives/text.ts';
import { expect, it } from 'vitest';
import { alivePaths, closed, MAX_ALIVE, refreshed, type Tag, visit } from './tags.ts';

const opened = (...paths: string[]): Tag[] =>
  paths.reduce<Tag[]>(
    (tags, path) => visit(tags, { path, fullPath: `${path}?p=1`, title: text(path, path), keepsState: true }),
    [],
  );
const paths = (tags: readonly Tag[]) => tags.map((tag) => tag.path);
const none = () => false;

it('opens a screen once and remembers the filters it was left with', () => {
  const tags = visit(opened('/a', '/b'), { path: '/a', fullPath: '/a?p=2', title: text('a', 'a'), keepsState: true });
  expect(paths(tags)).toEqual(['/a', '/b']);
  expect(tags[0]!.fullPath).toBe('/a?p=2');
});

it('keeps home first and never closes it', () => {
  const tags = opened('/a', '/dashboard', '/b');
  expect(paths(tags)).toEqual(['/dashboard', '/a', '/b']);
  expect(paths(closed(tags, '/b', () => true).tags)).toEqual(['/dashboard']);
  expect(closed(tags, '/b', () => true).goTo).toBe('/dashboard?p=1');
});

it.each([
  ['/b', ['/a', '/c'], '/c?p=1'],
  ['/c', ['/a', '/b'], '/b?p=1'],
])('closing %s shows its neighbour', (path, left, goTo) => {
  const result = closed(opened('/a', '/b', '/c'), path, (tag) => tag.path === path);
  expect(paths(result.tags)).toEqual(left);
  expect(result.goTo).toBe(goTo);
});

it('stays where it is when others are closed', () => {
  const result = closed(opened('/a', '/b', '/c'), '/b', (tag) => tag.path !== '/b');
  expect(paths(result.tags)).toEqual(['/b']);
  expect(result.goTo).toBeUndefined();
});

it('goes home when nothing is left', () => {
  expect(closed(opened('/a'), '/a', () => true)).toEqual({ tags: [], goTo: '/dashboard' });
});

it('a refresh builds only that screen anew', () => {
  expect(refreshed(opened('/a', '/b'), '/b').map((tag) => tag.generation)).toEqual([0, 1]);
});

it('keeps the screens looked at last, and those with unsaved input whatever happens', () => {
  const many = opened(...Array.from({ length: 40 }, (_, at) => `/${at}`));
  const alive = alivePaths(many, '/39', (path) => path === '/0');
  expect(alive.size).toBe(MAX_ALIVE);
  expect(alive.has('/0')).toBe(true);
  expect(alive.has('/38')).toBe(true);
  expect(alive.has('/1')).toBe(false);
  expect(alivePaths([{ ...many[0]!, keepsState: false }], '/39', none)).toEqual(new Set(['/39']));
});
