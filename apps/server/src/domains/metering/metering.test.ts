import { readConsumption } from '@cardinal/contract/api/metering/consumption.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, card, cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { addRecord } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import type { PackageUsageTable } from '../orders/orderTables.ts';
import { sweepRecords } from '../orders/records/sweepRecords.ts';
import { addToTotals, recordDailyUsage } from '../usage/recordUsage.ts';
import { takeUsage } from '../usage/takeUsage.ts';
import { catchUpJob } from './marks/catchUp.ts';

const account = { zone: 'Asia/Shanghai', cycleDay: 1 };
const under = await forThisFile(cardsUnderTest());
const { ctx } = under;
const catchUp = () => catchUpJob.run(ctx, {}, new AbortController().signal);
let made = 0;
const people = new Map<string, Caller>();
const by = async (name: string) => {
  const known = people.get(name) ?? (await under.anew(name));
  people.set(name, known);
  return known;
};
const at = (wall: string) => new Date(`2026-${wall}:00+08:00`);
/** Sessions end with the days that pass. */
function turnTo(wall: string) {
  under.clock.set(at(wall).toISOString());
  people.clear();
}

async function newCard() {
  made += 1;
  const n = 300 + made;
  await addCards(under, [{ n, customerId: '10' }]);
  const row = await card(under, n);
  const take = (wall: string, cycleBytes: number | null, days: Readonly<Record<string, number>> = {}) =>
    ctx.transact(async (inside) => {
      const told = Object.entries(days).map(([day, bytes]) => ({ day, bytes: String(bytes) }));
      const reading = {
        cardId: row.id,
        cycleBytes: cycleBytes === null ? null : String(cycleBytes),
        days: told,
        seconds: null,
        messages: null,
      };
      await addToTotals(inside, await takeUsage(inside, account, [reading], at(wall)));
    });
  const record = (from: string, to: string, bytes: number | null, given: Partial<PackageUsageTable> = {}) =>
    addRecord(under, row, 0, 0, {
      flow_bytes: bytes === null ? null : String(bytes),
      starts_at: at(from),
      ends_at: at(to),
      package_name: `${from.slice(0, 5)} ${bytes}`,
      ...given,
    });
  const read = async (name = 'admin') => (await by(name)).ask(readConsumption, { query: { cardId: row.id } });
  const shared = async () => {
    const { packages, overage } = await read();
    return [
      ...packages.map(({ used }) => used && Number(used)),
      ...overage.toReversed().map(({ day, bytes }) => `${day.slice(5)} ${bytes}`),
    ];
  };
  /** What every day was used for is what it holds, to the byte. */
  const isWhole = async () => {
    const sums = async (table: 'metering.consumption' | 'usage.card_day') => {
      const rows = await under.db
        .selectFrom(table)
        .select(['day'])
        .select((of) => of.fn.sum<string>('bytes').as('bytes'))
        .where('card_id', '=', row.id)
        .where('bytes', '>', '0')
        .groupBy('day')
        .orderBy('day')
        .execute();
      return rows.map(({ day, bytes }) => `${day} ${bytes}`);
    };
    expect(await sums('metering.consumption')).toEqual(await sums('usage.card_day'));
  };
  return { ...row, take, record, read, shared, isWhole };
}

test('what was used before anything was shared out is gone through once, card by card; a package begun within a day takes all of it', async () => {
  turnTo('11-10T08:00');
  const one = await newCard();
  const days = ['2026-11-03', '2026-11-04', '2026-11-05'].map((day) => ({
    cardId: one.id,
    customerId: '10',
    day,
    bytes: '60',
  }));
  await ctx.transact((inside) => recordDailyUsage(inside, days));
  await one.record('11-04T10:00', '12-04T10:00', 100, { state: 1 });
  expect(await one.shared()).toEqual([null]);
  await one.record('08-20T10:00', '08-30T10:00', 100, { state: 2 });
  await catchUp();
  expect(await one.shared()).toEqual([null, 100, '11-03 60', '11-05 20']);
  await one.isWhole();
  const { finished_at } = await under.db.selectFrom('metering.catch_up').selectAll().executeTakeFirstOrThrow();
  expect(finished_at).toEqual(under.clock.now());
});

test('usage is of the package that ends first, a package begun within a day takes it from its counter on, the rest is overage', async () => {
  turnTo('11-01T08:00');
  const one = await newCard();
  await one.take('11-01T08:00', 0);
  turnTo('11-05T10:00');
  await one.take('11-05T09:00', 40);
  await one.record('11-05T10:00', '12-05T10:00', 100);
  await one.record('11-05T10:00', '11-20T10:00', 30, { is_main: false });
  await sweepRecords(ctx);
  turnTo('11-05T12:00');
  await one.take('11-05T12:00', 60);
  // 40 before any package began; of the 20 read next nobody knows.
  expect(await one.shared()).toEqual([20, 0, '11-05 40']);
  const { packages } = await one.read();
  expect(packages.map(({ isMain, total, margin }) => ({ isMain, total, margin }))).toEqual([
    { isMain: false, total: '30', margin: '20' },
    { isMain: true, total: '100', margin: '20' },
  ]);
  turnTo('11-06T12:00');
  await one.take('11-06T12:00', 90);
  expect(await one.shared()).toEqual([30, 20, '11-05 40']);
  turnTo('11-07T12:00');
  await one.take('11-07T12:00', 190);
  expect(await one.shared()).toEqual([30, 100, '11-05 40', '11-07 20']);
  await one.isWhole();
});

test('a correction gives back of the packages what its days took, as if it had been so from the start', async () => {
  turnTo('11-01T08:00');
  const one = await newCard();
  await one.take('11-01T08:00', 0);
  await one.record('11-02T00:00', '12-02T00:00', 100);
  turnTo('11-02T08:00');
  await sweepRecords(ctx);
  await one.take('11-02T12:00', 80);
  turnTo('11-03T08:00');
  await one.take('11-03T08:00', 130);
  expect(await one.shared()).toEqual([100, '11-03 30']);
  turnTo('11-04T08:00');
  await one.take('11-04T08:00', 110);
  expect(await one.shared()).toEqual([100, '11-03 10']);
  turnTo('11-05T08:00');
  await one.take('11-05T08:00', 110, { '2026-11-02': 10, '2026-11-03': 20 });
  expect(await one.shared()).toEqual([30]);
  await one.isWhole();
});

test('whoever sees a card’s usage sees what it was used for; a foreign card is none, whoever may not see usage is refused', async () => {
  const one = await newCard();
  const own = await one.read('agent');
  expect(own.packages).toEqual([]);
  const rival = await by('rival');
  const [foreign, missing] = [
    await rival.call(readConsumption, { query: { cardId: one.id } }),
    await rival.call(readConsumption, { query: { cardId: '1' } }),
  ];
  expect(foreign.code).toMatch(/^404/);
  expect([foreign.code, foreign.message]).toEqual([missing.code, missing.message]);
});
