import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { takeUsage } from './takeUsage.ts';

const ZONE = 'Asia/Shanghai';
const account = { zone: ZONE, cycleDay: 1 };
const MB = 1_000_000;

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const now = ctx.clock.now();
await host.db
  .insertInto('cards.card')
  .values(
    ['201', '202', '203', '204'].map((id) => ({
      id,
      iccid: `89860100000000000${id}`,
      platform: 1,
      carrier_account_id: '1',
      kind: 1,
      carrier_status: 'ACTIVATED',
      lifecycle: 'activated',
      customer_id: '10',
      created_at: now,
      updated_at: now,
    })) as never,
  )
  .execute();

/** Noon, this many days ago. */
const noon = (daysAgo: number) => new Date(Date.parse(`${dayText(ctx.clock.now())}T12:00:00+08:00`) - daysAgo * DAY_MS);
const take = (cardId: string, at: Date, megabytes: number) =>
  ctx.transact((inside) =>
    takeUsage(
      inside,
      account,
      [
        {
          cardId,
          cycleBytes: null,
          days: [{ day: dayText(at, ZONE), bytes: String(megabytes * MB) }],
          seconds: null,
          messages: null,
        },
      ],
      at,
    ),
  );
const jumpOf = async (id: string) =>
  (await host.db.selectFrom('cards.card').select('usage_jumped_at').where('id', '=', id).executeTakeFirstOrThrow())
    .usage_jumped_at;
async function ordinary(cardId: string, from: number, to: number): Promise<void> {
  for (let ago = from; ago >= to; ago -= 1) await take(cardId, noon(ago), 2);
}
const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

test('a day over three times the mean marks the card when it is first seen, once a day, and leads to its list', async () => {
  await ordinary('201', 20, 3);
  await take('201', noon(2), 6);
  expect(await jumpOf('201')).toBeNull();
  await take('201', later(noon(2), 60), 7);
  await take('201', later(noon(2), 120), 30);
  expect(await jumpOf('201')).toEqual(later(noon(2), 60));
  // Yesterday's jump stays recorded; today is ordinary again.
  await take('201', noon(1), 2);
  expect(await jumpOf('201')).toEqual(later(noon(2), 60));
  const query = { usageJumpedAtFrom: noon(7).toISOString() };
  const mine = await (await host.as('agent')).ask(listCards, { query });
  expect(mine.list.map((row) => [row.id, row.usageJumpedAt])).toEqual([['201', later(noon(2), 60).toISOString()]]);
  expect((await (await host.as('rival')).ask(listCards, { query })).total).toBe(0);
  expect(
    (await (await host.as('agent')).ask(listCards, { query: { usageJumpedAtFrom: noon(1).toISOString() } })).total,
  ).toBe(0);
});

test('a day whose jump shows only in its final figure is seen with the first reading of the next', async () => {
  await ordinary('202', 12, 2);
  const yesterday = { day: dayText(noon(1), ZONE), bytes: String(50 * MB) };
  await take('202', noon(1), 3);
  const today = { day: dayText(noon(0), ZONE), bytes: String(MB) };
  const at = later(noon(1), 14 * 60);
  const told = { cardId: '202', cycleBytes: null, days: [yesterday, today], seconds: null, messages: null };
  await ctx.transact((inside) => takeUsage(inside, account, [told], at));
  expect(await jumpOf('202')).toEqual(at);
});

test('a card that was not read for days does not jump with what it used meanwhile', async () => {
  await ordinary('203', 20, 6);
  await take('203', noon(1), 12);
  expect(await jumpOf('203')).toBeNull();
  await take('203', noon(0), 12);
  expect(await jumpOf('203')).toEqual(noon(0));
});

test('another owner begins with days of his own', async () => {
  await ordinary('204', 20, 3);
  await host.db.updateTable('cards.card').set({ customer_id: '11' }).where('id', '=', '204').execute();
  await take('204', noon(2), 90);
  await take('204', noon(1), 90);
  expect(await jumpOf('204')).toBeNull();
  const usual = await host.db
    .selectFrom('usage.card_usual')
    .selectAll()
    .where('card_id', '=', '204')
    .executeTakeFirst();
  expect(usual).toMatchObject({ customer_id: '11', days: 0, mean: '0', is_known: true });
});
