import { expect, test } from 'vitest';
import { kindOf, readSearch } from './searchInput.ts';

test.each([
  ['89860112345678901234', 'iccid'],
  ['8986011234567890123', 'iccid'],
  ['89049032123451234512345678901235', 'eid'],
  ['460011234567890', 'imsi'],
  ['490154203237518', 'imei'],
  ['13800138000', 'number'],
  ['1440012345678', 'number'],
  ['8986', 'fragment'],
  ['TW0TX56RI5Q3', 'taskNo'],
  ['甲代理', 'words'],
  ['898', 'words'],
])('%s reads as %s', (item, kind) => {
  expect(kindOf(item)).toBe(kind);
});

test('what people paste is taken apart: commas, lines, cells of a sheet, numbers written with blanks', () => {
  const { items } = readSearch(
    '8986 0112 3456 7890 1234，89860112345678905555\r\n13800138000\t460011234567890;\n89860112345678901234\n甲 代理',
  );
  expect(items.map((item) => item.typed)).toEqual([
    '89860112345678901234',
    '89860112345678905555',
    '13800138000',
    '460011234567890',
    '甲 代理',
  ]);
  expect(readSearch('89860112345678901234 89860112345678905555').items).toHaveLength(2);
});

test('what cannot be written down is left out', () => {
  expect(readSearch('13800138000\u0000,\ud800甲代理\u0007').items.map((item) => item.typed)).toEqual([
    '13800138000',
    '甲代理',
  ]);
});

test('a thousand items are taken, and more are said to be cut', () => {
  const { items, isCut } = readSearch(
    Array.from({ length: 1_001 }, (_, n) => `1380013${String(n).padStart(4, '0')}`).join(),
  );
  expect([items.length, isCut]).toEqual([1_000, true]);
  expect(readSearch(' ,\n ')).toEqual({ items: [], isCut: false });
});
