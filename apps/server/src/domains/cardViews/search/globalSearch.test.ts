import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { globalSearch, searchSheet } from '@cardinal/contract/api/cardViews/search.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { text } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSheet } from '../../../sheets/readSheet.ts';
import { startTask } from '../../tasks/face.ts';

const iccid = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);
const MANY = 20_000;

const host = await forThisFile(testApp({ demo: 'people' }));
const agent = await host.as('agent');
const ctx = host.app.systemContext('test');
const now = ctx.clock.now();
const columns = [
  'id',
  'iccid',
  'business_number',
  'imsi',
  'platform',
  'carrier_account_id',
  'kind',
  'carrier_status',
  'lifecycle',
  'customer_id',
  'created_at',
  'updated_at',
];
const row = (n: number, customer: string, platform = 1) =>
  [
    String(1_000_000 + n),
    iccid(n),
    `14400${String(n).padStart(8, '0')}`,
    `46001${String(n).padStart(10, '0')}`,
    platform,
    '1',
    1,
    'ACTIVATED',
    'activated',
    customer,
    now,
    now,
  ] as const;
await ctx.copyRows(
  'cards.card',
  columns,
  Array.from({ length: MANY }, (_, n) => row(n, n % 2 === 0 ? '10' : '20')),
);
await ctx.copyRows('cards.card', columns, [row(77_777_777, '10', 8)]);

const search = (q: string, who = agent) => who.ask(globalSearch, { query: { q } });

test('three pasted ICCIDs, one of them another’s: two cards and one not found', async () => {
  const found = await search([iccid(2), iccid(4), iccid(5)].join('\n'));
  expect(found.cards.map((card) => card.iccid)).toEqual([iccid(2), iccid(4)]);
  expect(found.notFound).toEqual([iccid(5)]);
  expect(found.understood).toEqual([{ words: 'ICCID', count: 3 }]);
  const rival = await search(iccid(5), await host.as('rival'));
  expect(rival.cards).toHaveLength(1);
});

test('the sheet of a search has what was found and what was not, for who may export it', async () => {
  const q = [iccid(2), iccid(5)].join('\n');
  const answer = await agent.call(searchSheet, { query: { q } });
  const path = join(host.dataDirectory, 'search.xlsx');
  await writeFile(path, answer.data as unknown as Buffer);
  const opened = await openSheet(path, 'search.xlsx');
  const rows: string[][] = [];
  for await (const row of opened.rows()) rows.push([...row.cells]);
  await opened.close();
  // Both spellings of another customer's card read the same: not found.
  expect(rows.slice(1).map(([result, number]) => [result, number])).toEqual([
    ['找到', iccid(2)],
    ['未找到', iccid(5)],
  ]);
  expect((await (await host.as('caiwu')).call(searchSheet, { query: { q } })).status).toBe(403);
});

test('one number of any kind finds its card, with and without the check digit', async () => {
  for (const typed of [
    iccid(8),
    iccid(8).slice(0, 19),
    '1440000000008',
    '460010000000008',
    '8986 0100 0000 0000 008 ',
  ]) {
    expect((await search(typed)).cards.map((card) => card.iccid)).toEqual([iccid(8)]);
  }
});

test('a wrong check digit is asked about', async () => {
  const typed = iccid(10).slice(0, 19) + ((Number(iccid(10)[19]) + 1) % 10);
  const found = await search(typed);
  expect(found.cards).toEqual([]);
  expect(found.suggestions).toEqual([{ asked: typed, iccid: iccid(10) }]);
  const foreign = iccid(11).slice(0, 19) + ((Number(iccid(11)[19]) + 1) % 10);
  expect((await search(foreign)).suggestions).toEqual([]);
});

test('a fragment of four digits finds what holds it, never a foreign card, and says when there is more', async () => {
  const some = await search('19998');
  expect(some.cards.map((card) => card.iccid)).toEqual([iccid(19_998)]);
  const many = await search('8986');
  expect(many.cards).toHaveLength(100);
  expect(many.isCut).toBe(true);
  expect(many.cards.every((card) => card.customerId === '10')).toBe(true);
  // No fragment matches across two numbers.
  expect((await search(`${iccid(2).slice(-3)}1440`)).notFound).toHaveLength(1);
  const listed = await agent.ask(listCards, { query: { q: '19998' } as never });
  expect(listed.total).toBe(1);
});

