import { cycleOf, daysOfCycle, JASPER_CYCLE } from '@cardinal/primitives/cycle.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { expect, test } from 'vitest';
import { type Counted, type CounterReading, countOn, settleOn } from './counterRules.ts';

const reading = (day: string, counter: bigint, over: Partial<CounterReading> = {}): CounterReading => ({
  cycle: '2026-11',
  dayBefore: '2026-10-26',
  day,
  counter,
  readAt: new Date(`${day}T12:00:00Z`),
  since: 'settled',
  ...over,
});
const later = (day: string, counter: bigint, hour: number, over: Partial<CounterReading> = {}) =>
  reading(day, counter, { readAt: new Date(`${day}T${hour}:00:00Z`), ...over });
const december = { cycle: '2026-12', dayBefore: '2026-11-26' };
const turning = { ...december, since: 'turning' } as const;

/** Applies the readings one after the other. */
function read(...readings: CounterReading[]): (Counted | undefined)[] {
  let last: Counted | undefined;
  return readings.map((each) => {
    const counted = countOn(last?.counter, each);
    last = counted ?? last;
    return counted;
  });
}
const told = (counted: (Counted | undefined)[]) =>
  counted.map(
    (each) =>
      each && [each.what, Number(each.cycleBytes), ...each.days.flatMap(({ day, bytes }) => [day, Number(bytes)])],
  );
const unclear = (counted: (Counted | undefined)[]) =>
  counted.flatMap((each) => {
    if (!each?.unclear) return [];
    const { kind, day, low, lowDay, high } = each.unclear;
    return [[kind, day, Number(high), lowDay, Number(low)]];
  });

test('the first figure is the cycle’s so far, and nothing of any day: whose it was is not known', () => {
  const [only] = read(reading('2026-11-10', 500n));
  expect(told([only])).toEqual([['first', 500, '2026-11-10', 0]]);
  expect(only?.counter.base).toBe(500n);
  // Neither on the first day of a cycle, when it may still be the old one's.
  const days = read(reading('2026-11-27', 500n, turning), later('2026-11-27', 3n, 18, turning));
  expect(told(days)).toEqual([
    ['first', 500, '2026-11-27', 0],
    ['newCycle', 3, '2026-11-27', 3],
  ]);
});

test('what was used since the last reading belongs to the day of this one; a day stands and is not added to', () => {
  const days = read(
    reading('2026-11-10', 500n),
    later('2026-11-10', 700n, 15),
    later('2026-11-10', 700n, 16),
    reading('2026-11-11', 750n),
    later('2026-11-11', 900n, 18),
  );
  expect(told(days)).toEqual([
    ['first', 500, '2026-11-10', 0],
    ['grown', 700, '2026-11-10', 200],
    ['same', 700, '2026-11-10', 200],
    ['grown', 750, '2026-11-11', 50],
    ['grown', 900, '2026-11-11', 200],
  ]);
});

test('a small correction lowers its day and, beyond it, the days before: they still add up to the cycle', () => {
  const days = read(
    reading('2026-11-10', 1_000n),
    reading('2026-11-11', 1_060n),
    reading('2026-11-12', 1_070n),
    later('2026-11-12', 1_065n, 15),
    reading('2026-11-13', 1_040n),
    reading('2026-11-14', 990n),
  );
  expect(told(days).slice(3)).toEqual([
    ['corrected', 1_065, '2026-11-12', 5],
    ['corrected', 1_040, '2026-11-13', 0],
    ['corrected', 990, '2026-11-14', 0],
  ]);
  // The last goes below what was used before the first reading, of which no day knows.
  expect(days.map((each) => Number(each?.fromEarlier))).toEqual([0, 0, 0, 0, 25, 40]);
  expect(days.at(-1)?.counter.base).toBe(990n);
});

test('a fall of more than half is unclear, a restart or a correction: nothing is added or taken, and growth goes on', () => {
  const days = read(
    reading('2026-11-10', 1_000n),
    later('2026-11-10', 1_500n, 13),
    later('2026-11-10', 40n, 14),
    later('2026-11-10', 60n, 15),
    reading('2026-11-11', 90n),
  );
  expect(told(days).slice(1)).toEqual([
    ['grown', 1_500, '2026-11-10', 500],
    ['unclear', 1_500, '2026-11-10', 500],
    ['grown', 1_520, '2026-11-10', 520],
    ['grown', 1_550, '2026-11-11', 30],
  ]);
  expect(unclear(days)).toEqual([['fall', '2026-11-10', 40, '2026-11-10', -1_460]]);
});

test('from far below at once back to where it was, a counter had not fallen: what came between was not used', () => {
  const days = read(
    reading('2026-11-10', 1_000n),
    later('2026-11-10', 40n, 13),
    later('2026-11-10', 60n, 14),
    reading('2026-11-11', 1_005n),
  );
  expect(told(days).at(-1)).toEqual(['corrected', 1_005, '2026-11-11', 0].with(0, 'returned'));
  expect(days.at(-1)).toMatchObject({ settles: 'falls', fromEarlier: 15n });
});

test('a new cycle begins at nothing; what has not fallen just after the turn waits for what shows whose it is', () => {
  const days = read(
    reading('2026-11-26', 5_000n),
    reading('2026-11-27', 5_010n, turning),
    later('2026-11-27', 5_015n, 15, turning),
    later('2026-11-27', 30n, 18, turning),
    reading('2026-11-28', 45n, december),
  );
  expect(told(days)).toEqual([
    ['first', 5_000, '2026-11-26', 0],
    ['turning', 5_000],
    ['turning', 5_000],
    ['newCycle', 30, '2026-11-26', 15, '2026-11-27', 30],
    ['grown', 45, '2026-11-28', 15],
  ]);
});

