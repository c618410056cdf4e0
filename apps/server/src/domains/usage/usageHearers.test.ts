import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, expect, test } from 'vitest';
import { domain } from '../../framework/domain.ts';
import { type HeardUsage, usageHearers } from './face.ts';
import { takeUsage } from './takeUsage.ts';

const account = { zone: 'Asia/Shanghai', cycleDay: 27 };
const [CARD, OTHER, UNKNOWN] = ['401', '402', '499'];

const heard: HeardUsage[][] = [];
let failure: Error | undefined;
const meter = domain({
  name: 'meter',
  needs: ['usage'],
  tables: {},
  contributes: [
    usageHearers.with(async (ctx, readings) => {
      // It sees the reading in its own transaction.
      const { flow_used } = await ctx.db
        .selectFrom('cards.v_card')
        .select('flow_used')
        .where('id', '=', CARD)
        .executeTakeFirstOrThrow();
      expect(flow_used).toBe(String(readings.find(({ cardId }) => cardId === CARD)?.after?.bytes));
      heard.push([...readings]);
      if (failure) throw failure;
    }),
  ],
});
const host = await forThisFile(testApp({ demo: 'people', furtherRooms: [meter] }));
const ctx = host.app.systemContext('test');
const now = ctx.clock.now();
await host.db
  .insertInto('cards.card')
  .values(
    [CARD, OTHER].map((id, at) => ({
      id,
      iccid: `89860100000000000${id}`,
      platform: 1,
      carrier_account_id: '1',
      kind: 1,
      carrier_status: 'ACTIVATED',
      lifecycle: 'activated',
      customer_id: at === 0 ? '10' : '11',
      created_at: now,
      updated_at: now,
    })) as never,
  )
  .execute();

const read = (cardId: string, cycleBytes: string | null, days: HeardUsage['days'] = []) => ({
  cardId,
  cycleBytes,
  days,
  seconds: null,
  messages: null,
});
const take = (wall: string, ...readings: ReturnType<typeof read>[]) =>
  ctx.transact((inside) => takeUsage(inside, account, readings, new Date(`${wall}:00+08:00`)));
const stored = async () => {
  const of = (table: 'usage.reading' | 'usage.card_counter' | 'usage.card_day') =>
    host.db.selectFrom(table).selectAll().where('card_id', '=', CARD).execute();
  const card = await host.db
    .selectFrom('cards.card')
    .select(['flow_used', 'usage_at'])
    .where('id', '=', CARD)
    .execute();
  return [card, await of('usage.reading'), await of('usage.card_counter'), await of('usage.card_day')];
};
beforeEach(() => {
  heard.length = 0;
  failure = undefined;
});

test('a reading tells each of its cards: cycle and bytes before and after, its moment, and days the carrier told', async () => {
  const days = [{ day: '2026-11-20', bytes: '40' }];
  await take('2026-11-20T09:00', read(CARD, '1000'), read(OTHER, '7', days), read(UNKNOWN, '1'));
  const [first, second] = [new Date('2026-11-20T09:00:00+08:00'), new Date('2026-11-20T10:00:00+08:00')];
  expect(heard).toEqual([
    [
      {
        cardId: CARD,
        customerId: '10',
        readAt: first,
        before: null,
        after: { cycle: '2026-11', bytes: 1_000n, readAt: first, what: 'first' },
        days: [],
      },
      {
        cardId: OTHER,
        customerId: '11',
        readAt: first,
        before: null,
        after: { cycle: '2026-11', bytes: 7n, readAt: first, what: 'first' },
        days,
      },
    ],
  ]);
  await take('2026-11-20T10:00', read(CARD, '1500'));
  expect(heard[1]).toMatchObject([
    {
      before: { cycle: '2026-11', bytes: 1_000n, readAt: first },
      after: { cycle: '2026-11', bytes: 1_500n, readAt: second, what: 'grown' },
    },
  ]);
});

test('a turn of the cycle tells both cycles; an older reading tells nothing', async () => {
  await take('2026-11-28T12:00', read(CARD, '20'));
  expect(heard).toMatchObject([
    [{ before: { cycle: '2026-11', bytes: 1_500n }, after: { cycle: '2026-12', bytes: 20n, what: 'newCycle' } }],
  ]);
  await take('2026-11-28T11:00', read(CARD, '15'));
  expect(heard.slice(1).flat()).toEqual([]);
});

test('what a hearer fails at undoes the whole reading, which then counts once', async () => {
  const before = await stored();
  failure = new Error('no allowance');
  await expect(take('2026-11-28T13:00', read(CARD, '90'))).rejects.toThrow('no allowance');
  expect(await stored()).toEqual(before);
  failure = undefined;
  await take('2026-11-28T13:00', read(CARD, '90'));
  expect(heard.map(([only]) => [only?.before?.bytes, only?.after?.bytes])).toEqual([
    [20n, 90n],
    [20n, 90n],
  ]);
});
