import { expect, it } from 'vitest';
import { certificateAlarm, daysLeft } from './certificateDays.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

it.each([
  ['2026-04-01T00:00:00Z', 31, undefined],
  ['2026-03-31T00:00:00Z', 30, 30],
  ['2026-03-08T00:00:01Z', 8, 30],
  ['2026-03-08T00:00:00Z', 7, 7],
  ['2026-03-02T00:00:00Z', 1, 1],
  ['2026-03-01T00:00:01Z', 1, 1],
  ['2026-03-01T00:00:00Z', 0, 1],
  ['2026-02-01T00:00:00Z', -28, 1],
] as const)('warns of a certificate that ends at %s', (at, days, alarm) => {
  expect(daysLeft(at, NOW)).toBe(days);
  expect(certificateAlarm(days)).toBe(alarm);
});
