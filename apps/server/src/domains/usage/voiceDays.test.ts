import { readVoiceDays } from '@cardinal/contract/api/usage/usage.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { takeUsage } from './takeUsage.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const now = ctx.clock.now();
await host.db
  .insertInto('cards.card')
  .values(
    ['301', '302', '303'].map((id) => ({
      id,
      iccid: `89860100000000000${id}`,
      platform: 1,
      carrier_account_id: '1',
      kind: id === '303' ? 1 : 2,
      carrier_status: 'ACTIVATED',
      lifecycle: 'activated',
      customer_id: '10',
      created_at: now,
      updated_at: now,
    })) as never,
  )
  .execute();

// The cycle begins on the 17th, three days before the test's current day.
const account = { zone: 'Asia/Shanghai', cycleDay: 17 };
const at = (day: string, hour = 12) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`);
const take = (cardId: string, readAt: Date, seconds: string | null, messages: number | null) =>
  ctx.transact((inside) =>
    takeUsage(inside, account, [{ cardId, cycleBytes: null, days: [], seconds, messages }], readAt),
  );
const daysOf = async (cardId: string, who = 'agent') =>
  (await (await host.as(who)).ask(readVoiceDays, { query: { cardId, days: 5 } })).days.map(
    ({ seconds, messages }) => [seconds, messages] as const,
  );
const NONE = [null, null];

test('days of a cycle add up to what it holds; the first figure says nothing of its day, corrections never go below', async () => {
  expect(dayText(ctx.clock.now())).toBe('2026-11-20');
  await take('301', at('2026-11-16'), '600', 5);
  await take('301', at('2026-11-16', 14), '660', 6);
  // The carrier has not turned its counter in the first hours of the new cycle.
  await take('301', at('2026-11-17', 1), '660', 6);
  expect(await daysOf('301')).toEqual([['60', 1], NONE, NONE, NONE, NONE]);
  await take('301', at('2026-11-17', 8), '30', 0);
  await take('301', at('2026-11-19', 8), '90', 2);
  await take('301', at('2026-11-19', 9), '150', 2);
  await take('301', at('2026-11-20', 9), '151', 3);
  expect(await daysOf('301')).toEqual([['60', 1], ['30', 0], NONE, ['120', 2], ['1', 1]]);
  const { voice_used } = await host.db
    .selectFrom('cards.card')
    .select('voice_used')
    .where('id', '=', '301')
    .executeTakeFirstOrThrow();
  expect(Number(voice_used)).toBe(30 + 120 + 1);
  await take('301', at('2026-11-20', 10), '100', 3);
  expect((await daysOf('301'))[4]).toEqual(['0', 1]);
});

test('a flow card has none; a new owner does not see the days before, a stranger nothing', async () => {
  await take('303', at('2026-11-20'), '600', 5);
  expect((await daysOf('303')).every(([seconds]) => seconds === null)).toBe(true);
  await take('302', at('2026-11-18'), '0', 0);
  await take('302', at('2026-11-19'), '60', 1);
  await host.db.updateTable('cards.card').set({ customer_id: '11' }).where('id', '=', '302').execute();
  await take('302', new Date(at('2026-11-19').getTime() + DAY_MS), '90', 1);
  expect(await daysOf('302', 'subagent')).toEqual([NONE, NONE, NONE, NONE, ['30', 0]]);
  expect((await daysOf('302')).slice(2)).toEqual([
    ['0', 0],
    ['60', 1],
    ['30', 0],
  ]);
  const rival = await host.as('rival');
  expect((await rival.call(readVoiceDays, { query: { cardId: '302' } })).code).toBe('4040801');
  expect((await (await host.as('norole')).call(readVoiceDays, { query: { cardId: '302' } })).status).toBe(403);
});
