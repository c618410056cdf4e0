import { cycleAfter, daysOfCycle } from '@cardinal/primitives/cycle.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { describe, expect, test } from 'vitest';
import { broughtAtJoining, keptAtLeaving, notTwice } from './contributionRules.ts';
import { cycleAt, cycleOfDay, daysBetween } from './cycleRules.ts';
import { forecast } from './forecastRules.ts';

const SHANGHAI = 'Asia/Shanghai';
const NEW_YORK = 'America/New_York';

describe('cycles of a pool', () => {
  test('every day is of one cycle, in every zone and with every cycle day: month ends, 29 February, changed clocks', () => {
    for (const zone of [SHANGHAI, NEW_YORK])
      for (const cycle_day of [1, 15, 27, 28, 29, 30, 31]) {
        const pool = { cycle_day, zone };
        let cycle = cycleAt(new Date('2027-12-20T12:00:00Z'), pool);
        for (let n = 0; n < 16; n += 1) {
          const days = daysOfCycle(cycle, { day: cycle_day, zone });
          for (const day of days) expect(cycleOfDay(day, pool).key, `${zone} ${cycle_day} ${day}`).toBe(cycle.key);
          expect(daysBetween(days[0] as string, days.at(-1) as string)).toBe(days.length);
          const next = cycleAfter(cycle, { day: cycle_day, zone });
          expect(next.start).toEqual(cycle.end);
          cycle = next;
        }
      }
  });

  test('a cycle day that a month lacks is its last', () => {
    const pool = { cycle_day: 31, zone: SHANGHAI };
    expect(cycleOfDay('2028-02-28', pool).key).toBe('2028-02');
    expect(cycleOfDay('2028-02-29', pool).key).toBe('2028-03');
    expect(cycleOfDay('2028-03-30', pool).key).toBe('2028-03');
    expect(cycleOfDay('2028-03-31', pool).key).toBe('2028-04');
  });
});

describe('what a card brings', () => {
  test('by the rule of its pool', () => {
    const calendar = { days: 30, left: 10 };
    expect(broughtAtJoining('full', 900n, calendar)).toBe(900n);
    expect(broughtAtJoining('byDay', 900n, calendar)).toBe(300n);
    expect(broughtAtJoining('nextCycle', 900n, calendar)).toBe(0n);
  });

  test('what it leaves and takes along is what it brought, to the byte; never more than its allowance in all', () => {
    const random = seededRandom('contributions');
    for (let n = 0; n < 2_000; n += 1) {
      const allowance = BigInt(random.int(1_000_000_000));
      const days = 28 + random.int(4);
      let left = 1 + random.int(days);
      let sum = 0n;
      const whole = broughtAtJoining('byDay', allowance, { days, left });
      let brings = whole;
      let from = left;
      while (left > 1) {
        left = 1 + random.int(left);
        const kept = keptAtLeaving('byDay', brings, { days: from, left: left - 1 });
        expect(kept >= 0n && kept <= brings).toBe(true);
        sum += kept;
        brings = notTwice(brings - kept, allowance, sum);
        from = left;
      }
      expect(sum + brings).toBe(whole);
      expect(sum + brings <= allowance).toBe(true);
    }
  });

  test('it brings its allowance once', () => {
    expect(notTwice(900n, 900n, 0n)).toBe(900n);
    expect(notTwice(900n, 900n, 600n)).toBe(300n);
    expect(notTwice(900n, 900n, 1_000n)).toBe(0n);
  });
});

describe('forecast', () => {
  const [startsAt, endsAt] = [new Date('2026-11-01T00:00:00+08:00'), new Date('2026-12-01T00:00:00+08:00')];
  const on = (day: string, used: bigint, allowance: bigint, running = used) =>
    forecast({ used, running, allowance }, { startsAt, endsAt, now: new Date(`${day}T00:00:00+08:00`) });

  test('a straight line to the end of the cycle, with the day it runs out', () => {
    expect(on('2026-11-11', 400n, 1_000n)).toEqual({ percent: 120, runsOutAt: new Date('2026-11-26T00:00:00+08:00') });
    expect(on('2026-11-11', 100n, 1_000n)).toEqual({ percent: 30, runsOutAt: null });
    expect(on('2026-11-11', 0n, 1_000n)).toEqual({ percent: 0, runsOutAt: null });
  });

  test('nothing before a day of data or without an allowance; what is used up has run out', () => {
    const now = new Date(startsAt.getTime() + 86_399_999);
    expect(forecast({ used: 1n, running: 1n, allowance: 9n }, { startsAt, endsAt, now })).toBeUndefined();
    expect(on('2026-11-11', 100n, 0n)).toBeUndefined();
    expect(on('2026-11-11', 1_000n, 1_000n)).toEqual({ percent: 300, runsOutAt: null });
  });

  test('a stopped card adds nothing: where all are stopped, the pool stays where it is', () => {
    expect(on('2026-11-04', 1_913n, 1_000n, 0n)).toEqual({ percent: 191.3, runsOutAt: null });
    expect(on('2026-11-11', 400n, 1_000n, 0n)).toEqual({ percent: 40, runsOutAt: null });
    // Half of what was used is of cards that run: 400, and 200 in every ten days to come.
    expect(on('2026-11-11', 400n, 1_000n, 200n)).toEqual({ percent: 80, runsOutAt: null });
    expect(on('2026-11-11', 400n, 500n, 200n)).toEqual({
      percent: 160,
      runsOutAt: new Date('2026-11-16T00:00:00+08:00'),
    });
  });

  test('it lies between what is used and the line through all of it, and rises with what still runs', () => {
    const random = seededRandom('forecasts');
    for (let n = 0; n < 2_000; n += 1) {
      const allowance = BigInt(1 + random.int(100_000));
      const used = BigInt(random.int(200_000));
      const [some, more] = [random.int(Number(used) + 1), random.int(Number(used) + 1)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      const now = new Date(startsAt.getTime() + 86_400_000 + random.int(29 * 86_400_000));
      const line = (running: number | bigint) =>
        forecast({ used, running: BigInt(running), allowance }, { startsAt, endsAt, now });
      const [none, few, most, all] = [line(0), line(some), line(more), line(used)].map((each) => each?.percent ?? 0);
      expect(none).toBe(Number((used * 1_000n) / allowance) / 10);
      expect([none, few, most, all]).toEqual([none, few, most, all].sort((a, b) => (a as number) - (b as number)));
      expect(line(0)?.runsOutAt).toBeNull();
    }
  });
});
