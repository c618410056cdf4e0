import { expect, test } from 'vitest';
import { isDue } from './scheduleRules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1_000);

test('due after its time, with half a minute of grace; never with 0; at once when there was none', () => {
  expect(isDue(300, at(0), at(200))).toBe(false);
  expect(isDue(300, at(0), at(269))).toBe(false);
  expect(isDue(300, at(0), at(270))).toBe(true);
  expect(isDue(300, null, at(0))).toBe(true);
  expect(isDue(0, null, at(0))).toBe(false);
  expect(isDue(0, at(0), at(1_000_000))).toBe(false);
});
