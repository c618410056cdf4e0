import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

/** 47 cards: every third without a package end, the others with one of five. */
const host = await forThisFile(testApp({ demo: 'people' }));
const agent = await host.as('agent');
const now = host.clock.now();
await sql`
  insert into cards.card (id, iccid, platform, carrier_account_id, kind, carrier_status, lifecycle, customer_id,
    package_ends_at, online_state, created_at, updated_at)
  select 1000 + n, '89870' || lpad(n::text, 15, '0'), 1, 1, 1, 'ACTIVATED', 'activated', 11,
    case when n % 3 > 0 then ${now}::timestamptz + (n * 7 % 5) * interval '1 day' end, 1, ${now}, ${now}
  from generate_series(1, 47) n`.execute(host.db);

type Asked = { sort: '-packageEndsAt' | 'packageEndsAt' | '-lastSyncAt'; pageSize: 10 | 20 };

async function byCursor(asked: Asked): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { list, nextCursor } = await agent.ask(listCards, {
      query: { ...asked, ...(cursor ? { cursor } : {}) } as never,
    });
    ids.push(...list.map(({ id }) => id));
    if (!nextCursor) return ids;
    cursor = nextCursor;
  }
}

async function byNumber(asked: Asked): Promise<string[]> {
  const ids: string[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const { list, total } = await agent.ask(listCards, { query: { ...asked, pageNum } as never });
    ids.push(...list.map(({ id }) => id));
    if (ids.length >= total || list.length === 0) return ids;
  }
}

async function expected({ sort }: Asked): Promise<string[]> {
  const way = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const column = sql.ref(sort.endsWith('packageEndsAt') ? 'package_ends_at' : 'last_sync_at');
  const { rows } = await sql<{ id: string }>`
    select id from cards.card where customer_id = 11 order by ${column} ${way} nulls last, id ${way}`.execute(host.db);
  return rows.map(({ id }) => id);
}

test.each([
  { sort: 'packageEndsAt', pageSize: 10 },
  { sort: '-packageEndsAt', pageSize: 10 },
  { sort: '-packageEndsAt', pageSize: 20 },
  { sort: '-lastSyncAt', pageSize: 20 },
] as Asked[])(
  '%o: page by page every row once, those without a value last, in the order of their ids',
  async (asked) => {
    const order = await expected(asked);
    expect(order).toHaveLength(47);
    expect(await byCursor(asked)).toEqual(order);
    expect(await byNumber(asked)).toEqual(order);
  },
);

/** Among 2,400 cards some of another customer, and some in another state, in no particular order. */
test('pages far behind the first hold what stands there: within the filter, and within what the caller sees', async () => {
  await sql`
    insert into cards.card (id, iccid, platform, carrier_account_id, kind, carrier_status, lifecycle, customer_id,
      package_ends_at, online_state, created_at, updated_at)
    select 5000 + n, '89871' || lpad(n::text, 15, '0'), 1, 1, 1, 'ACTIVATED',
      case when n % 9 = 0 then 'stopped' else 'activated' end, case when n % 11 = 0 then 20 else 12 end,
      case when n % 4 > 0 then ${host.clock.now()}::timestamptz + (n * 7 % 50) * interval '1 day' end, 1,
      ${host.clock.now()}::timestamptz - (n * 7919 % 1000) * interval '1 minute', ${host.clock.now()}
    from generate_series(1, 2400) n`.execute(host.db);
  for (const { sort, column, lifecycle } of [
    { sort: '-createdAt', column: 'created_at desc', lifecycle: undefined },
    { sort: '-createdAt', column: 'created_at desc', lifecycle: 'activated' },
    { sort: 'packageEndsAt', column: 'package_ends_at asc', lifecycle: 'activated' },
  ]) {
    const way = sql.raw(column.split(' ')[1] ?? '');
    const { rows } = await sql<{ id: string }>`
      select id from cards.card where customer_id in (10, 11, 12) and lifecycle = coalesce(${lifecycle ?? null}, lifecycle)
      order by ${sql.raw(column)} nulls last, id ${way}`.execute(host.db);
    for (const pageNum of [11, 15, 19, 30]) {
      const query = { sort, pageNum, pageSize: 100, ...(lifecycle ? { lifecycle: [lifecycle] } : {}) };
      const { list } = await agent.ask(listCards, { query: query as never });
      expect(list.map(({ id }) => id)).toEqual(rows.slice((pageNum - 1) * 100, pageNum * 100).map(({ id }) => id));
    }
  }
});
