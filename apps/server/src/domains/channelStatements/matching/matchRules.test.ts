import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Compared, compare, isOffered, type Ours, settledThere, type Theirs } from './matchRules.ts';

const theirs = (given: Partial<Theirs> = {}): Theirs => ({
  id: '1',
  theirOrderNo: 'XM1',
  at: 1_000,
  iccid: '89860600000000000013',
  codeHash: null,
  isCardKnown: true,
  state: 'paid',
  settlement: 900n,
  orderId: null,
  ...given,
});
const ours = (given: Partial<Ours> = {}): Ours => ({
  orderId: '11',
  theirOrderNo: 'XM1',
  at: 900,
  iccid: '89860600000000000013',
  codeHash: null,
  state: 'paid',
  settlement: 900n,
  isCovered: true,
  ...given,
});
const kinds = (lines: Theirs[], orders: Ours[]) => compare(lines, orders).map(({ kind }) => kind);

describe('a line', () => {
  test.each([
    ['agrees by their number', [theirs()], [ours({ iccid: 'other' })], [null]],
    [
      'agrees by its code',
      [theirs({ codeHash: 'h', iccid: null })],
      [ours({ theirOrderNo: null, codeHash: 'h' })],
      [null],
    ],
    ['agrees by its card', [theirs()], [ours({ theirOrderNo: null })], [null]],
    [
      'of another card is not by the card',
      [theirs()],
      [ours({ theirOrderNo: 'XM2' })],
      ['missingHere', 'missingThere'],
    ],
    ['of what was refunded before it came is nothing', [theirs({ state: 'refunded' })], [], [null]],
    ['missing here', [theirs()], [], ['missingHere']],
    ['of a card nobody has', [theirs({ isCardKnown: false })], [], ['iccidUnknown']],
    ['of another amount', [theirs()], [ours({ settlement: 880n })], ['amount']],
    ['refunded there', [theirs({ state: 'refunded' })], [ours()], ['state']],
    [
      'refunded at both, with something left here',
      [theirs({ state: 'refunded' })],
      [ours({ state: 'refunded', settlement: 1n })],
      ['amount'],
    ],
    [
      'closed there, refunded here',
      [theirs({ state: 'closed' })],
      [ours({ state: 'refunded', settlement: 0n })],
      [null],
    ],
    ['failed here', [theirs()], [ours({ state: 'closed', settlement: 0n })], ['state']],
    ['an order no line names', [], [ours()], ['missingThere']],
    ['an order of no statement', [], [ours({ isCovered: false })], [null]],
    ['an order that failed', [], [ours({ state: 'closed', settlement: 0n })], [null]],
    [
      'of two orders the paid one',
      [theirs()],
      [ours({ orderId: '12', state: 'closed', settlement: 0n }), ours()],
      [null, null],
    ],
  ] as const)('%s', (_about, lines, orders, expected) => {
    expect(kinds([...lines], [...orders])).toEqual(expected);
  });
});

const state = fc.constantFrom('paid' as const, 'refunded' as const, 'closed' as const);
const few = (prefix: string) => fc.integer({ min: 1, max: 6 }).map((n) => `${prefix}${n}`);
const lines = fc
  .uniqueArray(
    fc.record({
      theirOrderNo: few('XM'),
      at: fc.integer({ min: 0, max: 5 }),
      iccid: fc.option(few('C')),
      codeHash: fc.option(few('H')),
      isCardKnown: fc.boolean(),
      state,
      settlement: fc.bigInt({ min: 0n, max: 3n }),
      orderId: fc.option(few('1')),
    }),
    { selector: ({ theirOrderNo }) => theirOrderNo, maxLength: 6 },
  )
  .map((all) => all.map((line): Theirs => ({ id: `9${line.theirOrderNo.slice(2)}`, ...line })));
const orders = fc
  .uniqueArray(
    fc.record({
      orderId: few('1'),
      theirOrderNo: fc.option(few('XM')),
      at: fc.integer({ min: 0, max: 5 }),
      iccid: few('C'),
      codeHash: fc.option(few('H')),
      state,
      settlement: fc.bigInt({ min: 0n, max: 3n }),
      isCovered: fc.boolean(),
    }),
    { selector: ({ orderId }) => orderId, maxLength: 6 },
  )
  .map((all) => all.map((order): Ours => (order.state === 'closed' ? { ...order, settlement: 0n } : order)));

const told = (found: readonly Compared[]) =>
  found.map(({ line, order, kind }) => `${line?.id} ${order?.orderId} ${kind}`).sort();
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n);

test('the same differences whatever the order of rows, and however often a file was given', () => {
  fc.assert(
    fc.property(lines, orders, fc.infiniteStream(fc.nat()), (there, here, keys) => {
      const shuffled = <T>(all: readonly T[]): T[] =>
        all
          .map((each) => [keys.next().value as number, each] as const)
          .sort(([a], [b]) => a - b)
          .map(([, each]) => each);
      const once = told(compare(there, here));
      expect(told(compare(shuffled(there), shuffled(here)))).toEqual(once);
      expect(told(compare([...there, ...shuffled(there)], here))).toEqual(once);
    }),
    { numRuns: 500 },
  );
});

test('every line and every order is in exactly one class, and what differs is what the differences say', () => {
  fc.assert(
    fc.property(lines, orders, (there, here) => {
      const found = compare(there, here);
      expect(found.flatMap(({ line }) => line?.id ?? []).sort()).toEqual(there.map(({ id }) => id).sort());
      expect(found.flatMap(({ order }) => order?.orderId ?? []).sort()).toEqual(
        here.map(({ orderId }) => orderId).sort(),
      );
      const gap = ({ line, order }: Compared) => (line ? settledThere(line) : 0n) - (order?.settlement ?? 0n);
      const named = found.filter(({ line, kind }) => line !== undefined || kind !== null);
      // What agrees has no gap; where both sides are off and something is left, that is a difference of amount.
      for (const each of named.filter(({ kind }) => kind === null)) expect(gap(each)).toBe(0n);
      expect(sum(named.map(gap))).toBe(sum(named.filter(({ kind }) => kind !== null).map(gap)));
    }),
    { numRuns: 500 },
  );
});

test('each kind of difference has a way to end it', () => {
  const offered = (
    kind: Parameters<typeof isOffered>[1]['kind'],
    their: Theirs['state'] | null,
    our: Ours['state'] | null,
  ) => (['create', 'refund', 'accept', 'explain'] as const).filter((each) => isOffered(each, { kind, their, our }));
  expect(offered('missingHere', 'paid', null)).toEqual(['create', 'explain']);
  expect(offered('missingThere', null, 'paid')).toEqual(['refund', 'explain']);
  expect(offered('amount', 'paid', 'paid')).toEqual(['accept', 'explain']);
  expect(offered('state', 'refunded', 'paid')).toEqual(['refund', 'explain']);
  expect(offered('state', 'paid', 'closed')).toEqual(['create', 'explain']);
  expect(offered('iccidUnknown', 'paid', null)).toEqual(['explain']);
});
