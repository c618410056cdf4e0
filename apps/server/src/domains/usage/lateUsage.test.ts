import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { takeUsage } from './takeUsage.ts';

const account = { zone: 'Asia/Shanghai', cycleDay: 1 };
const CARD = '301';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const now = ctx.clock.now();
await host.db
  .insertInto('cards.card')
  .values({
    id: CARD,
    iccid: '89860400000000000301',
    platform: 2,
    carrier_account_id: '1',
    kind: 1,
    carrier_status: 'normal',
    lifecycle: 'activated',
    customer_id: '10',
    created_at: now,
    updated_at: now,
  } as never)
  .execute();

type Told = {
  readonly cycle: string | null;
  readonly days?: Readonly<Record<string, string>>;
  readonly lateDays?: number;
};

/** At a local time in China; the carrier lags by one day by default. */
const take = (wall: string, { cycle, days = {}, lateDays = 1 }: Told) =>
  ctx.transact((inside) =>
    takeUsage(
      inside,
      account,
      [
        {
          cardId: CARD,
          cycleBytes: cycle,
          days: Object.entries(days).map(([day, bytes]) => ({ day, bytes })),
          seconds: null,
          messages: null,
        },
      ],
      new Date(`${wall}:00+08:00`),
      lateDays,
    ),
  );
const shown = () =>
  host.db.selectFrom('cards.card').select(['flow_used', 'used_today']).where('id', '=', CARD).executeTakeFirstOrThrow();
const days = async () =>
  Object.fromEntries(
    (
      await host.db
        .selectFrom('usage.card_day')
        .select(['day', 'bytes'])
        .where('card_id', '=', CARD)
        .orderBy('day')
        .execute()
    ).map(({ day, bytes }) => [String(day), bytes]),
  );

test('what a carrier tells on the next day is of the day before: nothing is said of today, and no day twice', async () => {
  // On the first day of a cycle the new counter says nothing about earlier days.
  await take('2026-11-01T09:00', { cycle: '0' });
  expect(await shown()).toEqual({ flow_used: '0', used_today: null });
  expect(await days()).toEqual({});
  await take('2026-11-02T09:00', { cycle: '500', days: { '2026-11-01': '480', '2026-10-31': '70' } });
  expect(await shown()).toEqual({ flow_used: '500', used_today: null });
  expect(await days()).toEqual({ '2026-10-31': '70', '2026-11-01': '480' });
  // The carrier did not report the day: it is the growth of the counter.
  await take('2026-11-03T09:00', { cycle: '800' });
  expect(await days()).toEqual({ '2026-10-31': '70', '2026-11-01': '480', '2026-11-02': '300' });
  // Later readings that day change only the cycle; the next day reports both days finally.
  await take('2026-11-03T18:00', { cycle: '900' });
  expect(await shown()).toEqual({ flow_used: '900', used_today: null });
  expect((await days())['2026-11-02']).toBe('300');
  await take('2026-11-04T09:00', { cycle: '1000', days: { '2026-11-02': '310', '2026-11-03': '190' } });
  expect(await days()).toEqual({ '2026-10-31': '70', '2026-11-01': '480', '2026-11-02': '310', '2026-11-03': '190' });
});

test('a counter that has not been turned yet adds its last day to the cycle that is over', async () => {
  const before = await days();
  await take('2026-12-01T06:00', { cycle: '1200' });
  expect(await shown()).toEqual({ flow_used: '1000', used_today: null });
  // It may as well be the new one's, until the next figure shows that it was not.
  expect(await days()).toEqual(before);
  await take('2026-12-02T06:00', { cycle: '40' });
  expect(await shown()).toEqual({ flow_used: '40', used_today: null });
  expect(await days()).toEqual({ ...before, '2026-11-30': '200', '2026-12-01': '40' });
});

test('of a carrier that tells as it happens today is today; a reading without data leaves it, the turn of a day does not', async () => {
  await take('2026-12-03T10:00', { cycle: '100', lateDays: 0 });
  await take('2026-12-03T12:00', { cycle: '160', lateDays: 0 });
  expect(await shown()).toEqual({ flow_used: '160', used_today: '120' });
  await take('2026-12-03T13:00', { cycle: null, lateDays: 0 });
  expect(await shown()).toEqual({ flow_used: '160', used_today: '120' });
  await take('2026-12-04T10:00', { cycle: null, days: { '2026-12-03': '130' }, lateDays: 0 });
  expect(await shown()).toEqual({ flow_used: '160', used_today: null });
});
