import { expect, test } from 'vitest';
import { lineOf, readJson } from './jsonPlaces.ts';

const written = `{
  "a": {
    "b": [1, "two",
      {"c": null}],
    "d": -1.5e2
  },
  "e": "q\\"\\u4e2d"
}`;

test('values are those of JSON, and each place has its line', () => {
  const read = readJson(written);
  if (read.fault) throw new Error(read.fault.text.en);
  expect(read.value).toEqual(JSON.parse(written));
  const lines = ['', 'a', 'a.b', 'a.b.1', 'a.b.2.c', 'a.d', 'e'].map((place) => lineOf(read.places, place));
  expect(lines).toEqual([1, 2, 3, 3, 4, 5, 7]);
  // A missing value is reported at its expected place.
  expect(lineOf(read.places, 'a.b.2.nosuch.deep')).toBe(4);
});

test.each([
  ['{\n "a": 1,\n}', 3],
  ['{\n "a" 1}', 2],
  ['{"a": [1\n 2]}', 2],
  ['{"a": 1}\n x', 2],
  ['{\n "a": 1,\n "a": 2}', 3],
  ["{\n 'a': 1}", 2],
  ['{"a": tru}', 1],
  ['{"a": "x\ny"}', 1],
  ['', 1],
  ['['.repeat(500), 1],
])('%j is wrong on line %i', (text, line) => {
  expect(readJson(text).fault?.line).toBe(line);
});
