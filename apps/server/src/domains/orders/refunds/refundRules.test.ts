import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Refundable, refundPart } from './refundRules.ts';

const shanghai = (local: string) => new Date(`${local}+08:00`);
const record = (given: Partial<Refundable> = {}): Refundable => ({
  rule: 'proRataDays',
  hasStarted: true,
  startsAt: shanghai('2026-03-10T15:00:00'),
  endsAt: shanghai('2026-04-01T00:00:00'),
  zone: 'Asia/Shanghai',
  flowBytes: 1_000n,
  usedBytes: 250n,
  ...given,
});
const part = (given: Partial<Refundable>, now = shanghai('2026-03-15T00:00:00')) => {
  const { of, whole } = refundPart(record(given), now);
  return `${of}/${whole}`;
};

describe('by days', () => {
  test('a day begun is used, the first and the last one count whole', () => {
    // 10 to 31 March are 22 days.
    expect(part({}, shanghai('2026-03-10T15:00:01'))).toBe('21/22');
    expect(part({}, shanghai('2026-03-11T00:00:00'))).toBe('20/22');
    expect(part({}, shanghai('2026-03-31T00:00:00'))).toBe('0/22');
    expect(part({}, shanghai('2026-05-01T00:00:00'))).toBe('0/22');
  });

  test('29 February is a day, and a day of New York with 23 hours is one too', () => {
    const february = { startsAt: shanghai('2028-02-01T00:00:00'), endsAt: shanghai('2028-03-01T00:00:00') };
    expect(part(february, shanghai('2028-02-28T12:00:00'))).toBe('1/29');
    const newYork = {
      zone: 'America/New_York',
      startsAt: new Date('2026-03-01T05:00:00Z'),
      endsAt: new Date('2026-04-01T04:00:00Z'),
    };
    expect(part(newYork, new Date('2026-03-08T06:30:00Z'))).toBe('23/31');
    expect(part(newYork, new Date('2026-03-09T04:30:00Z'))).toBe('22/31');
  });
});

test('what has not begun is given back whole, whatever its rule but none', () => {
  for (const rule of ['wholeUnstarted', 'proRataDays', 'proRataVolume'] as const)
    expect(part({ rule, hasStarted: false })).toBe('1/1');
  expect(part({ rule: 'none', hasStarted: false })).toBe('0/1');
});

test('what has begun is not given back by the whole', () => {
  expect(part({ rule: 'wholeUnstarted' })).toBe('0/1');
  expect(part({ rule: 'none' })).toBe('0/1');
});

test('by volume: what is unused; nothing of what is unlimited, used up or not known', () => {
  expect(part({ rule: 'proRataVolume' })).toBe('750/1000');
  expect(part({ rule: 'proRataVolume', flowBytes: null })).toBe('0/1');
  expect(part({ rule: 'proRataVolume', usedBytes: 1_001n })).toBe('0/1');
  expect(part({ rule: 'proRataVolume', usedBytes: null })).toBe('0/1');
});

test('a part is between nothing and the whole, and never grows with time', () => {
  const moment = fc.date({
    min: shanghai('2026-02-01T00:00:00'),
    max: shanghai('2026-05-01T00:00:00'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, moment, fc.constantFrom('Asia/Shanghai', 'America/New_York'), (a, b, zone) => {
      const [early, late] = a < b ? [a, b] : [b, a];
      const [first, second] = [early, late].map((now) => refundPart(record({ zone }), now));
      expect(first!.of >= second!.of && second!.of >= 0n && first!.of <= first!.whole).toBe(true);
    }),
  );
});
