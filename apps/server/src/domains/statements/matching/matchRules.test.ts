import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysOf, daysToFetch, nextLook, nextTry, readyAt } from './dayRules.ts';
import { type Line, matchLines, type Ours } from './matchRules.ts';

const line = (given: Partial<Line> = {}): Line => ({
  id: '1',
  day: '2026-11-20',
  kind: 'payment',
  ourNo: 'P1',
  providerNo: 'W1',
  currency: 'CNY',
  amount: 1_000n,
  fee: 6n,
  times: 1,
  ...given,
});
const ours = (given: Partial<Ours> = {}): Ours => ({
  kind: 'payment',
  paymentId: '11',
  refundId: null,
  no: 'P1',
  providerNo: 'W1',
  currency: 'CNY',
  amount: 1_000n,
  state: 'paid',
  isMoved: true,
  ...given,
});
const match = (given: Partial<Parameters<typeof matchLines>[0]>) =>
  matchLines({ lines: [], elsewhere: [], ours: [], absent: [], ...given });
const kinds = (given: Partial<Parameters<typeof matchLines>[0]>) => match(given).differences.map(({ kind }) => kind);

describe('a line', () => {
  test('that names a payment of ours by either number, with its amount, is no difference', () => {
    expect(kinds({ lines: [line()], ours: [ours()] })).toEqual([]);
    expect(kinds({ lines: [line({ ourNo: '' })], ours: [ours()] })).toEqual([]);
    expect(kinds({ lines: [line()], ours: [ours({ providerNo: null })] })).toEqual([]);
  });

  test.each([
    ['missingHere', { lines: [line()] }],
    ['missingHere', { lines: [line({ kind: 'refund' })], ours: [ours()] }],
    ['missingThere', { absent: [ours()] }],
    ['amount', { lines: [line({ amount: 999n })], ours: [ours()] }],
    ['currency', { lines: [line({ currency: 'USD' })], ours: [ours()] }],
    ['state', { lines: [line()], ours: [ours({ isMoved: false, state: 'closed' })] }],
    ['twice', { lines: [line({ times: 2 })], ours: [ours()] }],
    ['twice', { lines: [line(), line({ id: '2', providerNo: 'W2' })], ours: [ours()] }],
    ['twice', { lines: [line()], elsewhere: [line({ id: '0', day: '2026-11-19' })], ours: [ours()] }],
  ] as const)('%s', (kind, given) => {
    expect(kinds(given as never)).toEqual([kind]);
  });

  test('of another day that comes later is the second one there, not here', () => {
    expect(kinds({ lines: [line()], elsewhere: [line({ id: '9', day: '2026-11-21' })], ours: [ours()] })).toEqual([]);
  });
});

test('theirs less ours is what the differences say, whatever happened', () => {
  const no = fc.integer({ min: 1, max: 5 });
  const kind = fc.constantFrom('payment' as const, 'refund' as const);
  const currency = fc.constantFrom('CNY', 'USD');
  const amount = fc.bigInt({ min: 1n, max: 9_999n });
  const aLine = fc.record({ kind, no, providerNo: no, currency, amount, times: fc.integer({ min: 1, max: 3 }) });
  const anOurs = fc.record({ kind, no, hasNo: fc.boolean(), currency, amount, isMoved: fc.boolean() });
  const uniqueLines = fc.uniqueArray(aLine, { selector: (each) => `${each.kind} ${each.providerNo}` });
  const uniqueOurs = fc.uniqueArray(anOurs, { selector: (each) => `${each.kind} ${each.no}` });
  fc.assert(
    fc.property(uniqueLines, uniqueOurs, uniqueOurs, (lines, known, gone) => {
      const made = (each: (typeof known)[number], letter: string) =>
        ours({
          ...each,
          no: `${letter}${each.no}`,
          paymentId: String(each.no),
          providerNo: each.hasNo ? `W${each.no}` : null,
        });
      const found = match({
        lines: lines.map((each, at) =>
          line({ ...each, id: String(at + 1), ourNo: `P${each.no}`, providerNo: `W${each.providerNo}` }),
        ),
        ours: known.map((each) => made(each, 'P')),
        absent: gone.map((each) => made(each, 'A')),
      });
      for (const [code, sums] of found.sums) {
        const said = { payment: 0n, refund: 0n };
        for (const { lineKind, theirs, ours: own } of found.differences) {
          if (theirs?.currency === code) said[lineKind] += theirs.amount;
          if (own?.currency === code) said[lineKind] -= own.amount;
        }
        expect(said).toEqual({ payment: sums.came - sums.ourCame, refund: sums.returned - sums.ourReturned });
      }
    }),
  );
});

describe('the days of a merchant', () => {
  const at = (text: string) => new Date(text);
  test('are fetched from the one it was connected on to yesterday, thirty at most', () => {
    expect(daysToFetch(at('2026-11-18T03:00:00Z'), at('2026-11-20T03:00:00Z'))).toEqual(['2026-11-18', '2026-11-19']);
    expect(daysToFetch(at('2026-11-20T01:00:00Z'), at('2026-11-20T03:00:00Z'))).toEqual([]);
    const all = daysToFetch(at('2026-01-01T00:00:00Z'), at('2026-11-20T03:00:00Z'));
    expect([all.length, all[0], all.at(-1)]).toEqual([30, '2026-10-21', '2026-11-19']);
  });
  test('are China’s, and there after ten of the next', () => {
    expect(readyAt('2026-11-19').toISOString()).toBe('2026-11-20T02:00:00.000Z');
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  });
  test('near midnight are two', () => {
    expect(daysOf(at('2026-11-19T16:30:00Z'))).toEqual(['2026-11-19', '2026-11-20']);
    expect(daysOf(at('2026-11-19T15:30:00Z'))).toEqual(['2026-11-19', '2026-11-20']);
    expect(daysOf(at('2026-11-19T08:00:00Z'))).toEqual(['2026-11-19']);
  });
  test('that have no statement are asked for less and less, and given up after a month', () => {
    const now = at('2026-11-20T02:00:00Z');
    const waits = [0, 1, 2, 20].map(
      (tries) => ((nextTry('2026-11-19', now, tries)?.getTime() ?? 0) - now.getTime()) / 60_000,
    );
    expect(waits).toEqual([10, 20, 40, 360]);
    expect(nextTry('2026-11-19', at('2026-12-21T02:00:00Z'), 50)).toBeNull();
  });
  test('that were read are looked at once more, and daily while something is open', () => {
    const now = at('2026-11-20T02:00:00Z');
    expect(nextLook(now, 1, false)).toEqual(at('2026-11-21T02:00:00Z'));
    expect(nextLook(now, 2, false)).toBeNull();
    expect(nextLook(now, 7, true)).toEqual(at('2026-11-21T02:00:00Z'));
    expect(nextLook(now, 8, true)).toBeNull();
  });
});
