import { expect, it } from 'vitest';
import { VIRTUAL_FROM, visibleRows } from './visibleRows.ts';

it('draws everything below the bound', () => {
  expect(visibleRows(VIRTUAL_FROM - 1, 40, 0, 400)).toEqual({ from: 0, to: 49, above: 0, below: 0 });
});

it.each([0, 1, 399, 4000, 7600, 8000, 1e6])('at %i px the room stays the same and what is in sight is drawn', (top) => {
  const window = visibleRows(200, 40, top, 400);
  expect(window.above + window.below + (window.to - window.from) * 40).toBe(200 * 40);
  const first = Math.min(Math.floor(top / 40), 199);
  expect(window.from).toBeLessThanOrEqual(first);
  expect(window.to).toBeGreaterThanOrEqual(Math.min(200, first + 10));
  expect(window.to - window.from).toBeLessThanOrEqual(31);
});
