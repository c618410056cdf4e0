import { expect, test } from 'vitest';
import {
  type Contribution,
  combineContributions,
  contributionFaults,
  extensionList,
  extensionMap,
  extensionPoint,
} from './contributions.ts';

const productUse = extensionPoint<number>('catalogue.productUse');
const closedPages = extensionList<string>('settings.closedPages');
const readers = extensionMap('cards.readers', ({ kind }: { kind: string; every: number }) => kind);

const room = (name: string, needs: readonly string[], ...contributes: readonly Contribution[]) => ({
  name,
  needs,
  contributes,
});

test('each point combines what the rooms contribute, in their order', () => {
  const contributed = combineContributions([
    closedPages.with('b'),
    productUse.with(3),
    readers.with({ kind: 'usage', every: 1 }, { kind: 'status', every: 2 }),
    closedPages.with('a', 'c'),
  ]);
  expect(contributed(productUse)).toBe(3);
  expect(contributed(closedPages)).toEqual(['b', 'a', 'c']);
  expect(contributed(readers).get('status')?.every).toBe(2);
});

test('a point nobody contributes to is empty, and two apps share nothing', () => {
  const one = combineContributions([productUse.with(3), closedPages.with('a')]);
  const other = combineContributions([]);
  expect([other(productUse), other(closedPages), other(readers).size]).toEqual([undefined, [], 0]);
  expect([one(productUse), one(closedPages)]).toEqual([3, ['a']]);
});

test('a room contributes to itself, to the framework and to rooms it needs', () => {
  const hidden = extensionPoint<number>('framework.hidden');
  const own = room(
    'cards',
    ['catalogue'],
    productUse.with(3),
    readers.with({ kind: 'usage', every: 1 }),
    hidden.with(1),
  );
  expect(contributionFaults([room('catalogue', []), own])).toEqual([]);
  expect(contributionFaults([room('cards', [], productUse.with(3))])).toEqual([
    'Room cards contributes to catalogue.productUse without needing catalogue',
  ]);
});

test('two points of one name and two values for one place are refused', () => {
  const twin = extensionPoint<number>('catalogue.productUse');
  const needs = ['catalogue', 'cards', 'settings'];
  const reader = readers.with({ kind: 'usage', every: 1 });
  const list = closedPages.with('a');
  expect(
    contributionFaults([room('a', needs, productUse.with(3), reader, list), room('b', needs, reader, list)]),
  ).toEqual(['cards.readers usage is contributed twice']);
  expect(contributionFaults([room('a', needs, productUse.with(3)), room('b', needs, productUse.with(3))])).toEqual([
    'catalogue.productUse is contributed twice',
  ]);
  expect(contributionFaults([room('a', needs, productUse.with(3)), room('b', needs, twin.with(4))])).toContain(
    'Two extension points are named catalogue.productUse',
  );
});
