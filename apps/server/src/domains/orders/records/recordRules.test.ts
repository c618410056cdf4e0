import { type PeriodRule, periodOf } from '@cardinal/primitives/period.ts';
import { wallTimeIn } from '@cardinal/primitives/zone.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changesDue,
  hindranceOf,
  moveUp,
  type OnCard,
  type Ordered,
  type PackagePeriod,
  placeOf,
  type QueuedRecord,
  wishOf,
} from './recordRules.ts';

const ZONE = 'Asia/Shanghai';
const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000);
const lasting = (days: number): PackagePeriod => ({
  of: (startsAt) => ({ startsAt, endsAt: new Date(startsAt.getTime() + days * 86_400_000) }),
  isAnchored: false,
});
const record = (given: Partial<QueuedRecord> & { id: string }): QueuedRecord => ({
  isMain: true,
  isUsing: false,
  follows: false,
  position: BigInt(given.id),
  wish: { notBefore: day(0), postponeDays: 0, zone: ZONE },
  startsAt: day(0),
  endsAt: day(30),
  anchorDay: null,
  ...given,
});
const place = (queue: readonly QueuedRecord[], wish: QueuedRecord['wish'], now: Date, days = 30) =>
  placeOf({ isMain: true, follows: false, period: lasting(days), wish }, queue, now);

describe('the queue of main records', () => {
  const running = record({ id: '1', isUsing: true });
  const second = record({ id: '2', startsAt: day(30), endsAt: day(60) });
  const third = record({ id: '3', startsAt: day(60), endsAt: day(67) });
  const now = wishOf({ kind: 'now' }, ZONE, day(5));

  test('a package begins when the last one bought before it has ended, at once where there is none', () => {
    expect(place([third, running, second], now, day(5))).toMatchObject({ startsAt: day(67), endsAt: day(97) });
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
    expect(place([running], wish, day(5))).toMatchObject({ startsAt: day(40), endsAt: day(70) });
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
    expect(moveUp(queue, second, lengths, day(5))).toMatchObject([{ id: '3', startsAt: day(30), endsAt: day(37) }]);
    expect(moveUp(queue, running, lengths, day(5))).toMatchObject([
      { id: '2', startsAt: day(5), endsAt: day(35) },
      { id: '3', startsAt: day(35), endsAt: day(42) },
    ]);
    expect(moveUp(queue, third, lengths, day(5))).toEqual([]);
    const bound = { ...third, wish: { notBefore: day(40), postponeDays: 0, zone: ZONE } };
    expect(moveUp([running, second, bound], second, lengths, day(5))[0]?.startsAt).toEqual(day(40));
  });
});

/** The places of so many renewals, bought at once at a moment. */
function renewals(rule: PeriodRule, from: Date, count: number): string[] {
  const period: PackagePeriod = {
    of: (startsAt, anchorDay) => periodOf(rule, startsAt, anchorDay),
    isAnchored: rule.boundary === 'start',
  };
  const { zone } = rule.cycle;
  const wish = wishOf({ kind: 'now' }, zone, from);
  const queue: QueuedRecord[] = [];
  for (let n = 0; n < count; n += 1)
    queue.push(
      record({ id: String(n), wish, ...placeOf({ isMain: true, follows: false, period, wish }, queue, from) }),
    );
  return queue.map(({ endsAt }) => {
    const { year, month, day: date, hour } = wallTimeIn(zone, endsAt);
    return `${year}-${month}-${date}${hour ? ` ${hour}h` : ''}`;
  });
}

describe('where the months of renewals end', () => {
  const month = { unit: 'month', count: 1, cycle: { day: 1, zone: ZONE } } as const;
  const shanghai = (local: string) => new Date(`${local}+08:00`);
  test('from a start on 31 January, through a February with 29 days: the anchor does not move', () => {
    const ends = renewals({ ...month, boundary: 'start' }, shanghai('2028-01-31T10:00:00'), 4);
    expect(ends).toEqual(['2028-3-1', '2028-3-31', '2028-5-1', '2028-5-31']);
  });
  test('with calendar months, and with a carrier whose cycles begin on the 27th', () => {
    const from = shanghai('2026-01-28T10:00:00');
    expect(renewals({ ...month, boundary: 'natural' }, from, 3)).toEqual(['2026-2-1', '2026-3-1', '2026-4-1']);
    const cycle = { day: 27, zone: ZONE };
    expect(renewals({ ...month, boundary: 'cycle', cycle }, from, 3)).toEqual(['2026-2-27', '2026-3-27', '2026-4-27']);
  });
  test('at midnight of New York, on both sides of its clock change', () => {
    const cycle = { day: 8, zone: 'America/New_York' };
    const from = new Date('2026-02-10T15:00:00Z');
    expect(renewals({ ...month, boundary: 'cycle', cycle }, from, 2)).toEqual(['2026-3-8', '2026-4-8']);
  });
});

describe('add-ons', () => {
  const addOn = { isMain: false, period: lasting(10), wish: wishOf({ kind: 'now' }, ZONE, day(5)) };
  const running = record({ id: '1', isUsing: true });
  test('one that follows begins at once and ends with the main record', () => {
    expect(placeOf({ ...addOn, follows: true }, [running, record({ id: '2' })], day(5))).toMatchObject({
      startsAt: day(5),
      endsAt: day(30),
    });
  });
  test('one of its own has its own period, whatever waits', () => {
    expect(placeOf({ ...addOn, follows: false }, [running, record({ id: '2' })], day(5))).toMatchObject({
      startsAt: day(5),
      endsAt: day(15),
    });
  });
});

describe('what hinders', () => {
  const main: Ordered = { isMain: true, follows: false, isRenewable: true, maxRenewals: 2, onto: undefined };
  const addOn: Ordered = { ...main, isMain: false, follows: true };
  const having = (given: Partial<OnCard> = {}): OnCard => ({ mainType: '', boughtBefore: 0, ...given });

  test('an add-on that follows needs a main record in use, of its scope', () => {
    expect(hindranceOf(addOn, having())).toBe('noMain');
    expect(hindranceOf(addOn, having({ mainType: 'month' }))).toBeUndefined();
    expect(hindranceOf({ ...addOn, onto: 'flow' }, having({ mainType: 'month' }))).toBe('otherScope');
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
