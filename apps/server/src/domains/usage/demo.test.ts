import { readUsageTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { readDailyUsage } from '@cardinal/contract/api/usage/usage.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'all', env: { SIMULATOR_PORT: '9' } }));

test('the days of a card add up to what its list shows: today, and the running cycle', async () => {
  const { rows } = await sql<{ wrong_today: string; wrong_cycle: string; cards: string }>`
    select count(*) filter (where coalesce(today.bytes, 0) <> c.used_today) as wrong_today,
      count(*) filter (where coalesce(cycle.bytes, 0) <> c.flow_used and cycle.bytes > 0) as wrong_cycle,
      count(*) as cards
    from cards.card c join carriers.account a on a.id = c.carrier_account_id
    left join lateral (select bytes from usage.card_day d where d.card_id = c.id and d.day = '2026-11-20') today on true
    left join lateral (
      select sum(bytes) as bytes from usage.card_day d
      where d.card_id = c.id and d.day >= case a.cycle_day when 27 then date '2026-10-27' else date '2026-11-01' end
    ) cycle on true
    where c.lifecycle = 'activated' and c.flow_used is not null and c.activated_at < '2026-10-20'
      and a.cycle_day in (1, 27)`.execute(host.db);
  expect(Number(rows[0]?.cards)).toBeGreaterThan(500);
  expect(rows[0]).toMatchObject({ wrong_today: '0', wrong_cycle: '0' });
});

test('a card stopped before the running cycle began shows no use in it', async () => {
  const { rows } = await sql<{ cards: string; used: string; days: string }>`
    select count(*) as cards, count(*) filter (where c.flow_used > 0) as used,
      count(*) filter (where exists (select from usage.card_day d where d.card_id = c.id and d.bytes > 0
        and d.day >= case a.cycle_day when 27 then date '2026-10-27' else date '2026-11-01' end)) as days
    from cards.card c join carriers.account a on a.id = c.carrier_account_id
    where c.lifecycle = 'stopped' and c.updated_at < '2026-10-26' and a.cycle_day in (1, 27)`.execute(host.db);
  expect(Number(rows[0]?.cards)).toBeGreaterThan(100);
  expect(rows[0]).toMatchObject({ used: '0', days: '0' });
});

test('the days of a voice card add up to its minutes and messages of the running cycle', async () => {
  const { rows } = await sql<{ wrong: string; cards: string }>`
    select count(*) as cards,
      count(*) filter (where d.seconds <> c.voice_used or d.messages <> coalesce(c.sms_used, 0)) as wrong
    from cards.card c join lateral (
      select sum(to_seconds - from_seconds) as seconds, sum(to_messages - from_messages) as messages
      from usage.voice_day v where v.card_id = c.id) d on d.seconds is not null
    where c.kind = 2`.execute(host.db);
  expect(Number(rows[0]?.cards)).toBeGreaterThan(100);
  expect(rows[0]?.wrong).toBe('0');
});

test('no first look at usage is empty', async () => {
  const agent = await host.as('agent');
  const tile = await agent.ask(readUsageTile);
  expect(tile.days.every((day) => day.bytes !== '0')).toBe(true);
  const card = await host.db
    .selectFrom('cards.card')
    .select('id')
    .where('customer_id', '=', '10')
    .where('lifecycle', '=', 'activated')
    .where('activated_at', '<', new Date('2026-10-01'))
    // Of a carrier that tells today's usage today.
    .where('used_today', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const { days } = await agent.ask(readDailyUsage, { query: { cardId: card.id } });
  expect(days.filter((day) => day.bytes !== null)).toHaveLength(30);
});
