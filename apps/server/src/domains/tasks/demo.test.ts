import { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import { listTaskItems, listTasks, readTaskDetail } from '@cardinal/contract/api/tasks/tasks.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'all' }));

test('the demo shows tasks with what failed and why, whose counters are those of their items', async () => {
  const agent = await host.as('agent');
  const tasks = await agent.ask(listTasks, { query: { pageSize: 200 } });
  expect(tasks.total).toBeGreaterThan(20);
  const troubled = tasks.list.find((task) => task.failed > 0);
  const detail = await agent.ask(readTaskDetail, { query: { taskId: troubled?.id ?? '0' } });
  expect(detail.troubles.length).toBeGreaterThan(0);
  expect((await agent.ask(listTaskItems, { query: { taskId: troubled?.id ?? '0' } })).total).toBe(troubled?.total);
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from tasks.task t join (
      select task_id, count(*) as total, count(*) filter (where state = 'done') as done,
        count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'skipped') as skipped
      from tasks.task_item group by task_id) i on i.task_id = t.id
    where (t.total, t.done, t.failed, t.skipped) <> (i.total, i.done, i.failed, i.skipped)`.execute(host.db);
  expect(rows[0]?.n).toBe('0');
});

test('every carrier has an account; all but those nobody has connected lead to the simulator', async () => {
  const admin = await host.as('admin');
  const offered = await admin.ask(listCarrierAccounts, { query: { pageSize: 50 } });
  expect(new Set(offered.list.map((account) => account.platform)).size).toBe(7);
  // China Broadnet is not offered: its account is listed only on explicit request.
  const broadnet = await admin.ask(listCarrierAccounts, { query: { pageSize: 50, platform: ['8'] } });
  const still = [...offered.list, ...broadnet.list].filter((account) => !account.isConnected);
  expect(still).toHaveLength(3);
  for (const account of still) expect(account).toMatchObject({ state: 'paused', stateReason: '接口未接入' });
});
