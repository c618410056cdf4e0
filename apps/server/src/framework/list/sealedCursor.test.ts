import { listCards, listVoiceCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listAccounts } from '@cardinal/contract/api/identity/accounts.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));
const now = host.clock.now();
await sql`
  insert into cards.card (id, iccid, platform, carrier_account_id, kind, carrier_status, lifecycle, customer_id,
    business_number, online_state, created_at, updated_at)
  select 1000 + n, '89870' || lpad(n::text, 15, '0'), 1, 1, 2, 'ACTIVATED', 'activated', 11, 1064900000000 + n, 1, ${now}, ${now}
  from generate_series(1, 25) n`.execute(host.db);
const [admin, agent] = [await host.as('admin'), await host.as('agent')];

const query = { pageSize: 10, sort: 'businessNumber', lifecycle: ['activated'] };
const first = async () => String((await agent.ask(listCards, { query: query as never })).nextCursor);
const next = (cursor: string, over: object = {}, who = agent) =>
  who.call(listCards, { query: { ...query, ...over, cursor } as never, language: 'en' });
const invalidWords = { errors: [{ field: 'cursor', message: expect.stringContaining('start from the first page') }] };

test('a cursor leads on, with another size of page too, and can be read by nobody', async () => {
  const cursor = await first();
  expect(cursor).not.toBe(await first());
  for (const part of cursor.split('.')) {
    expect(Buffer.from(part, 'base64url').toString('latin1')).not.toMatch(/10649|"id"|businessNumber/);
  }
  const answer = await next(cursor, { pageSize: 20 });
  expect(answer.data.list.map(({ businessNumber }) => businessNumber)).toEqual(
    Array.from({ length: 15 }, (_, n) => String(1064900000011 + n)),
  );
});

test('a cursor of another list, filter, order or caller, an altered and an invented one are refused in words', async () => {
  const cursor = await first();
  const [form = '', key = '', body = ''] = cursor.split('.');
  const flipped = Buffer.from(body, 'base64url');
  flipped[20] = (flipped[20] ?? 0) ^ 1;
  const invented = Buffer.from(JSON.stringify({ sort: 'businessNumber', value: '1', id: '1' })).toString('base64url');
  const refused = [
    await next(cursor, {}, admin),
    await next(cursor, { lifecycle: ['stopped'] }),
    await next(cursor, { lifecycle: undefined }),
    await next(cursor, { sort: '-businessNumber' }),
    await agent.call(listVoiceCards, { query: { ...query, cursor } as never, language: 'en' }),
    await agent.call(listAccounts, { query: { cursor }, language: 'en' }),
    await next(`${form}.${key}.${flipped.toString('base64url')}`),
    await next(`${form}.000000000000.${body}`),
    await next(cursor.slice(0, -1)),
    await next(invented),
    await next('-'),
  ];
  for (const [at, answer] of refused.entries()) {
    expect([at, answer.status, answer.code, answer.data]).toEqual([at, 422, '4000422', invalidWords]);
  }
  expect((await next(cursor)).status).toBe(200);
});

test('a cursor is good for a day', async () => {
  const cursor = await first();
  host.clock.advance(3_600_000);
  expect((await next(cursor)).status).toBe(200);
  host.clock.advance(23 * 3_600_000 + 1);
  const late = await (await host.anew('agent')).call(listCards, {
    query: { ...query, cursor } as never,
    language: 'en',
  });
  expect([late.status, late.data]).toEqual([422, invalidWords]);
});
