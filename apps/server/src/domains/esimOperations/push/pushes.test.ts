import { listCarrierPushes, readCarrierPushes } from '@cardinal/contract/api/carriers/carrierPushes.ts';
import * as api from '@cardinal/contract/api/esimOperations/operations.ts';
import type { QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { eid, esimUnderTest, iccid, idOf, NOTIFIER, NOTIFY_TOKEN as TOKEN } from '@cardinal/testing/esimUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { KEPT_PUSHES, notePush } from '../../carriers/pushes/notePush.ts';

const PROGRESS = '/gsma/rsp2/es2plus/handleDownloadProgressInfo';
const OWN = `/es2plus/${TOKEN}${PROGRESS}`;

const under = await forThisFile(esimUnderTest());
const operator = await under.as('operator');
const row = await under.db
  .selectFrom('carriers.account')
  .select('id')
  .where('adapter', '=', 'esim')
  .executeTakeFirstOrThrow();
const accountId = row.id;

const state = () => operator.ask(readCarrierPushes, { query: { accountId } });
const pushes = (more: Partial<QueryOf<typeof listCarrierPushes>> = {}) =>
  operator.ask(listCarrierPushes, { query: { accountId: [accountId], pageNum: 1, pageSize: 50, ...more } });
const call = async (url: string, body: unknown) =>
  (
    await under.app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'x-admin-protocol': 'gsma/rsp/v2.2.0' },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  ).statusCode;
const told = (more: object = {}) => ({
  header: { functionRequesterIdentifier: NOTIFIER, functionCallIdentifier: 'N-1' },
  iccid: iccid(2),
  eid: eid(1),
  profileType: 'X',
  timestamp: '2026-11-21T02:00:00Z',
  notificationPointId: 101,
  notificationPointStatus: { status: 'Executed-Success' },
  ...more,
});

test('what the carrier tells is listed with what it changed; told again it changed nothing', async () => {
  await under.stock([1]);
  await operator.ask(api.bindNumber, { body: { numberId: idOf(2), eid: eid(1) } });
  await under.drive();
  await under.pass(10_000);
  const { list } = await pushes();
  expect(new Set(list.map(({ verdict }) => verdict))).toEqual(new Set(['taken']));
  expect(list.map(({ effect }) => effect)).toContain('安装：写号中 → 已在卡上');
  expect(list[0]).toMatchObject({ kind: 'progress', iccid: iccid(2), eid: eid(1), accountId });

  expect(await call(OWN, told())).toBe(204);
  expect(await call(OWN, told())).toBe(204);
  const after = await pushes();
  expect(after.total).toBe(list.length + 2);
  expect(after.list.map(({ verdict }) => verdict)).toContain('known');
});

test('what is not believed is listed apart with its reason, and nothing of it but the numbers', async () => {
  await call(OWN, told({ iccid: '89860099999999999999', eid: null }));
  await call(OWN, told({ eid: eid(7) }));
  await call(OWN, told({ header: { functionRequesterIdentifier: 'somebody' } }));
  await call(OWN, '{"header":');
  await call(`/es2plus/${TOKEN}/eim/networkReport`, { eid: eid(9), rPlmn: '26201', timestamp: '2026-11-21T02:00:00Z' });
  const { list } = await pushes({ refused: 'true' } as never);
  expect(list.map(({ kind, verdict }) => [kind, verdict]).sort()).toEqual([
    ['network', 'unknownCard'],
    ['progress', 'notUnderstood'],
    ['progress', 'otherChip'],
    ['progress', 'unknownCard'],
    ['progress', 'wrongSender'],
  ]);
  const kept = await under.db.selectFrom('carriers.push').selectAll().execute();
  expect(JSON.stringify([kept, await state(), await pushes()])).not.toContain(TOKEN);
});

test('whoever does not know the secret is counted and nothing else, however often he calls', async () => {
  const before = await under.db.selectFrom('carriers.push').selectAll().execute();
  const calls = 40;
  for (let n = 0; n < calls; n++) await call(`/es2plus/wrong-token-number-${n}${PROGRESS}`, told());
  await expect.poll(async () => (await state()).today.unauthenticated, { timeout: 60_000 }).toBe(calls);
  expect(await under.db.selectFrom('carriers.push').selectAll().execute()).toHaveLength(before.length);
  expect(await under.db.selectFrom('carriers.push_stranger').selectAll().execute()).toHaveLength(1);
});

test('the state tells the addresses without the secret, who may push, and the counts of the day', async () => {
  const { contract, today, lastAt } = await state();
  expect(contract).toMatchObject({ sender: NOTIFIER, doors: [{ path: '/es2plus/{token}' }, { path: PROGRESS }, {}] });
  expect(contract?.secretSetAt).not.toBeNull();
  expect(today).toMatchObject({ refused: 5, nothingNew: 1 });
  expect(today.taken).toBeGreaterThan(3);
  expect(lastAt).not.toBeNull();
  const jasper = await under.db
    .selectFrom('carriers.account')
    .select('id')
    .where('adapter', '!=', 'esim')
    .executeTakeFirst();
  if (jasper) {
    expect((await operator.ask(readCarrierPushes, { query: { accountId: jasper.id } })).contract).toBeNull();
  }
});

test('however many come, an account keeps its last ones; refused ones drive out none of the others', async () => {
  const taken = (await pushes({ verdict: ['taken'] } as never)).total;
  for (let n = 0; n < KEPT_PUSHES + 20; n++) {
    await notePush(under.ctx, { accountId, kind: 'progress', verdict: 'unknownCard', iccid: String(n) });
  }
  expect((await pushes({ refused: 'true' } as never)).total).toBe(KEPT_PUSHES);
  expect((await pushes({ verdict: ['taken'] } as never)).total).toBe(taken);
  expect((await state()).today.refused).toBe(KEPT_PUSHES + 25);
});

test('another platform sees neither', async () => {
  const rival = await under.as('rival');
  const read = await rival.call(readCarrierPushes, { query: { accountId } });
  expect(read.code).not.toBe('200');
  const admin = await under.as('admin');
  expect((await admin.call(readCarrierPushes, { query: { accountId: '987654321' } })).code).toBe(notFound.code);
});
