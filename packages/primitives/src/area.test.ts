import { expect, test } from 'vitest';
import { type Corner, isWithin } from './area.ts';

const square: Corner[] = [
  [113, 22],
  [115, 22],
  [115, 24],
  [113, 24],
];
/** An L: the square without its north-east quarter. */
const bent: Corner[] = [
  [113, 22],
  [115, 22],
  [115, 23],
  [114, 23],
  [114, 24],
  [113, 24],
];

test.each<[string, Corner, Corner[], boolean]>([
  ['the middle', [114, 23.1], square, true],
  ['the same drawn the other way round', [114, 23.1], [...square].reverse(), true],
  ['to the west', [112.9, 23], square, false],
  ['to the north', [114, 24.1], square, false],
  ['level with a corner', [116, 22], square, false],
  ['the quarter that is left out', [114.5, 23.5], bent, false],
  ['the arm of it', [113.5, 23.5], bent, true],
  ['a line encloses nothing', [114, 23], square.slice(0, 2), false],
  ['nothing encloses nothing', [114, 23], [], false],
])('%s', (_, place, corners, expected) => expect(isWithin(place, corners)).toBe(expected));
