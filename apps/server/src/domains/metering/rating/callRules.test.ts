import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallAllowance, consumeCalls } from './callRules.ts';

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 10, day, hour));
const dayOf = (day: number) => at(day).toISOString().slice(0, 10);
const allowance = (id: number, given: Partial<CallAllowance> = {}): CallAllowance => ({
  id: String(id),
  isMain: true,
  seconds: 600n,
  step: 60n,
  messages: 10n,
  startsAt: at(1),
  endsAt: at(31),
  ...given,
});
const called = (day: number, seconds: bigint, messages = 0n) => ({
  day: dayOf(day),
  beginsAt: at(day),
  seconds,
  messages,
});
const told = (...of: Parameters<typeof consumeCalls>) =>
  consumeCalls(...of).map((share) => [
    share.day.slice(8),
    share.allowance,
    Number(share.seconds),
    Number(share.counted),
    Number(share.messages),
  ]);

test('61 s take 120 s of a package that counts minutes, and 61 s of one that counts seconds', () => {
  expect(told([called(5, 61n)], [], [allowance(1)])).toEqual([['05', '1', 61, 120, 0]]);
  expect(told([called(5, 61n)], [], [allowance(1, { step: 6n })])).toEqual([['05', '1', 61, 66, 0]]);
  expect(told([called(5, 61n)], [], [allowance(1, { step: 1n })])).toEqual([['05', '1', 61, 61, 0]]);
});

test('what a day rounded up is gone for the next; the last step is as long as what is left; the rest is overage', () => {
  expect(told([called(5, 61n), called(6, 70n)], [], [allowance(1, { seconds: 170n })])).toEqual([
    ['05', '1', 61, 120, 0],
    ['06', '1', 50, 50, 0],
    ['06', null, 20, 20, 0],
  ]);
});

test('calls and messages are of different packages where one gives only the other', () => {
  const [calls, messages] = [allowance(1, { messages: null }), allowance(2, { seconds: null, messages: 3n })];
  expect(told([called(5, 60n, 5n)], [], [calls, messages])).toEqual([
    ['05', '1', 60, 60, 0],
    ['05', '2', 0, 0, 3],
    ['05', null, 0, 0, 2],
  ]);
});

test('a package that begins within a day counts from what had been called and sent by then', () => {
  const mark = { at: at(5, 10), day: dayOf(5), seconds: 30n, messages: 1n };
  expect(told([called(5, 90n, 4n)], [mark], [allowance(1, { startsAt: at(5, 10) })])).toEqual([
    ['05', null, 30, 30, 1],
    ['05', '1', 60, 60, 3],
  ]);
});

const someAllowances = fc
  .array(
    fc.record({
      isMain: fc.boolean(),
      seconds: fc.option(fc.bigInt(0n, 400n)),
      messages: fc.option(fc.bigInt(0n, 20n)),
      step: fc.constantFrom(1n, 6n, 60n),
      from: fc.nat(400),
      hours: fc.integer({ min: 1, max: 400 }),
    }),
    { maxLength: 5 },
  )
  .map((all) =>
    all.map(
      ({ from, hours, ...given }, n): CallAllowance => ({
        ...given,
        id: String(n + 1),
        startsAt: at(1, from),
        endsAt: at(1, from + hours),
      }),
    ),
  );
const someDays = fc.array(fc.tuple(fc.bigInt(0n, 200n), fc.bigInt(0n, 9n)), { minLength: 1, maxLength: 20 });

test('every second and message is in one share; a package gives whole steps, or all it has, and never more', () => {
  fc.assert(
    fc.property(someAllowances, someDays, (allowances, figures) => {
      const shares = consumeCalls(
        figures.map(([seconds, messages], n) => called(n + 1, seconds, messages)),
        [],
        allowances,
      );
      const sum = (of: typeof shares, pick: (share: (typeof shares)[number]) => bigint) =>
        of.reduce((total, share) => total + pick(share), 0n);
      for (const [n, [seconds, messages]] of figures.entries()) {
        const own = shares.filter(({ day }) => day === dayOf(n + 1));
        expect(sum(own, (share) => share.seconds)).toBe(seconds);
        expect(sum(own, (share) => share.messages)).toBe(messages);
      }
      for (const one of allowances) {
        const own = shares.filter(({ allowance: id }) => id === one.id);
        const counted = sum(own, (share) => share.counted);
        expect(counted <= (one.seconds ?? 0n)).toBe(true);
        expect(sum(own, (share) => share.messages) <= (one.messages ?? 0n)).toBe(true);
        for (const share of own) {
          expect(share.counted >= share.seconds && share.counted < share.seconds + one.step).toBe(true);
          expect(share.counted % one.step === 0n || counted === one.seconds).toBe(true);
        }
      }
      for (const share of shares) if (share.allowance === null) expect(share.counted).toBe(share.seconds);
    }),
    { numRuns: 300 },
  );
});
