import { expect, it } from 'vitest';
import { lastPage, offeredPages } from './Pagination.tsx';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 0, 9]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [4, 9, [1, 2, 3, 4, 5, 0, 9]],
  [9, 9, [1, 0, 8, 9]],
])('on page %i of %i', (current, last, pages) => {
  expect(offeredPages(current, last)).toEqual(pages);
});

it('pages after the farthest one are not offered', () => {
  expect(lastPage(1_000_000, 20, 500)).toBe(500);
  expect(lastPage(90, 20, 500)).toBe(5);
  expect(lastPage(90, 20)).toBe(5);
  expect(lastPage(0, 20)).toBe(1);
});
