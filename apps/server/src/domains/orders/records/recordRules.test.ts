import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changesDue,
  hindranceOf,
  moveUp,
  type OnCard,
  type Ordered,
  placeOf,
  type QueuedRecord,
  wishOf,
} from './recordRules.ts';

const ZONE = 'Asia/Shanghai';
const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000);
const lasting = (days: number) => (startsAt: Date) => ({
  startsAt,
  endsAt: new Date(startsAt.getTime() + days * 86_400_000),
});
const record = (given: Partial<QueuedRecord> & { id: string }): QueuedRecord => ({
  isMain: true,
  isUsing: false,
  follows: false,
  position: BigInt(given.id),
  wish: { notBefore: day(0), postponeDays: 0, zone: ZONE },
  startsAt: day(0),
  endsAt: day(30),
  ...given,
});
const place = (queue: readonly QueuedRecord[], wish: QueuedRecord['wish'], now: Date, days = 30) =>
  placeOf({ isMain: true, follows: false, periodOf: lasting(days), wish }, queue, now);

describe('the queue of main records', () => {
  const running = record({ id: '1', isUsing: true });
  const second = record({ id: '2', startsAt: day(30), endsAt: day(60) });
  const third = record({ id: '3', startsAt: day(60), endsAt: day(67) });
  const now = wishOf({ kind: 'now' }, ZONE, day(5));

  test('a package begins when the last one bought before it has ended, at once where there is none', () => {
    expect(place([third, running, second], now, day(5))).toEqual({ startsAt: day(67), endsAt: day(97) });
    expect(place([], now, day(5)).startsAt).toEqual(day(5));
  });

  test('not before its own moment', () => {
    const next = wishOf({ kind: 'next', nextStart: day(31) }, ZONE, day(5));
    expect(place([], next, day(5)).startsAt).toEqual(day(31));
    expect(place([running], next, day(5)).startsAt).toEqual(day(31));
    expect(place([running, second], next, day(5)).startsAt).toEqual(day(60));
  });

  test('postponed: so many days after the one before it, or after the order where nothing runs', () => {
    const wish = wishOf({ kind: 'postpone', days: 10 }, ZONE, day(5));
    expect(place([running], wish, day(5))).toEqual({ startsAt: day(40), endsAt: day(70) });
    expect(place([], wish, day(5)).startsAt).toEqual(day(15));
  });

  test('the days of a postponement are those of its zone: New York loses an hour on 8 March', () => {
    const zone = 'America/New_York';
    const midnight = new Date('2026-03-07T05:00:00Z');
    const { notBefore } = wishOf({ kind: 'postpone', days: 2 }, zone, midnight);
    expect(notBefore).toEqual(new Date('2026-03-09T04:00:00Z'));
  });

  test('those behind one that is taken out move up; at once where nothing else is left', () => {
    const queue = [running, second, third];
    const lengths = (id: string) => lasting(id === '3' ? 7 : 30);
    expect(moveUp(queue, second, lengths, day(5))).toEqual([{ id: '3', startsAt: day(30), endsAt: day(37) }]);
    expect(moveUp(queue, running, lengths, day(5))).toEqual([
      { id: '2', startsAt: day(5), endsAt: day(35) },
      { id: '3', startsAt: day(35), endsAt: day(42) },
    ]);
    expect(moveUp(queue, third, lengths, day(5))).toEqual([]);
    const bound = { ...third, wish: { notBefore: day(40), postponeDays: 0, zone: ZONE } };
    expect(moveUp([running, second, bound], second, lengths, day(5))[0]?.startsAt).toEqual(day(40));
  });
});

describe('add-ons', () => {
  const addOn = { isMain: false, periodOf: lasting(10), wish: wishOf({ kind: 'now' }, ZONE, day(5)) };
  const running = record({ id: '1', isUsing: true });
  test('one that follows begins at once and ends with the main record', () => {
    expect(placeOf({ ...addOn, follows: true }, [running, record({ id: '2' })], day(5))).toEqual({
      startsAt: day(5),
      endsAt: day(30),
    });
  });
  test('one of its own has its own period, whatever waits', () => {
    expect(placeOf({ ...addOn, follows: false }, [running, record({ id: '2' })], day(5))).toEqual({
      startsAt: day(5),
      endsAt: day(15),
    });
  });
});

describe('what hinders', () => {
  const main: Ordered = { isMain: true, follows: false, isRenewable: true, maxRenewals: 2, onto: undefined };
  const addOn: Ordered = { ...main, isMain: false, follows: true };
  const having = (given: Partial<OnCard> = {}): OnCard => ({
    records: [],
    mainType: undefined,
    boughtBefore: 0,
    ...given,
  });
  const running = [record({ id: '1', isUsing: true })];

  test('an add-on that follows needs a main record in use, of its scope', () => {
    expect(hindranceOf(addOn, having())).toBe('noMain');
    expect(hindranceOf(addOn, having({ records: [record({ id: '1' })] }))).toBe('noMain');
    expect(hindranceOf(addOn, having({ records: running, mainType: 'month' }))).toBeUndefined();
    expect(hindranceOf({ ...addOn, onto: 'flow' }, having({ records: running, mainType: 'month' }))).toBe('otherScope');
    expect(hindranceOf({ ...addOn, follows: false }, having())).toBeUndefined();
  });

  test('a package is renewed as often as it allows', () => {
    const after = (boughtBefore: number, given: Partial<Ordered> = {}) =>
      hindranceOf({ ...main, ...given }, having({ boughtBefore }));
    expect([0, 1, 2, 3].map((n) => after(n))).toEqual([undefined, undefined, undefined, 'renewedEnough']);
    expect([0, 1].map((n) => after(n, { isRenewable: false }))).toEqual([undefined, 'notRenewable']);
    expect(after(50, { maxRenewals: null })).toBeUndefined();
  });
});

/** A card after some orders: their lengths, and the days that lie between them. */
const anOrder = fc.record({ length: fc.integer({ min: 1, max: 40 }), after: fc.nat(25), days: fc.nat(5) });

/** Orders at their own moments, the clock passed on before each; returns what has become of every record by the end. */
function lived(orders: readonly { length: number; after: number; days: number }[], looks: readonly number[]) {
  let records: QueuedRecord[] = [];
  const log: string[] = [];
  const pass = (now: Date) => {
    for (const change of changesDue(records, now)) {
      log.push(`${change.id} ${change.becomes} ${change.at.toISOString()}`);
      records =
        change.becomes === 'used'
          ? records.filter(({ id }) => id !== change.id)
          : records.map((one) => (one.id === change.id ? { ...one, isUsing: true } : one));
      expect(records.filter(({ isMain, isUsing }) => isMain && isUsing).length).toBeLessThanOrEqual(1);
    }
  };
  let at = 0;
  for (const [n, { length, after, days }] of orders.entries()) {
    at += after;
    for (const look of looks.filter((each) => each < at)) pass(day(look));
    const now = day(at);
    pass(now);
    const wish = wishOf({ kind: 'postpone', days }, ZONE, now);
    records.push(record({ id: String(n), wish, ...place(records, wish, now, length) }));
  }
  pass(day(10_000));
  return log;
}

test('one main record at a time, each for its whole period, however often and late the clock is looked at', () => {
  fc.assert(
    fc.property(fc.array(anOrder, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(300)), (orders, looks) => {
      const log = lived(orders, looks);
      expect(log).toEqual(lived(orders, []));
      expect(log.length).toBe(orders.length * 2);
      expect(new Set(log).size).toBe(log.length);
    }),
  );
});
