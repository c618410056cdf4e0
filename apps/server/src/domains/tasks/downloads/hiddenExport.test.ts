import { addCarrierAccount, listCarrierCalls } from '@cardinal/contract/api/carriers/carriers.ts';
import { listDownloads, orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { logCall } from '../../carriers/gate/callLog.ts';
import { workTasks } from '../leases/workTasks.ts';

const CALL = {
  operation: 'echo',
  attempt: 1,
  subject: null,
  outcome: 'ok',
  durationMs: 1,
  httpStatus: 200,
  carrierCode: null,
  carrierWords: null,
  reference: null,
  taskId: null,
  urgency: 'now',
} as const;

const host = await forThisFile(testApp({ demo: 'people' }));

test('a file made in the background leaves out what the host it was ordered on hides', async () => {
  const admin = await host.as('admin');
  const ctx = host.app.systemContext('test');
  for (const adapter of ['jasper', 'telecomCmp']) {
    const account = { name: `导出 ${adapter}`, adapter, baseUrl: 'https://iot.example.com' };
    const { accountId } = await admin.ask(addCarrierAccount, { body: account });
    await logCall(ctx, { ...CALL, accountId });
  }
  const rowsOn = async (name: string) => {
    const raw = { headers: { host: name } };
    const shown = await admin.ask(listCarrierCalls, { query: { pageSize: 100 }, raw });
    const { downloadId } = await admin.ask(orderExport, {
      body: { list: listCarrierCalls.name, query: {}, format: 'csv' },
      raw,
    });
    await workTasks(ctx, new AbortController().signal);
    const { list } = await admin.ask(listDownloads, { query: { pageSize: 100 } });
    expect(list.find(({ id }) => id === downloadId)).toMatchObject({ state: 'ready', rows: shown.total });
    return shown.total;
  };
  // The second hides China Telecom (`contract/siteSettings`).
  expect([await rowsOn('cardinal.localhost'), await rowsOn('unicom.localhost')]).toEqual([2, 1]);
});
