import { expect, it } from 'vitest';
import { countSelected, NOTHING, pageTick, rangeOf, type Selection, select } from './selection.ts';

const page = ['1', '2', '3', '4'];
const ids = (selection: Selection) => (selection.kind === 'rows' ? [...selection.ids].sort() : 'filtered');

it('keeps what was picked on other pages', () => {
  const picked = select(select(NOTHING, ['9'], true, page), ['1', '2'], true, page);
  expect(ids(picked)).toEqual(['1', '2', '9']);
  expect(ids(select(picked, ['1'], false, page))).toEqual(['2', '9']);
  expect(countSelected(picked, 20_000)).toBe(3);
});

it('all filtered counts all, and dropping one leaves the rest of the page', () => {
  const all: Selection = { kind: 'filtered' };
  expect(countSelected(all, 20_000)).toBe(20_000);
  expect(pageTick(all, page)).toBe('all');
  expect(ids(select(all, ['2'], false, page))).toEqual(['1', '3', '4']);
});

it('the head of the column knows how much of the page is picked', () => {
  expect(pageTick(NOTHING, page)).toBe('none');
  expect(pageTick(NOTHING, [])).toBe('none');
  expect(pageTick(select(NOTHING, ['1'], true, page), page)).toBe('some');
  expect(pageTick(select(NOTHING, page, true, page), page)).toBe('all');
});

it('Shift picks from the last row to this one, in either direction', () => {
  expect(rangeOf(page, '3', '1')).toEqual(['1', '2', '3']);
  expect(rangeOf(page, '2', '4')).toEqual(['2', '3', '4']);
  expect(rangeOf(page, 'elsewhere', '4')).toEqual(['4']);
  expect(rangeOf(page, undefined, '4')).toEqual(['4']);
});
