import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admitted, arrivalOf, counting, type Slot, STRAY_MS, windowOf } from './budgetRules.ts';

test('a rate is so many calls in so long', () => {
  expect(windowOf(5)).toEqual({ calls: 5, ms: 1_000 });
  expect(windowOf(2.5)).toEqual({ calls: 2, ms: 800 });
  expect(windowOf(0.5)).toEqual({ calls: 1, ms: 2_000 });
});

type Call = { begin: number; arrives: number; end: number };
type Delay = { out: number; back: number };

/** Greedy callers under the rules: each calls as soon as permitted, with its own delays. */
function run(limits: { callsPerSecond: number; inFlight: number }, delays: readonly Delay[], tells = false) {
  let slots: Slot[] = [];
  const calls: Call[] = [];
  let now = 0;
  while (calls.length < delays.length) {
    slots = counting(slots, limits, now).map((slot) => {
      const call = calls[Number(slot.holder)] as Call;
      return slot.endedAt === null && call.end <= now ? { ...slot, endedAt: call.end } : slot;
    });
    for (const begin of admitted(slots, limits, delays.length - calls.length, now).beginsAt) {
      const delay = delays[calls.length] as { out: number; back: number };
      const call = { begin, arrives: begin + delay.out, end: begin + delay.out + delay.back };
      const arrivedAt = tells ? arrivalOf(begin) : undefined;
      slots.push({ holder: String(calls.length), arrivedAt, endedAt: null, until: now + 100_000 });
      calls.push(call);
    }
    now += 1;
  }
  return calls;
}

const delay = fc.record({ out: fc.integer({ min: 0, max: 300 }), back: fc.integer({ min: 0, max: 300 }) });

test('however the network delays calls, no second at the carrier holds more than allowed, nor are more under way', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 6 }),
      fc.array(delay, { minLength: 1, maxLength: 40 }),
      (callsPerSecond, inFlight, delays) => {
        const calls = run({ callsPerSecond, inFlight }, delays);
        for (const { arrives } of calls) {
          const within = calls.filter((other) => other.arrives > arrives - 1_000 && other.arrives <= arrives);
          expect(within.length).toBeLessThanOrEqual(callsPerSecond);
          const flying = calls.filter((other) => other.begin <= arrives && other.end > arrives);
          expect(flying.length).toBeLessThanOrEqual(inFlight);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('once it is known when requests left, slow answers cost nothing of the rate, however long all journeys are', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 12 }),
      fc.integer({ min: 0, max: 400 }),
      fc.array(fc.record({ stray: fc.integer({ min: 0, max: STRAY_MS }), back: fc.integer({ min: 0, max: 9_000 }) }), {
        minLength: 1,
        maxLength: 24,
      }),
      (callsPerSecond, journey, delays) => {
        const limits = { callsPerSecond, inFlight: 200 };
        const calls = run(
          limits,
          delays.map(({ stray, back }) => ({ out: journey + stray, back })),
          true,
        );
        for (const { arrives } of calls) {
          const within = calls.filter((other) => other.arrives > arrives - 1_000 && other.arrives <= arrives);
          expect(within.length).toBeLessThanOrEqual(callsPerSecond);
        }
        const last = calls.at(-1) as Call;
        const most = Math.floor((delays.length - 1) / callsPerSecond) * (1_000 + STRAY_MS);
        expect(last.begin).toBeLessThanOrEqual(most);
      },
    ),
    { numRuns: 60 },
  );
});

test('what is under way bounds the rate where answers are slow: so many in flight, each as long as it takes', () => {
  const calls = run(
    { callsPerSecond: 10, inFlight: 4 },
    Array.from({ length: 81 }, () => ({ out: 10, back: 990 })),
    true,
  );
  const last = calls.at(-1) as Call;
  // Four a second at one second each.
  expect(80 / (last.begin / 1_000)).toBeGreaterThanOrEqual(4 * 0.95);
});

test('with quick answers at least 95 % of the budget is used', () => {
  const calls = run(
    { callsPerSecond: 5, inFlight: 1 },
    Array.from({ length: 101 }, () => ({ out: 10, back: 10 })),
  );
  const last = calls.at(-1) as Call;
  expect(100 / (last.begin / 1_000)).toBeGreaterThanOrEqual(5 * 0.95);
});

test('a call whose process died frees its place when it must have ended', () => {
  const limits = { callsPerSecond: 100, inFlight: 1 };
  const dead: Slot = { holder: 'x', endedAt: null, until: 5_000 };
  expect(admitted([dead], limits, 1, 4_999)).toEqual({ beginsAt: [], waitMs: 1 });
  expect(admitted([dead], limits, 1, 5_000).beginsAt).toEqual([5_000]);
});

test('leave is given a little before it holds, to each call for the moment in which it finds room', () => {
  const limits = { callsPerSecond: 3, inFlight: 10 };
  const slots = [1_000, 1_020, 1_200].map((endedAt, at): Slot => ({ holder: String(at), endedAt, until: 9_000 }));
  expect(admitted(slots, limits, 5, 1_949)).toEqual({ beginsAt: [], waitMs: 1 });
  expect(admitted(slots, limits, 5, 1_980)).toEqual({ beginsAt: [2_000, 2_020], waitMs: 170 });
  expect(admitted(slots, limits, 5, 2_500)).toEqual({ beginsAt: [2_500, 2_500, 2_500], waitMs: null });
  const given: Slot = { holder: 'x', endedAt: null, until: 9_000 };
  expect(admitted([...slots, given], limits, 1, 1_980).beginsAt).toEqual([2_020]);
});