test('the filter of a list finds by a number and by a part of one what reading all cards finds', async () => {
  const numbers = (n: number) => [
    iccid(n),
    `14400${String(n).padStart(8, '0')}`,
    `46001${String(n).padStart(10, '0')}`,
  ];
  const mine = [...Array.from({ length: MANY / 2 }, (_, n) => n * 2), 77_777_777].map(numbers);
  const holders = (part: string) => mine.filter((card) => card.some((number) => number.includes(part))).length;
  const parts = [18, 4_444, 19_999].flatMap((n) =>
    numbers(n).flatMap((number) => [number, number.slice(0, -1), number.slice(-6), number.slice(-4)]),
  );
  for (const q of new Set(parts)) {
    const { total } = await agent.ask(listCards, { query: { q } as never });
    expect(`${q}: ${total}`).toBe(`${q}: ${holders(q)}`);
  }
  const common = await agent.ask(listCards, { query: { q: '4600100000' } as never });
  expect(common.list).toHaveLength(20);
  const within = await agent.ask(listCards, { query: { imsiContains: '0019998' } as never });
  expect(within.total).toBe(mine.filter(([, , imsi]) => imsi?.includes('0019998')).length);
});

test('a card of a carrier that is offered nowhere is found by its whole number only', async () => {
  expect((await search('77777777')).cards).toEqual([]);
  expect((await search(iccid(77_777_777))).cards).toHaveLength(1);
});

test('customers and tasks are found by name and number, where one may see them', async () => {
  const ctx = host.app.systemContext('test');
  const { taskNo } = await ctx.transact((inside) =>
    startTask(inside, {
      action: 'set_tag',
      title: text('给深圳仓打标', 'Tag Shenzhen'),
      customerId: '10',
      items: [{ target: 'x' }],
    }),
  );
  expect((await search(taskNo)).others).toMatchObject([{ kind: 'task', title: '给深圳仓打标' }]);
  expect((await search('深圳仓')).others).toMatchObject([{ kind: 'task' }]);
  expect((await search('甲代理')).others).toContainEqual(expect.objectContaining({ kind: 'customer', id: '10' }));
  const rival = await search(taskNo, await host.as('rival'));
  expect(rival).toMatchObject({ others: [], notFound: [taskNo] });
  expect((await search('甲代理', await host.as('rival'))).others).toEqual([]);
});

test('fragments are looked up in an index made for them', async () => {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indrelid = 'cards.card'::regclass`.execute(host.db);
  const has = await sql<{ n: string }>`select count(*) n from pg_available_extensions where name = 'pg_trgm'`.execute(
    host.db,
  );
  expect(rows.some((row) => row.name === 'cards.card_fragment')).toBe(has.rows[0]?.n === '1');
  const plan = await host.db.transaction().execute(async (inside) => {
    await sql`set local enable_seqscan = off`.execute(inside);
    const { holdsFragment } = await import('../../cards/finding/cardFragment.ts');
    return sql<{ 'QUERY PLAN': string }>`explain select 1 from cards.card c where ${holdsFragment('19998')}`.execute(
      inside,
    );
  });
  expect(JSON.stringify(plan.rows)).toContain('card_fragment');
});

test('a remark is found by one letter, by two and by more, in either case, and signs of patterns are letters', async () => {
  await sql`insert into cards.card_remark (card_id, remark)
    select id, case iccid when ${iccid(2)} then '已退回 仓库 A100%' when ${iccid(4)} then '退货' else '回退_b' end
    from cards.card where iccid in (${iccid(2)}, ${iccid(4)}, ${iccid(6)})`.execute(host.db);
  const found = async (words: string) =>
    (await agent.ask(listCards, { query: { remarkContains: words, sort: 'iccid' } as never })).list.map(
      (card) => card.iccid,
    );
  expect(await found('退')).toEqual([iccid(2), iccid(4), iccid(6)]);
  expect(await found('退回')).toEqual([iccid(2)]);
  expect(await found('回退')).toEqual([iccid(6)]);
  expect(await found('库 a1')).toEqual([iccid(2)]);
  expect(await found('0%')).toEqual([iccid(2)]);
  expect(await found('退_')).toEqual([iccid(6)]);
  expect(await found('货退')).toEqual([]);
});
