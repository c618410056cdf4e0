import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { readTray, streamTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { requestPace } from './requestPace.ts';

const MOST = 60;
const host = await forThisFile(testApp({ demo: 'people', env: { REQUESTS_PER_MINUTE: String(MOST) } }));

test('a minute has so many requests of an account, from whichever session and address; the next has them anew', async () => {
  const agent = await host.as('agent');
  host.clock.advance(60_000);
  for (let n = 0; n < MOST; n += 1) {
    expect((await agent.call(n % 2 ? listCards : readTray, { address: `10.0.0.${n}` })).status).toBe(200);
  }
  host.clock.advance(20_000);
  const late = await agent.call(listCards, { language: 'en' });
  expect([late.status, late.code, late.message, late.data]).toEqual([
    429,
    '4290001',
    'Too many requests; try again later',
    null,
  ]);
  expect(late.headers['retry-after']).toBe('40');
  expect((await agent.call(listCards, { language: 'zh_CN' })).message).toBe('请求过于频繁，请稍后再试');
  expect((await (await host.as('rival')).call(listCards)).status).toBe(200);
  host.clock.advance(40_000);
  expect((await agent.call(listCards)).status).toBe(200);
});

test('the streams of an account’s pages are not counted', async () => {
  const admin = await host.as('admin');
  host.clock.advance(60_000);
  const address = await host.app.http.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: admin.token ?? '' };
  const ask = () => fetch(`${address}${streamTasks.path}`, { headers });
  const streams = await Promise.all(Array.from({ length: MOST + 5 }, ask));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(streams.map(({ body }) => body?.cancel()));
  expect((await admin.call(listCards)).status).toBe(200);
});

test('a clock that is set back begins a new minute', () => {
  let now = new Date('2026-11-20T02:00:00Z');
  const waitOf = requestPace(1, () => now);
  expect([waitOf('1'), waitOf('1'), waitOf('2')]).toEqual([undefined, 60, undefined]);
  now = new Date('2026-11-20T01:00:00Z');
  expect([waitOf('1'), waitOf('1')]).toEqual([undefined, 60]);
});
