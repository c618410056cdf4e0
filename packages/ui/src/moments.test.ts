import fc from 'fast-check';
import { expect, it } from 'vitest';
import { relativeTime, spokenDuration, wallTime } from './moments.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

it('writes a time in a named zone', () => {
  expect(wallTime('2026-11-20T18:30:05+00:00', 'Asia/Shanghai')).toBe('2026-11-21 02:30:05');
});

it('leaves alone what is no time', () => {
  expect(wallTime('soon')).toBe('soon');
  expect(relativeTime('soon', now, 'en')).toBe('soon');
});

it.each([
  ['2026-11-21T07:57:00Z', '3 分钟前', '3 minutes ago'],
  ['2026-11-19T08:00:00Z', '前天', '2 days ago'],
  ['2026-11-21T10:00:00Z', '2 小时后', 'in 2 hours'],
  ['2026-11-21T07:59:55Z', '刚刚', 'just now'],
])('says how far %s is', (at, zh, en) => {
  expect(relativeTime(at, now, 'zh_CN')).toBe(zh);
  expect(relativeTime(at, now, 'en')).toBe(en);
});

it.each([
  [0, '不到 1 秒', 'under 1 s'],
  [25, '25 秒', '25 s'],
  [125, '2 分 5 秒', '2 min 5 s'],
  [3600, '1 小时', '1 h'],
  [3_725, '1 小时 2 分', '1 h 2 min'],
  [90_061, '1 天 1 小时', '1 d 1 h'],
])('says how long %i seconds are', (seconds, zh, en) => {
  expect(spokenDuration(seconds, 'zh_CN')).toBe(zh);
  expect(spokenDuration(seconds, 'en')).toBe(en);
});

it('no age and no rest of time is nought', () => {
  const nought = /(^|\D)0 |-\d/;
  fc.assert(
    fc.property(
      fc.double({ min: -2e9, max: 2e9, noNaN: true }),
      fc.constantFrom('zh_CN', 'en'),
      (seconds, language) => {
        expect(relativeTime(now + seconds * 1000, now, language)).not.toMatch(nought);
        expect(spokenDuration(seconds, language)).not.toMatch(nought);
      },
    ),
  );
});
