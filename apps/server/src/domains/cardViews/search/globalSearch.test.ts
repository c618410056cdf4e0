import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { globalSearch, pastedNotFoundSheet, readPasted, searchSheet } from '@cardinal/contract/api/cardViews/search.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { text } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSheet } from '../../../sheets/readSheet.ts';
import { startTask } from '../../tasks/face.ts';

const iccid = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);
const eid = (n: number) => `8904903212345123451234567${String(n % 10_000_000).padStart(7, '0')}`;
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
  'imei',
  'mapping_number',
  'eid',
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
    `86${String(n).padStart(13, '0')}`,
    `A${String(n).padStart(6, '0')}`,
    eid(n),
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

/** The cells of a sheet as it was answered. */
async function rowsOf(data: unknown): Promise<string[][]> {
  const path = join(host.dataDirectory, 'search.xlsx');
  await writeFile(path, data as Buffer);
  const opened = await openSheet(path, 'search.xlsx');
  const rows: string[][] = [];
  for await (const row of opened.rows()) rows.push([...row.cells]);
  await opened.close();
  return rows;
}

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
  const rows = await rowsOf((await agent.call(searchSheet, { query: { q } })).data);
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

/** Numbers of every kind in turns, each of a card of its own: the even ones are the agent's, `fake` belongs to no card. */
const EVERY_KIND = [
  (n: number) => iccid(n),
  (n: number) => iccid(n).slice(0, 19),
  (n: number) => `14400${String(n).padStart(8, '0')}`,
  (n: number) => `46001${String(n).padStart(10, '0')}`,
  (n: number) => `86${String(n).padStart(13, '0')}`,
  (n: number) => `A${String(n).padStart(6, '0')}`,
  (n: number) => eid(n),
];
const fake = (n: number) =>
  [iccid(500_000 + n), `46002${String(n).padStart(10, '0')}`, `13900${String(n).padStart(6, '0')}`][n % 3] as string;

test('a thousand numbers of all kinds together find their cards in the search, the list and a selection, and name the rest', async () => {
  const mine = Array.from({ length: 940 }, (_, n) => EVERY_KIND[n % 7]?.(2 * n) ?? '');
  const foreign = Array.from({ length: 30 }, (_, n) => EVERY_KIND[n % 7]?.(2 * n + 1) ?? '');
  const none = Array.from({ length: 30 }, (_, n) => fake(n));
  const identifiers = [...mine, ...foreign, ...none].join('\n');
  const missing = [...foreign, ...none];
  const found = await search(identifiers);
  expect(found.cards).toHaveLength(940);
  expect(found.matches).toHaveLength(940);
  expect(found.notFound).toEqual(missing);
  expect(found.isCut).toBe(false);

  const query = { identifierType: 0, identifiers };
  const listed = await agent.ask(listCards, { query: query as never });
  expect(listed.total).toBe(940);
  const report = await agent.ask(readPasted, { query });
  expect(report).toEqual({ numbers: 1_000, kinds: [{ kind: 1, cards: 940 }], notFound: missing });

  const preview = await agent.ask(previewSelection, {
    body: {
      action: 'edit_remark',
      source: { kind: 'list', identifierType: 0, text: identifiers },
      parameters: { remark: '盘点' },
    },
  });
  expect([preview.willTouch, preview.willSkip]).toEqual([940, 60]);
  expect(preview.skipped).toMatchObject([{ reason: 'notFound', count: 60 }]);

  const sheet = await agent.call(pastedNotFoundSheet, { query });
  expect((await rowsOf(sheet.data)).slice(1)).toEqual(missing.map((number) => [number]));
});

test('a pasted list of one kind is looked for as that kind only, and words are refused by their place', async () => {
  const business = `14400${String(4).padStart(8, '0')}`;
  const asked = (identifierType: number, identifiers: string) =>
    agent.ask(readPasted, { query: { identifierType, identifiers } });
  expect(await asked(2, business)).toMatchObject({ notFound: [], kinds: [{ cards: 1 }] });
  expect(await asked(3, business)).toMatchObject({ notFound: [business], kinds: [] });
  const refused = await agent.call(readPasted, { query: { identifierType: 0, identifiers: `${business},深圳仓` } });
  expect([refused.status, refused.data]).toMatchObject([422, { errors: [{ field: 'identifiers' }] }]);
  expect((await (await host.as('norole')).call(readPasted, { query: { identifiers: business } })).status).toBe(403);
});

test('of the last digits of a number the ICCID comes first, then other numbers, and each says what matched', async () => {
  // The end of an ICCID of the agent's that is also the end of other numbers of his.
  const ends = Array.from({ length: MANY / 2 }, (_, n) => iccid(2 * n).slice(-4));
  const typed = ends.find((digits) => Number(digits) % 2 === 0) ?? '';
  const found = await search(typed);
  const ranks = found.matches.map(({ cardId, number }) => {
    const card = found.cards.find(({ id }) => id === cardId);
    const value = String(card?.[number] ?? '');
    return value.endsWith(typed) ? (number === 'iccid' ? 0 : 1) : value.slice(0, -1).endsWith(typed) ? 2 : 3;
  });
  expect(ranks).toEqual([...ranks].sort());
  expect(new Set(ranks).size).toBeGreaterThan(1);
  expect(ranks[0]).toBe(0);
  expect(found.matches.map(({ cardId }) => cardId)).toEqual(found.cards.map(({ id }) => id));
  const exact = await search(`46001${String(8).padStart(10, '0')}`);
  expect(exact.matches).toMatchObject([{ number: 'imsi', typed: '460010000000008' }]);
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
