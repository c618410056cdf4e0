import { previewSelection, startAction, uploadSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  iccid,
  item,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { connectCarrier } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sheetOf } from '@cardinal/testing/sheets.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(cardsUnderTest());
const [admin, agent] = await Promise.all([under.as('admin'), under.as('agent')]);
const guangdong = await connectCarrier(under.app, {
  adapter: 'guangdong',
  baseUrl: under.jasper.url,
  credentials: { appKey: 'k', secret: 'demoSecretdemoSecretdemo', groupCode: '2000000001' },
});
await addCards(under, [
  ...[1, 2, 3, 4].map((n) => ({ n })),
  { n: 5, accountId: guangdong },
  { n: 6, status: 'RETIRED' as const },
  { n: 7, customerId: '1' },
  { n: 8, customerId: '20' },
]);

const sheet = (rows: string[][]) => sheetOf(['iccid', 'remark'], rows);
const preview = (who: Caller, action: string, source: object, parameters: object = {}) =>
  who.call(previewSelection, { body: { action, source, parameters } as never });

test('a sheet brings a remark for each card; a row without one takes the common one, a wrong one is told', async () => {
  const content = await sheet([
    [iccid(1), '南山一号'],
    [iccid(2), ''],
    [iccid(3), '坏#备注'],
    [iccid(8), '别人的卡'],
  ]);
  const { fileId } = await agent.ask(uploadSelection, { body: {}, file: { name: 'remarks.xlsx', content } });
  const source = { kind: 'file' as const, fileId };
  const { taskId } = await start(agent, 'edit_remark', source);
  await workOff(under);
  expect(await card(under, 1)).toMatchObject({ remark: '南山一号' });
  expect(await item(under, taskId, 2)).toMatchObject({ state: 'skipped', code: 'noRemark' });
  expect(await item(under, taskId, 3)).toMatchObject({ state: 'skipped', code: 'badRemark' });
  expect(await card(under, 8)).toMatchObject({ remark: null });
  await start(agent, 'edit_remark', source, { remark: '其余' });
  await workOff(under);
  expect(await card(under, 2)).toMatchObject({ remark: '其余' });
  expect((await preview(agent, 'edit_remark', listSource([1]))).data).toMatchObject({
    errors: [{ field: 'parameters.remark' }],
  });
});

test('whether cards are online is asked in bulk where the interface tells it; the answers have their rows', async () => {
  const { data } = await preview(admin, 'query_online', listSource([1, 2, 5, 6]));
  expect(data).toMatchObject({ willTouch: 2, willSkip: 2 });
  const { taskId } = await admin.ask(startAction, { body: { previewId: data.previewId } });
  await workOff(under);
  const rows = await under.db
    .selectFrom('card_lookups.online_lookup')
    .select(['iccid', 'state', 'online_state'])
    .where('task_id', '=', taskId)
    .orderBy('seq')
    .execute();
  expect(rows).toEqual([1, 2].map((n) => ({ iccid: iccid(n), state: 'done', online_state: 0 })));
  expect((await preview(await under.as('norole'), 'query_online', listSource([1]))).status).toBe(403);
  expect((await preview(await under.as('rival'), 'query_online', listSource([1]))).data).toMatchObject({
    willTouch: 0,
  });
});

test('cards are located in bulk for a purpose, one’s own and of who has authorised it', async () => {
  expect((await preview(admin, 'query_location', listSource([7]))).data).toMatchObject({
    errors: [{ field: 'parameters.purpose' }],
  });
  const { data } = await preview(admin, 'query_location', listSource([1, 7]), { purpose: '现场盘点' });
  expect(data).toMatchObject({ willTouch: 1, skipped: [{ reason: 'notAuthorized', count: 1 }] });
  const { taskId } = await admin.ask(startAction, { body: { previewId: data.previewId } });
  await workOff(under);
  const rows = await under.db
    .selectFrom('card_lookups.position_query')
    .select(['iccid', 'state', 'purpose'])
    .where('task_id', '=', taskId)
    .execute();
  expect(rows).toEqual([{ iccid: iccid(7), state: 'done', purpose: '现场盘点' }]);
});
