import { readDailyUsage } from '@cardinal/contract/api/usage/usage.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { lockForUsage } from '../cards/face.ts';
import { type DailyReading, recordDailyUsage, usageTotals } from './face.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const now = ctx.clock.now();
await host.db
  .insertInto('cards.card')
  .values(
    ['10', '11', '20'].map((customer_id, n) => ({
      id: String(101 + n),
      iccid: `8986010000000000010${n}`,
      platform: 1,
      carrier_account_id: '1',
      kind: 1,
      carrier_status: 'ACTIVATED',
      lifecycle: 'activated',
      customer_id,
      created_at: now,
      updated_at: now,
    })) as never,
  )
  .execute();

const reading = (cardId: string, day: string, bytes: string, customerId = '10'): DailyReading => ({
  cardId,
  customerId,
  day,
  bytes,
});
const record = (...readings: DailyReading[]) =>
  ctx.transact(async (inside) => {
    await lockForUsage(
      inside,
      readings.map(({ cardId }) => cardId),
      inside.clock.now(),
    );
    await recordDailyUsage(inside, readings);
  });
const totals = async (day: string) => (await usageTotals(ctx.db, day, day))[0];
const daily = async (who: string, cardId: string) =>
  (await host.as(who)).ask(readDailyUsage, { query: { cardId, days: 3 } });

test('readings stand once: repeated they change nothing, corrected they move the day and its total', async () => {
  await record(reading('101', '2026-11-18', '500'), reading('102', '2026-11-18', '70', '11'));
  await record(reading('101', '2026-11-18', '500'), reading('101', '2026-11-18', '500'));
  expect(await totals('2026-11-18')).toEqual({ day: '2026-11-18', bytes: '570', cards: 2 });
  await record(reading('101', '2026-11-18', '300'), reading('101', '2026-11-19', '9007199254740993'));
  expect(await totals('2026-11-18')).toEqual({ day: '2026-11-18', bytes: '370', cards: 2 });
  expect(await totals('2026-11-19')).toEqual({ day: '2026-11-19', bytes: '9007199254740993', cards: 1 });
});

test('batches that come at once are added up exactly', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      record(reading('101', '2026-11-17', String(100 + n)), reading('102', '2026-11-17', '50', '11')),
    ),
  );
  const rows = await host.db.selectFrom('usage.card_day').select('bytes').where('day', '=', '2026-11-17').execute();
  const sum = rows.reduce((total, row) => total + BigInt(row.bytes), 0n);
  expect(await totals('2026-11-17')).toEqual({ day: '2026-11-17', bytes: String(sum), cards: 2 });
});

test('a card’s days are read by who may see it, today last, and a day without a reading is nothing', async () => {
  const { days } = await daily('agent', '101');
  expect(days).toEqual([
    { day: '2026-11-18', bytes: '300' },
    { day: '2026-11-19', bytes: '9007199254740993' },
    { day: '2026-11-20', bytes: null },
  ]);
  const rival = await host.as('rival');
  const [foreign, unknown] = [
    await rival.call(readDailyUsage, { query: { cardId: '101' } }),
    await rival.call(readDailyUsage, { query: { cardId: '999' } }),
  ];
  expect([foreign.code, foreign.message]).toEqual([unknown.code, unknown.message]);
  expect(foreign.code).toBe('4040801');
});

test('days from before a card came are not the new owner’s, and stay with who had it', async () => {
  await record(reading('103', '2026-11-18', '10', '20'));
  await host.db.updateTable('cards.card').set({ customer_id: '11' }).where('id', '=', '103').execute();
  await record(reading('103', '2026-11-18', '12', '11'), reading('103', '2026-11-19', '20', '11'));
  expect((await daily('subagent', '103')).days.map((day) => day.bytes)).toEqual([null, '20', null]);
  const owners = await host.db
    .selectFrom('usage.card_day')
    .select(['day', 'customer_id'])
    .where('card_id', '=', '103')
    .orderBy('day')
    .execute();
  expect(owners).toEqual([
    { day: '2026-11-18', customer_id: '20' },
    { day: '2026-11-19', customer_id: '11' },
  ]);
});
