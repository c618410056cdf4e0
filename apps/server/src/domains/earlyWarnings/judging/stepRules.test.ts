import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Point } from './metrics.ts';
import { isBack, isBeyond, replay, stepOf, type Terms, type Watched, worse } from './stepRules.ts';

const MINUTE = 60_000;
const at = (minute: number) => new Date(minute * MINUTE);
const terms = (but: Partial<Terms> = {}): Terms => ({ side: 'below', limit: 100n, holdMs: 0, ...but });
const sides = fc.constantFrom('below' as const, 'above' as const);
const values = fc.array(fc.bigInt({ min: -50n, max: 250n }), { minLength: 1, maxLength: 60 });

/** What opens and ends, minute by minute. */
function course(given: readonly (bigint | null)[], of: Terms): string[] {
  let watched: Watched | undefined;
  return given.map((value, minute) => {
    const step = stepOf(watched, value, at(minute), of);
    watched = step.watched;
    return step.does;
  });
}

test.each([
  ['below', 100n, { 99: [true, false], 100: [false, false], 109: [false, false], 110: [false, true] }],
  ['above', 20n, { 20: [true, false], 19: [false, false], 18: [false, true] }],
  ['above', 1n, { 1: [true, false], 0: [false, true] }],
  ['below', 0n, { '-1': [true, false], 0: [false, true] }],
] as const)('%s %s: beyond, back', (side, limit, cases) => {
  for (const [value, expected] of Object.entries(cases)) {
    const at = BigInt(value);
    expect([isBeyond({ side, limit }, at), isBack({ side, limit }, at)]).toEqual(expected);
  }
});

test('no value is both beyond and back, and what is worse than a value beyond is beyond too', () => {
  fc.assert(
    fc.property(
      sides,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 13n }),
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 13n }),
      (side, limit, a, b) => {
        expect(isBeyond({ side, limit }, a) && isBack({ side, limit }, a)).toBe(false);
        const worst = worse(terms({ side, limit }), a, b);
        if (isBeyond({ side, limit }, a)) expect(isBeyond({ side, limit }, worst)).toBe(true);
      },
    ),
  );
});

test('opening and ending alternate, whatever the values, and what is not known does nothing', () => {
  fc.assert(
    fc.property(sides, values, fc.integer({ min: 0, max: 5 }), (side, given, hold) => {
      const done = course(given, terms({ side, holdMs: hold * MINUTE })).filter((each) => each !== 'nothing');
      expect(done).toEqual(done.map((_, place) => (place % 2 === 0 ? 'open' : 'end')));
    }),
  );
  expect(course([null, 5n, null, 5n, null], terms())).toEqual(['nothing', 'open', 'nothing', 'nothing', 'nothing']);
});

test('what flaps within the hold time is nothing; once open it ends only when it was back so long without a break', () => {
  const held = terms({ side: 'above', limit: 20n, holdMs: 3 * MINUTE });
  expect(course([50n, 0n, 50n, 0n, 50n, 50n], held)).not.toContain('open');
  expect(course([50n, 50n, 50n, 50n, 0n, 0n, 50n, 0n, 0n, 0n, 0n], held)).toEqual(
    'nothing nothing nothing open nothing nothing nothing nothing nothing nothing end'.split(' '),
  );
});

test('replaying the values of every minute finds what judging each minute found', () => {
  fc.assert(
    fc.property(sides, values, (side, given) => {
      const points: Point[] = given.map((value, minute) => ({ at: at(minute), value }));
      const done = course(given, terms({ side }));
      const events = replay(points, at(given.length), terms({ side }));
      expect(events.length).toBe(done.filter((each) => each === 'open').length);
      expect(events.filter(({ resolvedAt }) => resolvedAt).length).toBe(done.filter((each) => each === 'end').length);
    }),
  );
  // Nothing moves after the last posting, and it still lasts.
  expect(replay([{ at: at(0), value: 50n }], at(60), terms({ holdMs: 10 * MINUTE }))).toEqual([
    { openedAt: at(10), resolvedAt: null, worst: 50n },
  ]);
});
