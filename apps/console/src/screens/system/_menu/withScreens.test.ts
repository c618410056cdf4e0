import { expect, test } from 'vitest';
import { inWholeLevel, withScreens } from './withScreens.ts';

const entry = (key: string, parentKey: string | null, kind: 'directory' | 'page' | 'button') => ({
  key,
  parentKey,
  kind,
});
const TREE = [
  entry('/a', null, 'directory'),
  entry('/a/built', '/a', 'page'),
  entry('a.do', '/a/built', 'button'),
  entry('/a/later', '/a', 'page'),
  entry('a.later', '/a/later', 'button'),
  entry('/b', null, 'directory'),
  entry('/b/later', '/b', 'page'),
  entry('/empty', null, 'directory'),
  entry('/top', null, 'page'),
];
const keys = (isLeading: (key: string) => boolean) =>
  withScreens(TREE, ({ key }) => isLeading(key)).map(({ key }) => key);

test('a page without a screen goes with its buttons, a section with its last page', () => {
  expect(keys((key) => !key.endsWith('later'))).toEqual(['/a', '/a/built', 'a.do', '/empty', '/top']);
  expect(keys(() => true)).toEqual(TREE.map(({ key }) => key));
});

test('what is shown changes places among itself, what is not stays where it was', () => {
  expect(inWholeLevel(['a', 'x', 'b', 'y', 'c'], ['b', 'a', 'c'])).toEqual(['b', 'x', 'a', 'y', 'c']);
});
