import * as inbox from '@cardinal/contract/api/notices/inbox.ts';
import type * as api from '@cardinal/contract/api/notices/notices.ts';
import { orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { streamTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { deliver } from './delivery.ts';

const AGENT = { id: '1003', customer_id: '10' };

const host = await forThisFile(testApp({ demo: 'people' }));
const address = await host.app.http.listen({ host: '127.0.0.1', port: 0 });
const [agent, kefu] = [await host.as('agent'), await host.as('kefu')];

const tell = (source: string, kind: api.NoticeKind, isMustRead = false) =>
  host.app.asSystem('test', (ctx) =>
    deliver(
      ctx,
      { source, notice_id: null, kind, title_zh: source, title_en: `en ${source}`, is_must_read: isMustRead },
      [AGENT],
    ),
  );

/** Counts how often an account's open console is told to refresh. */
async function listen(caller: Caller): Promise<() => number> {
  const answer = await fetch(`${address}${streamTasks.path}`, { headers: { authorization: caller.token ?? '' } });
  let heard = '';
  const gather = async () => {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
      heard += new TextDecoder().decode(chunk);
  };
  void gather().catch(() => {});
  return () => heard.split(`event: ${inbox.NOTICE_CHANGED}`).length - 1;
}

test('a finished export rings the bell of the account that asked, of nobody else, once', async () => {
  const [mine, colleague] = [await listen(agent), await listen(kefu)];
  await host.work();
  const { taskId } = await agent.ask(orderExport, { body: { list: 'customers.list', query: {}, format: 'csv' } });
  await expect.poll(mine, { timeout: 60_000 }).toBeGreaterThan(0);
  const bell = await agent.ask(inbox.readBell);
  expect(bell.unread).toBe(1);
  expect(bell.latest).toMatchObject([{ kind: 'task', link: '/taskManagement/downloadTask', isRead: false }]);
  expect(bell.latest[0]?.title).toContain('已完成');
  expect((await agent.ask(inbox.readBell, { language: 'en' })).latest[0]?.summary).toBe('The file can be downloaded');
  expect(colleague()).toBe(0);
  expect((await kefu.ask(inbox.readBell)).latest).toEqual([]);
  const copies = await host.db
    .selectFrom('notices.receipt')
    .select('account_id')
    .where('source', '=', `task:${taskId}`)
    .execute();
  expect(copies).toEqual([{ account_id: AGENT.id }]);
});

test('reading in one tab is told to the others; the same source arrives once', async () => {
  const heard = await listen(agent);
  expect(await tell('once', 'warning')).toBe(1);
  expect(await tell('once', 'warning')).toBe(0);
  await expect.poll(heard).toBe(1);
  const { latest, unread } = await agent.ask(inbox.readBell);
  await agent.ask(inbox.viewNotice, { body: { id: latest[0]?.id ?? '' } });
  await expect.poll(heard).toBe(2);
  expect((await agent.ask(inbox.readBell)).unread).toBe(unread - 1);
  expect(await agent.ask(inbox.viewAllNotices)).toEqual({ read: unread - 1 });
  expect((await agent.ask(inbox.readBell)).unread).toBe(0);
});

test('a muted kind arrives unheard; money and what must be read cannot be muted', async () => {
  expect((await agent.call(inbox.muteKind, { body: { kind: 'money', isMuted: true } })).code).toBe(
    inbox.kindNotMutable.code,
  );
  await agent.ask(inbox.muteKind, { body: { kind: 'warning', isMuted: true } });
  const before = (await agent.ask(inbox.readBell)).unread;
  await tell('quiet', 'warning');
  await tell('loud', 'warning', true);
  const bell = await agent.ask(inbox.readBell);
  expect(bell.unread).toBe(before + 1);
  expect(bell.latest.map((each) => each.title)).toContain('loud');
  expect(bell.latest.map((each) => each.title)).not.toContain('quiet');
  const arrived = await agent.ask(inbox.listInbox, { query: { kind: ['warning'] } as never });
  expect(arrived.list.map((each) => each.title)).toContain('quiet');
  expect(arrived.summary.muted).toEqual(['warning']);
  await agent.ask(inbox.muteKind, { body: { kind: 'warning', isMuted: false } });
  expect((await agent.ask(inbox.readBell)).unread).toBe(before + 2);
});

test('ten thousand old ones: the page and the count come quickly, the cursor walks on', async () => {
  const now = host.clock.now();
  const { ids } = host.app.systemContext('test');
  const rows = Array.from({ length: 10_000 }, (_, n) => [
    ids.next(),
    '1005',
    '12',
    `old:${n}`,
    'reminder',
    `旧通知 ${n}`,
    new Date(now.getTime() - n * 1_000),
    now,
  ]);
  await host.app
    .systemContext('test')
    .copyRows(
      'notices.receipt',
      ['id', 'account_id', 'customer_id', 'source', 'kind', 'title_zh', 'created_at', 'read_at'],
      rows,
    );
  const reader = await host.as('enterprise');
  const first = await reader.ask(inbox.listInbox, { query: { pageSize: 200 } as never });
  expect(first.total).toBe(10_000);
  const second = await reader.ask(inbox.listInbox, {
    query: { pageSize: 200, cursor: first.nextCursor ?? '' } as never,
  });
  expect(second.list[0]?.title).toBe('旧通知 200');
  expect((await reader.ask(inbox.readBell)).latest).toHaveLength(10);
});

test('a colleague’s copy cannot be opened, confirmed or counted', async () => {
  const [row] = (await agent.ask(inbox.readBell)).latest;
  for (const endpoint of [inbox.viewNotice, inbox.confirmNotice]) {
    expect((await kefu.call(endpoint, { body: { id: row?.id ?? '' } })).code).toBe('4040001');
  }
});