test('a small old figure and a larger new one are counted once: whose the second is stays unclear, growth does not', () => {
  const late = { ...december, since: 'late' } as const;
  const days = read(
    reading('2026-11-26', 10n),
    reading('2026-11-27', 40n, turning),
    reading('2026-11-28', 70n, late),
    reading('2026-11-30', 100n, december),
  );
  expect(told(days)).toEqual([
    ['first', 10, '2026-11-26', 0],
    ['turning', 10],
    ['unclear', 0, '2026-11-28', 0],
    ['grown', 30, '2026-11-30', 30],
  ]);
  // 70 if it had restarted; else 60 of the old cycle.
  expect(unclear(days)).toEqual([['turn', '2026-11-28', 70, '2026-11-26', 60]]);
});

test('a carrier that restarts its counter a day late settles the turn itself', () => {
  const late = { ...december, since: 'late' } as const;
  const days = read(
    reading('2026-11-26', 1_000n),
    reading('2026-11-27', 1_000n, turning),
    reading('2026-11-28', 1_000n, late),
    later('2026-11-28', 1_006n, 18, late),
    reading('2026-11-29', 20n, late),
  );
  expect(told(days).slice(2)).toEqual([
    ['unclear', 0, '2026-11-28', 0],
    ['grown', 6, '2026-11-28', 6],
    ['newCycle', 26, '2026-11-29', 20],
  ]);
  expect(days.map((each) => each?.settles)).toEqual([null, null, null, null, 'turn']);
});

test('settled, a step moves its day and what the counter has reached, and never takes what days do not hold', () => {
  const after = (bytes: bigint, held: bigint, day = '2026-11-10') => {
    const counted = read(
      reading('2026-11-10', 1_000n),
      later('2026-11-10', 1_500n, 13),
      later('2026-11-10', 40n, 14),
      reading('2026-11-11', 90n),
    ).at(-1);
    if (!counted) throw new Error('no counter');
    const { counter, change } = settleOn(counted.counter, { day, bytes, held });
    const { lost, base, dayBase, fallen } = counter;
    return [Number(change), ...[lost + counter.counter, base, dayBase].map(Number), fallen];
  };
  expect(after(40n, 500n)).toEqual([40, 1_590, 1_000, 1_540, null]);
  // Corrected: 90 of the cycle were used, 50 of them after the correction.
  expect(after(-1_460n, 500n)).toEqual([-500, 90, 40, 40, null]);
});

test('an older reading, and one of an older cycle, changes nothing', () => {
  const days = read(
    later('2026-11-10', 700n, 15),
    reading('2026-11-10', 500n),
    reading('2026-11-11', 900n, { cycle: '2026-10' }),
  );
  expect(told(days).slice(1)).toEqual([undefined, undefined]);
});

test('two years of readings under a clock that steps back and jumps: no day below nothing, no byte in two days or cycles', () => {
  const HOUR_MS = 3_600_000;
  let leapDays = 0;
  for (let life = 0; life < 20; life += 1) {
    const random = seededRandom(`clock ${life}`);
    let now = Date.parse('2023-12-30T20:00:00Z') + random.int(72) * HOUR_MS;
    let used = 0n;
    let cycle = '';
    let last: Counted | undefined;
    const days = new Map<string, bigint>();
    const totals = new Map<string, bigint>();
    const beforeFirst = new Map<string, bigint>();
    while (now < Date.parse('2026-03-10T00:00:00Z')) {
      const chance = random.int(100);
      if (chance < 5) now -= HOUR_MS;
      else if (chance < 7) now += 40 * 24 * HOUR_MS;
      else now += random.int(14) * HOUR_MS;
      const readAt = new Date(now);
      const running = cycleOf(readAt, JASPER_CYCLE);
      const ofCycle = daysOfCycle(running, JASPER_CYCLE);
      // The carrier's clock is assumed right: its counter restarts with a later cycle, and only then.
      if (running.key > cycle) {
        used = 0n;
        cycle = running.key;
      }
      used += BigInt(random.int(5_000));
      const day = ofCycle[Math.floor((now - running.start.getTime()) / (24 * HOUR_MS))] ?? '';
      const counted = countOn(last?.counter, {
        cycle: running.key,
        dayBefore: '',
        day,
        counter: used,
        readAt,
        since: 'settled',
      });
      if (!counted) continue;
      if (!last) beforeFirst.set(running.key, counted.counter.base);
      last = counted;
      for (const { day: of, bytes } of counted.days) days.set(`${running.key} ${of}`, bytes);
      totals.set(running.key, counted.cycleBytes);
    }
    expect([...days.values()].filter((bytes) => bytes < 0n)).toEqual([]);
    for (const [key, total] of totals) {
      const shared = [...days].filter(([day]) => day.startsWith(`${key} `)).reduce((sum, [, bytes]) => sum + bytes, 0n);
      expect([life, key, shared + (beforeFirst.get(key) ?? 0n)]).toEqual([life, key, total]);
    }
    leapDays += [...days.keys()].filter((day) => day.endsWith(' 2024-02-29')).length;
  }
  expect(leapDays).toBeGreaterThan(0);
});
