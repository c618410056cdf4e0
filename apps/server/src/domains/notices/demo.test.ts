import * as inbox from '@cardinal/contract/api/notices/inbox.ts';
import * as api from '@cardinal/contract/api/notices/notices.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { seedDemo } from './demo.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
await host.app.asSystem('demo', seedDemo);

test('the first look is not empty, nobody the demo signs in as is stopped, and the examples name what is there', async () => {
  const [admin, agent] = [await host.as('admin'), await host.as('agent')];
  expect((await admin.ask(api.listNotices)).total).toBeGreaterThan(3);
  expect((await admin.ask(api.readNotice, { query: { id: '7002' } })).receivers).toBeGreaterThan(5);
  expect((await admin.call(api.readPicture, { query: { id: '7201' } })).status).toBe(200);
  for (const name of ['admin', 'operator', 'agent', 'subagent', 'enterprise', 'rival']) {
    expect((await (await host.as(name)).ask(inbox.readBell)).toConfirm, name).toEqual([]);
  }
  const bell = await agent.ask(inbox.readBell);
  expect(bell.unread).toBeGreaterThan(0);
  expect(await agent.ask(inbox.viewNotice, { body: { id: '7101' } })).toMatchObject({ isRead: true });
});
