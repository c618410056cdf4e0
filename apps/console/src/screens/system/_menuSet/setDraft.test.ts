import { expect, it } from 'vitest';
import {
  canMove,
  childrenOf,
  draftOf,
  entriesOf,
  menuOfDraft,
  missingFrom,
  moved,
  renamedIn,
  shareOf,
  type TreeEntry,
  withEntry,
} from './setDraft.ts';

const entry = (key: string, parentKey: string | null, kind: TreeEntry['kind']): TreeEntry => ({
  key,
  parentKey,
  kind,
  zh: key,
  en: key,
  lockedBy: null,
});
const A = entry('/a', null, 'directory');
const A1 = entry('/a/1', '/a', 'page');
const A2 = entry('/a/2', '/a', 'page');
const B = entry('/b', null, 'page');
const TREE = [A, A1, A2, B];
const plain = (...keys: string[]) => keys.map((key) => ({ key, zh: null, en: null }));

it('a new set has everything, in the order of the menu', () => {
  expect(entriesOf(TREE, draftOf(TREE, undefined))).toEqual(plain('/a', '/a/1', '/a/2', '/b'));
});

it('a set comes back as it was kept, with its titles and order', () => {
  const kept = [...plain('/b'), { key: '/a', zh: '甲', en: null }, ...plain('/a/2')];
  expect(entriesOf(TREE, draftOf(TREE, kept))).toEqual(kept);
});

it('a directory goes with its last page and comes back with all of them', () => {
  const draft = withEntry(TREE, draftOf(TREE, undefined), A1, false);
  expect(shareOf(TREE, draft, A)).toBe('some');
  const none = withEntry(TREE, draft, A2, false);
  expect(entriesOf(TREE, none)).toEqual(plain('/b'));
  expect(shareOf(TREE, withEntry(TREE, none, A, true), A)).toBe('all');
});

it('an entry moves among its neighbours and stays at the end', () => {
  const down = moved(TREE, draftOf(TREE, undefined), A1, 1);
  expect(childrenOf(TREE, down, '/a').map(({ key }) => key)).toEqual(['/a/2', '/a/1']);
  expect(moved(TREE, down, A1, 1)).toEqual(down);
  expect([A1, A2].map((each) => [canMove(TREE, down, each, -1), canMove(TREE, down, each, 1)])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(childrenOf(TREE, moved(TREE, down, A, 1), null).map(({ key }) => key)).toEqual(['/b', '/a']);
});

it('a preview shows the draft under its own titles, and what of the menu above it leaves out', () => {
  const draft = withEntry(
    TREE,
    draftOf(TREE, [...plain('/a', '/a/1', '/a/2'), { key: '/b', zh: '乙', en: null }]),
    A1,
    false,
  );
  expect(menuOfDraft(TREE, draft).map(({ title, pages }) => [title.zh, pages.map(({ key }) => key)])).toEqual([
    ['/a', ['/a/2']],
    ['乙', []],
  ]);
  expect(missingFrom(TREE, draft)).toEqual([A1]);
});

it('says which entries it holds under another title, and not those it leaves out or whose title is the menu’s', () => {
  const titles = { '/a': { zh: '甲', en: '' }, '/a/1': { zh: ' ', en: '' }, '/b': { zh: '乙', en: 'Bee' } };
  const draft = { ...withEntry(TREE, draftOf(TREE, undefined), B, false), titles };
  expect(renamedIn(TREE, draft)).toEqual([{ from: A, to: { zh: '甲', en: '/a' } }]);
});
