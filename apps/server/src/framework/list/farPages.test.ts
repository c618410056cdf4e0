import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { voiceDataset } from '../../domains/cards/list/kindLists.ts';
import { farthestPage, HELD_ROWS, NEAR_ROWS, reachOf, WHOLE_ROWS } from './farPages.ts';

/** One card more than a list that is offered whole; 12,000 of them are stopped. */
const host = await forThisFile(testApp({ demo: 'people' }));
const agent = await host.as('agent');
const now = host.clock.now();
await sql`
  insert into cards.card (id, iccid, platform, carrier_account_id, kind, carrier_status, lifecycle, customer_id,
    online_state, created_at, updated_at)
  select 100000 + n, '89870' || lpad(n::text, 15, '0'), 1, 1, 1, 'ACTIVATED',
    case when n <= 12000 then 'stopped' else 'activated' end, 11, 1, ${now}::timestamptz - n * interval '1 second', ${now}
  from generate_series(1, ${sql.lit(WHOLE_ROWS)} + 1) n`.execute(host.db);

const PAGE_SIZE = 200;
const FARTHEST = NEAR_ROWS / PAGE_SIZE;
const call = (query: object) => agent.call(listCards, { query: { pageSize: PAGE_SIZE, ...query } as never });

test('a long list in an order that would be slow says how far its pages go by number, and goes on by cursor', async () => {
  const { data: last } = await call({ sort: 'iccid', pageNum: FARTHEST });
  expect(last).toMatchObject({ total: WHOLE_ROWS + 1, farthestPage: FARTHEST });
  const { data: next } = await call({ sort: 'iccid', cursor: last.nextCursor });
  expect(next.list[0]?.iccid).toBe(`89870${String(NEAR_ROWS + 1).padStart(15, '0')}`);
  const beyond = await call({ sort: 'iccid', pageNum: FARTHEST + 1 });
  expect(beyond).toMatchObject({
    status: 422,
    data: {
      errors: [{ field: 'pageNum', message: `按此排序只提供前 ${FARTHEST} 页；请筛选、倒序或使用 cursor 翻页` }],
    },
  });
  const end = await call({ sort: '-iccid', pageNum: 1 });
  expect(end.data.list[0]?.iccid).toBe(`89870${String(WHOLE_ROWS + 1).padStart(15, '0')}`);
});

test('in the order whose index holds the filters every page is offered, and with any other filter the near ones', async () => {
  const far = { sort: '-createdAt', pageNum: 120, kind: [1] };
  const { data } = await call(far);
  expect(data.list[0]?.iccid).toBe(`89870${String(119 * PAGE_SIZE + 1).padStart(15, '0')}`);
  expect(data.farthestPage).toBeUndefined();
  expect((await call({ ...far, carrierStatus: ['ACTIVATED'] })).status).toBe(422);
});

test('a list that is short, by itself or by its filter, is offered whole in any order', async () => {
  const { data } = await call({ sort: 'iccid', lifecycle: ['stopped'], pageNum: 60 });
  expect(data.list.at(-1)?.iccid).toBe(`89870${String(12_000).padStart(15, '0')}`);
  expect(data.farthestPage).toBeUndefined();
});

test('even an index that holds all filters is not read over a million entries for one page', () => {
  const held = reachOf(voiceDataset, { lifecycle: ['stopped'], pageNum: 2 }, '-createdAt');
  expect(held).toBe(HELD_ROWS);
  expect(farthestPage(held, 1_000_000, 20)).toBe(20_000);
  expect(farthestPage(held, HELD_ROWS, 20)).toBeUndefined();
  expect(farthestPage(reachOf(voiceDataset, {}, 'iccid'), 1_000_000, 20)).toBe(500);
  const { heldOrders: _, ...short } = voiceDataset;
  expect(farthestPage(reachOf(short, {}, 'iccid'), 1_000_000, 20)).toBeUndefined();
});
