import { expect, test } from 'vitest';
import { afterCall, breakerOf, HEALTHY, type Health, OPENS_AFTER, type Sign } from './breakerRules.ts';

const after = (health: Health, signs: readonly Sign[], now: number) =>
  signs.reduce((so, sign) => afterCall(so, sign, now), health);
const silent = (count: number): Sign[] => Array.from({ length: count }, () => 'silent');

test('single failures change nothing; an answer forgets them', () => {
  const shaken = after(HEALTHY, silent(OPENS_AFTER - 1), 0);
  expect(breakerOf(shaken, 0)).toBe('closed');
  expect(afterCall(shaken, 'alive', 0)).toEqual(HEALTHY);
});

test('a row of failures opens it, a probe that fails doubles the time, one answer closes it', () => {
  const open = after(HEALTHY, silent(OPENS_AFTER), 0);
  expect(open.openUntil).toBe(10_000);
  expect(breakerOf(open, 9_999)).toBe('open');
  expect(breakerOf(open, 10_000)).toBe('probing');
  const again = afterCall(open, 'unreachable', 10_000);
  expect(again.openUntil).toBe(30_000);
  expect(afterCall(again, 'alive', 30_000)).toEqual(HEALTHY);
});

test('the time stays below five minutes, and late ends of calls do not lengthen it', () => {
  let health = after(HEALTHY, silent(OPENS_AFTER), 0);
  const first = health.openUntil;
  expect(after(health, silent(20), 5_000).openUntil).toBe(first);
  for (let n = 0; n < 12; n++) health = afterCall(health, 'silent', health.openUntil ?? 0);
  const before = health.openUntil ?? 0;
  expect((afterCall(health, 'silent', before).openUntil ?? 0) - before).toBe(300_000);
});

test('wrong credentials open it at once', () => {
  expect(afterCall(HEALTHY, 'badCredentials', 0).openUntil).toBe(300_000);
});
