import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { editCustomerSetting } from '@cardinal/contract/api/settings/settings.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refreshCardCounters } from '../domains/cards/face.ts';
import { cardDataset } from '../domains/cards/list/cardDataset.ts';
import { countRows } from './list/counting.ts';

const host = await forThisFile(testApp({ demo: 'people', cacheMs: 60_000 }));
const now = host.clock.now();
await sql`
  insert into cards.card (id, iccid, platform, carrier_account_id, kind, carrier_status, lifecycle, customer_id,
    business_number, online_state, created_at, updated_at)
  select 1000 + n, '89870' || lpad(n::text, 15, '0'), 1, 1, 1, 'ACTIVATED', 'activated', 11, 1064900000000 + n, 1, ${now}, ${now}
  from generate_series(1, 30) n`.execute(host.db);

const numberSeen = async (who: string) => {
  const { list } = await (await host.as(who)).ask(listCards, { query: { pageSize: 20, sort: '-id' } });
  return list[0]?.businessNumber;
};

test('what questions rest on is forgotten with a change: its author sees it at once', async () => {
  expect(await numberSeen('agent')).toBe('1064900000030');
  const agent = await host.as('agent');
  await agent.ask(editCustomerSetting, { body: { name: 'masksNumbers', value: true } });
  expect(await numberSeen('agent')).toBe('106****0030');
  await agent.ask(editCustomerSetting, { body: { name: 'masksNumbers', value: false } });
  expect(await numberSeen('agent')).toBe('1064900000030');
});

test('within its moment a question rests on the one before; a moment later it looks again', async () => {
  const nameSeen = async () => (await (await host.as('agent')).ask(listCards, { query: {} })).list[0]?.customerName;
  const before = await nameSeen();
  await sql`update customers.customer set name = 'Renamed elsewhere' where id = 11`.execute(host.db);
  expect(await nameSeen()).toBe(before);
  host.clock.advance(61_000);
  expect(await nameSeen()).toBe('Renamed elsewhere');
});

test('what one caller was shown is not another’s', async () => {
  const { list } = await (await host.as('operator')).ask(listCards, { query: {} });
  expect(list[0]?.customerName).toBe('Renamed elsewhere');
  expect((await (await host.as('rival')).ask(listCards, { query: {} })).list).toEqual([]);
});

test('sums of one counting are taken once, and anew of the next', async () => {
  const ctx = host.app.systemContext('test');
  await refreshCardCounters(ctx);

  const rollup = cardDataset.rollup;
  if (!rollup) throw new Error('cards have a rollup');
  const total = async () => {
    const rows = cardDataset.from(ctx, {});
    const dataset = { ...cardDataset, countBound: -1 };
    return (await countRows(listCards as never, dataset, ctx, {}, rows, {})).total;
  };
  const before = await total();
  await sql`update cards.card_counter set n = n + 5 where lifecycle = 'activated' and customer_id = 11`.execute(
    host.db,
  );
  expect(await total()).toBe(before);
  await sql`delete from cards.card where id = 1001`.execute(host.db);
  host.clock.advance(1_000);
  await refreshCardCounters(ctx);
  expect(await total()).toBe(before - 1);
});
