import { cycleOf, daysOfCycle, JASPER_CYCLE } from '@cardinal/primitives/cycle.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { expect, test } from 'vitest';
import { type Counted, type CounterReading, countOn } from './counterRules.ts';

const reading = (day: string, counter: bigint, over: Partial<CounterReading> = {}): CounterReading => ({
  cycle: '2026-11',
  firstDay: '2026-10-27',
  dayBefore: '2026-10-26',
  day,
  counter,
  readAt: new Date(`${day}T12:00:00Z`),
  isJustTurned: false,
  ...over,
});
const later = (day: string, counter: bigint, hour: number, over: Partial<CounterReading> = {}) =>
  reading(day, counter, { readAt: new Date(`${day}T${hour}:00:00Z`), ...over });

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
  counted.map((each) => each && [each.what, Number(each.cycleBytes), each.day, Number(each.dayBytes)]);

test('the first figure is the cycle’s so far, and nothing of today’s unless the cycle begins today', () => {
  expect(told(read(reading('2026-11-10', 500n)))).toEqual([['first', 500, '2026-11-10', 0]]);
  expect(told(read(reading('2026-10-27', 500n)))).toEqual([['first', 500, '2026-10-27', 500]]);
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

test('a counter the carrier has reset goes on from where it was, one it has corrected moves the day and never below nothing', () => {
  const days = read(
    reading('2026-11-10', 1_000n),
    later('2026-11-10', 40n, 13),
    later('2026-11-10', 60n, 14),
    later('2026-11-10', 55n, 15),
    reading('2026-11-11', 50n),
  );
  expect(told(days)).toEqual([
    ['first', 1_000, '2026-11-10', 0],
    ['reset', 1_040, '2026-11-10', 40],
    ['grown', 1_060, '2026-11-10', 60],
    ['corrected', 1_055, '2026-11-10', 55],
    ['corrected', 1_050, '2026-11-11', 0],
  ]);
});

test('a new cycle begins at nothing; just after the turn a figure that has not gone back is still the old cycle’s', () => {
  const december = { cycle: '2026-12', firstDay: '2026-11-27', dayBefore: '2026-11-26' };
  const days = read(
    reading('2026-11-26', 5_000n),
    reading('2026-11-27', 5_010n, { ...december, isJustTurned: true }),
    later('2026-11-27', 30n, 18, { ...december, isJustTurned: true }),
    reading('2026-11-28', 45n, december),
  );
  expect(told(days)).toEqual([
    ['first', 5_000, '2026-11-26', 0],
    ['late', 5_010, '2026-11-26', 10],
    ['newCycle', 30, '2026-11-27', 30],
    ['grown', 45, '2026-11-28', 15],
  ]);
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
        firstDay: ofCycle[0] ?? '',
        dayBefore: '',
        day,
        counter: used,
        readAt,
        isJustTurned: false,
      });
      if (!counted) continue;
      if (!last) beforeFirst.set(running.key, counted.cycleBytes - counted.dayBytes);
      last = counted;
      days.set(`${running.key} ${counted.day}`, counted.dayBytes);
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
