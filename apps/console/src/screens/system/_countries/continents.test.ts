import { expect, test } from 'vitest';
import { byContinent } from './continents.ts';

test('countries stand under their continent, each once, in one order', () => {
  const codes = (list: readonly string[]) =>
    byContinent(list.map((code) => ({ code }))).map(({ key, countries }) => [key, countries.map(({ code }) => code)]);
  expect(codes(['US', 'FR', 'CN', 'DE', 'ZZ'])).toEqual([
    ['asia', ['CN']],
    ['europe', ['FR', 'DE']],
    ['northAmerica', ['US']],
    ['elsewhere', ['ZZ']],
  ]);
});
