import { chipNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import * as api from '@cardinal/contract/api/esimOperations/operations.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { type EsimUnderTest, eid, esimUnderTest, idOf } from '@cardinal/testing/esimUnderTest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let under: EsimUnderTest;
let operator: Caller;
const CHIPS = [1, 2, 3, 4];
const eids = CHIPS.map(eid);

beforeAll(async () => {
  under = await esimUnderTest();
  operator = await under.as('operator');
  await under.stock(CHIPS);
  const of = (n: number) => under.db.updateTable('esim.chip').where('eid', '=', eid(n));
  await of(2).set({ architecture: 'consumer' }).execute();
  await of(3).set({ architecture: 'm2m' }).execute();
});
afterAll(() => under?.stop());

const preview = (body: Partial<BodyOf<typeof api.previewChips>>) =>
  operator.ask(api.previewChips, { body: { kind: 'download', eids, ...body } });

test('a write says how many numbers are free, and which chips no server reaches', async () => {
  expect(await preview({ profileType: 'DE-LOCAL-1' })).toEqual({
    total: 4,
    ready: 3,
    queued: 0,
    free: 4,
    left: [{ code: 'architecture', words: '尚未接入 M2M（SGP.02）通道', count: 1, some: [eid(3)] }],
  });
  expect(await preview({ profileType: 'NO-SUCH-1' })).toMatchObject({
    ready: 0,
    free: 0,
    left: [
      { code: 'noFreeNumber', count: 3, some: [eid(1), eid(2), eid(4)] },
      { code: 'architecture', count: 1 },
    ],
  });
});

test('a switch says the same of each chip as its task does afterwards; nothing is asked by looking', async () => {
  await operator.ask(api.bindNumber, { body: { numberId: idOf(2), eid: eid(1) } });
  await under.drive();
  await under.pass(10_000);
  const before = await preview({ kind: 'enable' });
  expect(before).toMatchObject({ total: 4, ready: 1, free: null });
  expect(before.left.map(({ code, some }) => [code, some])).toEqual(
    expect.arrayContaining([
      ['architecture', [eid(2)]],
      ['architecture', [eid(3)]],
      ['noneFits', [eid(4)]],
    ]),
  );
  expect(
    await under.db.selectFrom('esim_operations.operation').select('id').where('kind', '=', 'enable').execute(),
  ).toEqual([]);
  const { taskId } = await operator.ask(api.enableOnChips, { body: { eids } });
  await under.work();
  const items = await under.db
    .selectFrom('tasks.task_item')
    .select(['target', 'state', 'code'])
    .where('task_id', '=', taskId)
    .orderBy('target')
    .execute();
  expect(items.map(({ state, code }) => code ?? state)).toEqual([
    'confirming',
    'architecture',
    'architecture',
    'noneFits',
  ]);
  expect(await preview({ kind: 'enable', eids: [eid(1)] })).toMatchObject({ ready: 1, queued: 1, left: [] });
});

test('chips of somebody else are not there, and neither is the preview for who may not ask', async () => {
  const rival = await under.as('rival');
  const asked = { body: { kind: 'audit' as const, eids: [eid(1)] } };
  expect((await rival.call(api.previewChips, asked)).code).toBe(chipNotFound.code);
  const norole = await under.as('norole');
  expect((await norole.call(api.previewChips, asked)).status).toBe(403);
});
