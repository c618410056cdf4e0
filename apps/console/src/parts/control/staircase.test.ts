import { expect, test } from 'vitest';
import { heightOf, stairsOf } from './staircase.ts';

const tier = (afterBytes: string, kbps: number) => ({ month: null, afterBytes, kbps });

test('a staircase begins without a limit, unless the first tier begins at zero', () => {
  expect(stairsOf([tier('5', 512)]).map(({ kbps }) => kbps)).toEqual([null, 512]);
  expect(stairsOf([tier('0', 512), tier('5', 128)]).map(({ kbps }) => kbps)).toEqual([512, 128]);
});

test('slower is lower, and every speed is within the drawing and below «unlimited»', () => {
  const speeds = [150_000, 10_000, 1024, 512, 128, 1];
  const heights = [null, ...speeds].map((kbps) => heightOf(kbps, speeds));
  expect(heights).toEqual(heights.toSorted((a, b) => b - a));
  expect(new Set(heights).size).toBe(heights.length);
  expect(heights.every((height) => height > 0 && height <= 1)).toBe(true);
  expect(heightOf(512, [512])).toBeLessThan(heightOf(null, [512]));
});
