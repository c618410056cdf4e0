import type { TileFigure } from '@cardinal/contract/api/reports/dashboard.ts';
import { expect, it } from 'vitest';
import { addressOf, byUrgency, shownFigures } from './figures.ts';

const list = (path: string) => ({ path, query: { lifecycle: 'stopped' } });
const figure = (kind: TileFigure['kind'], count: number, over: Partial<TileFigure> = {}): TileFigure => ({
  key: 'stopped',
  words: '已停机',
  kind,
  count,
  tone: 'plain',
  link: list(`/kind/${kind}`),
  ...over,
});

it('adds the kinds up and keeps the list of each that has any', () => {
  const [shown, ...others] = shownFigures([figure(1, 7), figure(2, 0), figure(3, 5, { tone: 'bad' })]);
  expect(others).toEqual([]);
  expect(shown).toMatchObject({ count: 12, tone: 'bad' });
  expect(shown?.parts.map((part) => [part.kind, part.count])).toEqual([
    [1, 7],
    [3, 5],
  ]);
});

it('a zero still leads to its empty list', () => {
  const [shown] = shownFigures([figure(1, 0), figure(2, 0)]);
  expect(shown?.parts).toEqual([{ kind: 1, count: 0, link: list('/kind/1') }]);
});

it('figures keep their order and do not mix', () => {
  const shown = shownFigures([figure(1, 1), figure(1, 2, { key: 'online', words: '在线' }), figure(2, 3)]);
  expect(shown.map((each) => [each.key, each.count])).toEqual([
    ['stopped', 4],
    ['online', 2],
  ]);
});

it('a filter stands in the address as the list reads it', () => {
  expect(addressOf(list('/cards'))).toBe('/cards?lifecycle=stopped');
  expect(addressOf({ path: '/cards', query: {} })).toBe('/cards');
  expect(addressOf({ path: '/cards', query: { state: ['on', 'off'] } })).toBe('/cards?state=on&state=off');
});

it('what needs somebody comes first and what is nought is folded', () => {
  const shown = shownFigures([
    figure(1, 3, { key: 'online', tone: 'good' }),
    figure(1, 0, { key: 'expired', tone: 'bad' }),
    figure(1, 2, { key: 'silent', tone: 'warning' }),
    figure(1, 1, { key: 'failed', tone: 'bad' }),
    figure(1, 9, { key: 'activated' }),
  ]);
  const { some, noughts } = byUrgency(shown);
  expect(some.map(({ key }) => key)).toEqual(['failed', 'silent', 'online', 'activated']);
  expect(noughts.map(({ key }) => key)).toEqual(['expired']);
});
