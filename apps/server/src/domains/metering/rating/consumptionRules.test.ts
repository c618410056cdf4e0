import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Allowance, consume, type Mark, type Slice, slicesOf, type UsedDay } from './consumptionRules.ts';

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 10, day, hour));
const dayOf = (day: number) => at(day).toISOString().slice(0, 10);
const allowance = (id: number, given: Partial<Allowance> = {}): Allowance => ({
  id: String(id),
  isMain: true,
  bytes: 100n,
  startsAt: at(1),
  endsAt: at(31),
  ...given,
});
const used = (day: number, bytes: bigint): UsedDay => ({ day: dayOf(day), beginsAt: at(day), bytes });
const told = (days: readonly UsedDay[], marks: readonly Mark[], allowances: readonly Allowance[]) =>
  consume(slicesOf(days, marks), allowances).map((share) => [share.day.slice(8), share.allowance, Number(share.bytes)]);

describe('what a day uses', () => {
  test('first of what ends first, at the same end of the main package before what was added; the rest is overage', () => {
    const [main, added, early] = [
      allowance(2),
      allowance(1, { isMain: false, bytes: 50n }),
      allowance(3, { isMain: false, bytes: 30n, endsAt: at(10) }),
    ];
    expect(told([used(5, 120n), used(6, 70n)], [], [main, added, early])).toEqual([
      ['05', '3', 30],
      ['05', '2', 90],
      ['06', '2', 10],
      ['06', '1', 50],
      ['06', null, 10],
    ]);
  });

  test('nothing of what has not begun or has ended; a package that began within the day from its counter on', () => {
    const [old, next] = [allowance(1, { endsAt: at(5, 10) }), allowance(2, { startsAt: at(5, 10) })];
    const mark = { at: at(5, 10), day: dayOf(5), bytes: 40n };
    expect(told([used(5, 60n), used(6, 10n)], [mark], [old, next])).toEqual([
      ['05', '1', 40],
      ['05', '2', 20],
      ['06', '2', 10],
    ]);
    expect(told([used(5, 60n)], [mark], [next])).toEqual([
      ['05', null, 40],
      ['05', '2', 20],
    ]);
  });

  test('a package without a limit takes all', () => {
    expect(told([used(5, 1_000n)], [], [allowance(1, { bytes: null })])).toEqual([['05', '1', 1_000]]);
  });

  test('a mark beyond what a corrected day holds is at its end', () => {
    const mark = { at: at(5, 10), day: dayOf(5), bytes: 40n };
    const next = allowance(2, { startsAt: at(5, 10) });
    expect(told([used(5, 25n), used(6, 5n)], [mark], [next])).toEqual([
      ['05', null, 25],
      ['06', '2', 5],
    ]);
  });
});

const anAllowance = fc
  .record({
    isMain: fc.boolean(),
    bytes: fc.option(fc.bigInt(0n, 300n), { freq: 5 }),
    from: fc.nat(700),
    hours: fc.integer({ min: 1, max: 500 }),
  })
  .map(({ from, hours, ...given }) => ({ ...given, startsAt: at(1, from), endsAt: at(1, from + hours) }));
const someAllowances = fc
  .array(anAllowance, { maxLength: 6 })
  .map((all): Allowance[] => all.map((given, n) => ({ id: String(n + 1), ...given })));
const someDays = fc.array(fc.bigInt(0n, 200n), { minLength: 1, maxLength: 28 });

/** Slices between every beginning and end, as marks of an honest counter make them. */
const sliced = (days: readonly bigint[], parts: readonly number[], allowances: readonly Allowance[]): Slice[] => {
  const moments = allowances.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  return days.flatMap((bytes, n) => {
    const marks = moments
      .filter((moment) => moment > at(n + 1) && moment < at(n + 2))
      .sort((a, b) => a.getTime() - b.getTime())
      .map((moment, k, all) => ({
        at: moment,
        day: dayOf(n + 1),
        bytes: (bytes * BigInt(k + 1 + ((parts[n % parts.length] ?? 0) % 2))) / BigInt(all.length + 2),
      }));
    return slicesOf([{ day: dayOf(n + 1), beginsAt: at(n + 1), bytes }], marks);
  });
};

test('every byte is in one share, no allowance gives more than it has or outside its time, and overage means that none was left', () => {
  fc.assert(
    fc.property(someAllowances, someDays, fc.array(fc.nat(9), { minLength: 1 }), (allowances, days, parts) => {
      const slices = sliced(days, parts, allowances);
      const shares = consume(slices, allowances);
      const sum = (of: readonly { bytes: bigint }[]) => of.reduce((total, { bytes }) => total + bytes, 0n);
      for (const [n, bytes] of days.entries())
        expect(sum(shares.filter(({ day }) => day === dayOf(n + 1)))).toBe(bytes);
      for (const one of allowances) {
        const own = shares.filter((share) => share.allowance === one.id);
        if (one.bytes !== null) expect(sum(own) <= one.bytes).toBe(true);
        for (const { day } of own) {
          const [from, to] = [new Date(`${day}T00:00:00Z`), new Date(`${day}T23:59:59Z`)];
          expect(one.startsAt <= to && one.endsAt > from).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('however a day is read, in one figure or many, the shares are the same; later days change nothing of earlier ones', () => {
  fc.assert(
    fc.property(
      someAllowances,
      someDays,
      fc.array(fc.nat(9), { minLength: 1 }),
      fc.nat(27),
      (allowances, days, parts, upTo) => {
        const slices = sliced(days, parts, allowances);
        const finer = slices.flatMap((slice) => [
          { ...slice, bytes: slice.bytes / 3n },
          { ...slice, bytes: slice.bytes - slice.bytes / 3n },
        ]);
        const whole = consume(slices, allowances);
        expect(consume(finer, allowances)).toEqual(whole);
        const last = dayOf(upTo + 1);
        const before = slices.filter(({ day }) => day <= last);
        expect(consume(before, allowances)).toEqual(whole.filter(({ day }) => day <= last));
      },
    ),
    { numRuns: 300 },
  );
});
