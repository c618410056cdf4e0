import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnableClock } from './clock.ts';
import { compareIds, firstIdOf, idRule, idSchema, makeIdSource, timeOfId } from './ids.ts';

const MAX_INT8 = 2n ** 63n - 1n;
const start = '2026-11-21T00:00:00.000Z';

describe('ids', () => {
  it('increase strictly, whatever the clock does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_023 }),
        fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 1, maxLength: 300 }),
        (node, steps) => {
          const clock = new TurnableClock(start);
          const ids = makeIdSource({ clock, node });
          let last = 0n;
          for (const step of steps) {
            clock.advance(step);
            const id = BigInt(ids.next());
            expect(id > last).toBe(true);
            expect(id <= MAX_INT8).toBe(true);
            last = id;
          }
        },
      ),
    );
  });

  it('increase when 10,000 are made in one millisecond, and keep to the time when it passes', () => {
    const clock = new TurnableClock(start);
    const ids = makeIdSource({ clock });
    const made = Array.from({ length: 10_000 }, () => BigInt(ids.next()));
    expect(made.every((id, i) => i === 0 || id > made[i - 1]!)).toBe(true);
    expect(timeOfId(String(made.at(-1))).getTime() - clock.now().getTime()).toBe(2);
    clock.advance(10);
    expect(timeOfId(ids.next())).toEqual(clock.now());
  });

  it('are never the same from two nodes in one millisecond', () => {
    const clock = new TurnableClock(start);
    const sources = Array.from({ length: 1_024 }, (_, node) => makeIdSource({ clock, node }));
    const made = sources.flatMap((ids) => [ids.next(), ids.next(), ids.next()]);
    expect(new Set(made).size).toBe(made.length);
  });

  it('go on above the newest one known from before a restart, though the clock was set back', () => {
    const clock = new TurnableClock(start);
    const before = makeIdSource({ clock, node: 1_023 });
    const newest = Array.from({ length: 5_000 }, () => before.next()).at(-1)!;
    clock.advance(-3_600_000);
    const after = makeIdSource({ clock, node: 0, after: newest });
    expect(BigInt(after.next()) > BigInt(newest)).toBe(true);
  });

  it('are ids also when the clock stands before the epoch, at it, and not beyond their time', () => {
    for (const moment of ['1970-01-01T00:00:00Z', '2026-01-01T00:00:00Z']) {
      const ids = makeIdSource({ clock: new TurnableClock(moment) });
      const [first, second] = [ids.next(), ids.next()];
      expect(idRule(first)).toBeUndefined();
      expect(compareIds(first, second)).toBeLessThan(0);
    }
    const late = makeIdSource({ clock: new TurnableClock('2096-01-01T00:00:00Z') });
    expect(() => late.next()).toThrow('beyond');
  });

  it('tell when they were made', () => {
    const clock = new TurnableClock('2031-05-06T07:08:09.123Z');
    const id = makeIdSource({ clock, node: 77 }).next();
    expect(timeOfId(id)).toEqual(clock.now());
    expect(compareIds(firstIdOf(clock.now()), id)).toBeLessThan(0);
    expect(compareIds(firstIdOf(new Date(clock.now().getTime() + 1)), id)).toBeGreaterThan(0);
  });

  it.each([-1, 1_024, 0.5, Number.NaN])('refuse the node %s', (node) => {
    expect(() => makeIdSource({ clock: new TurnableClock(start), node })).toThrow(RangeError);
  });

  it('order as numbers do', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, MAX_INT8), fc.bigInt(1n, MAX_INT8), (a, b) => {
        expect(Math.sign(compareIds(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });
});

describe('the id rule', () => {
  it.each(['1', '42', '9223372036854775807'])('accepts %s', (id) => {
    expect(idRule(id)).toBeUndefined();
    expect(idSchema.safeParse(id).success).toBe(true);
  });
  it.each([
    '',
    '0',
    '01',
    '-1',
    '+1',
    ' 1',
    '1 ',
    '1.0',
    '1e3',
    '9223372036854775808',
    '99999999999999999999',
    '１',
    'abc',
  ])('refuses «%s»', (id) => {
    expect(idRule(id)).toEqual({ text: { zh: '编号不正确', en: 'Invalid id' } });
    expect(idSchema.safeParse(id).success).toBe(false);
  });
  it('refuses a JSON number', () => {
    expect(idSchema.safeParse(42).success).toBe(false);
  });
});
