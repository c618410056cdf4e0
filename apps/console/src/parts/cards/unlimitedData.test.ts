import { expect, it } from 'vitest';
import { hasUnlimitedData } from './unlimitedData.ts';

const now = Date.parse('2026-11-26T00:00:00Z');
const [later, earlier] = ['2026-12-01T00:00:00Z', '2026-11-01T00:00:00Z'];

it.each([
  [{ flowTotal: null, packageEndsAt: later }, true],
  [{ flowTotal: '0', packageEndsAt: later }, false],
  [{ flowTotal: '1073741824', packageEndsAt: later }, false],
  [{ flowTotal: null, packageEndsAt: earlier }, false],
  [{ flowTotal: null, packageEndsAt: null }, false],
])('tells unlimited data from none: %j is %s', (card, is) => {
  expect(hasUnlimitedData(card, now)).toBe(is);
});
