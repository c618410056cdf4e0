import { numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { listNumbers } from '@cardinal/contract/api/esim/numbers.ts';
import { chipNotFound, numberNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import * as api from '@cardinal/contract/api/esimOperations/operations.ts';
import { eid, esimUnderTest, iccid, idOf, NOTIFIER, NOTIFY_TOKEN as TOKEN } from '@cardinal/testing/esimUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, expect, test } from 'vitest';
import { tellOverdue } from '../../esim/chips/moveNumber.ts';
import { remindJob } from '../../esim/numbers/remindOverdue.ts';

const PROGRESS = '/gsma/rsp2/es2plus/handleDownloadProgressInfo';
const HOUR_MS = 3_600_000;

const under = await forThisFile(esimUnderTest());
const operator = await under.as('operator');
beforeEach(async () => {
  await under.control('DELETE', '/faults');
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
});

const number = (n: number) =>
  under.db.selectFrom('esim.v_code_number').selectAll().where('card_id', '=', idOf(n)).executeTakeFirstOrThrow();
const chip = (n: number) =>
  under.db.selectFrom('esim.v_chip').selectAll().where('eid', '=', eid(n)).executeTakeFirstOrThrow();
const operations = (n: number) =>
  under.db.selectFrom('esim_operations.operation').selectAll().where('eid', '=', eid(n)).orderBy('id').execute();
const standings = async (...numbers: readonly number[]) =>
  Promise.all(
    numbers.map(async (n) => {
      const { enable_state, rsp_state, eid: on } = await number(n);
      return [enable_state, rsp_state, on !== null];
    }),
  );
const lines = async (n: number) =>
  (
    await under.db
      .selectFrom('cards.card_event')
      .select(['action', 'result', 'carrier_words'])
      .where('card_id', '=', idOf(n))
      .where('action', '!=', 'import_card')
      .orderBy('id')
      .execute()
  ).map((line) => [line.action, line.result, line.carrier_words].filter(Boolean).join(' '));
const becoming = async (n: number) =>
  (await under.db.selectFrom('cards.card_event').select('to_value').where('card_id', '=', idOf(n)).execute()).map(
    ({ to_value: to }) => (to as { zh?: string } | null)?.zh,
  );
/** Notifications to customers' systems that are new. */
const heard = new Map<string, number>();
function told(on: number): unknown[] {
  const all = under.events.flatMap(({ name, payload }) => {
    const { eid: of, oldIccid, newIccid, cause } = payload as Record<string, string | null>;
    return name === 'esim.numberChanged' && of === eid(on) ? [[oldIccid, newIccid, cause]] : [];
  });
  const known = heard.get(eid(on)) ?? 0;
  heard.set(eid(on), all.length);
  return all.slice(known);
}
async function item(taskId: string) {
  const found = await under.db
    .selectFrom('tasks.task_item')
    .select(['state', 'code'])
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();
  return found.code ? `${found.state} ${found.code}` : found.state;
}
/** A switch through a task, carried out by the chip. */
async function enable(n: number, on: number): Promise<string> {
  const { taskId } = await operator.ask(api.enableOnChips, { body: { eids: [eid(on)], numberId: idOf(n) } });
  await under.work();
  await under.drive();
  await under.pass(3_000);
  await under.drive();
  return taskId;
}
async function download(n: number, on: number): Promise<void> {
  await operator.ask(api.bindNumber, { body: { numberId: idOf(n), eid: eid(on) } });
  await under.drive();
  await under.pass(10_000);
}

test('a free number is bound, written and on its chip as the points arrive; its card has the EID and tells each of them', async () => {
  await under.stock([1]);
  const confirmationCode = 'confirmed-7731';
  await operator.ask(api.bindNumber, { body: { numberId: idOf(2), eid: eid(1), confirmationCode } });
  expect(await standings(2)).toEqual([[5, 'Available', true]]);
  const again = await operator.call(api.bindNumber, { body: { numberId: idOf(2), eid: eid(1) } });
  expect(again.code).toBe(api.chipRefuses.code);
  await under.drive();
  expect(await standings(2)).toEqual([[4, 'Released', true]]);
  await under.pass(10_000);
  expect(await standings(2)).toEqual([[0, 'Installed', true]]);
  expect((await operations(1)).map(({ kind, state }) => [kind, state])).toEqual([['download', 'done']]);
  const kept = [
    await under.db.selectFrom('esim_operations.operation').selectAll().execute(),
    await under.db.selectFrom('audit.operation_log').selectAll().execute(),
    await under.db.selectFrom('carriers.call').selectAll().execute(),
  ];
  expect(kept.every((rows) => rows.length > 0)).toBe(true);
  expect(JSON.stringify(kept)).not.toContain(confirmationCode);
  const card = await under.db.selectFrom('cards.card').select('eid').where('id', '=', idOf(2)).executeTakeFirst();
  expect(card?.eid).toBe(eid(1));
  // The notification points are sent concurrently and may arrive in any order.
  expect((await lines(2)).sort()).toEqual([
    'esim_download asked',
    'esim_download confirmed',
    'esim_download confirmed 安装',
    'esim_download confirmed 码号包下载',
    'esim_download confirmed 资格检查',
  ]);
});

test('a switch disables the one that ran; customers are told once of each change, old and new', async () => {
  await download(3, 1);
  expect(await item(await enable(2, 1))).toBe('done');
  expect(told(1)).toEqual([[null, iccid(2), 'task']]);
  expect(await item(await enable(3, 1))).toBe('done');
  expect(told(1)).toEqual([[iccid(2), iccid(3), 'task']]);
  expect(await standings(2, 3)).toEqual([
    [0, 'Installed', true],
    [1, 'Installed', true],
  ]);
  expect(await chip(1)).toMatchObject({ enabled_number_id: idOf(3), state: 'ACTIVATED', tell_after: null });
  const refused = await operator.ask(api.deleteFromChips, { body: { eids: [eid(1)], numberId: idOf(3) } });
  await under.work();
  expect(await item(refused.taskId)).toBe('failed numberRuns');
});

test('a new number without network: the chip goes back, the item fails, nobody is told of a change', async () => {
  await under.control('PATCH', `/es2plus/profiles/${iccid(2)}`, { hasNetwork: false });
  const taskId = await enable(2, 1);
  await under.pass(10_000);
  await under.drive();
  expect(await item(taskId)).toBe('failed rolledBack');
  expect(await chip(1)).toMatchObject({ enabled_number_id: idOf(3) });
  expect(told(1)).toEqual([]);
  await under.control('PATCH', `/es2plus/profiles/${iccid(2)}`, { hasNetwork: true });
});

test('what the chip does by itself is told with its cause: fallback, then a disabled number that nothing follows', async () => {
  await operator.ask(api.setFallback, { body: { eid: eid(1), numberId: idOf(2) } });
  await under.drive();
  await under.pass(3_000);
  await under.drive();
  expect(await chip(1)).toMatchObject({ fallback_number_id: idOf(2) });
  await under.control('POST', `/es2plus/chips/${eid(1)}/events`, { kind: 'fallback' });
  await under.pass(1_000);
  expect(told(1)).toEqual([[iccid(3), iccid(2), 'fallback']]);
  expect(await becoming(2)).toEqual(expect.arrayContaining(['后备码号', '已启用（后备切换）']));
  await under.control('POST', '/faults', { kind: 'swallow', operation: 'notify101', count: 1 });
  await under.control('POST', `/es2plus/chips/${eid(1)}/events`, { kind: 'local' });
  await under.pass(2_000);
  expect([await standings(2, 3), told(1)]).toEqual([
    [
      [0, 'Installed', true],
      [0, 'Installed', true],
    ],
    [],
  ]);
  under.clock.advance(60_000);
  await tellOverdue(under.ctx);
  expect(told(1)).toEqual([[iccid(2), null, 'local']]);
  // The chip's own list is right, and applied once somebody accepts it.
  await operator.ask(api.auditChips, { body: { eids: [eid(1)] } });
  await under.drive();
  await under.pass(3_000);
  await under.drive();
  expect((await chip(1)).audit).toEqual([
    { iccid: iccid(2), state: 'disabled' },
    { iccid: iccid(3), state: 'enabled' },
  ]);
  expect((await chip(1)).enabled_number_id).toBeNull();
  await operator.ask(api.acceptAudit, { body: { eid: eid(1) } });
  expect((await chip(1)).enabled_number_id).toBe(idOf(3));
});

test('the last notification lost leaves a number writing until the chip is read; the operation ends with it', async () => {
  await under.stock([2]);
  await under.control('POST', '/faults', { kind: 'swallow', operation: 'notify4', iccid: iccid(4), count: 1 });
  await download(4, 2);
  expect(await standings(4)).toEqual([[2, 'Downloaded', true]]);
  await operator.ask(api.auditChips, { body: { eids: [eid(2)] } });
  await under.drive();
  await under.pass(3_000);
  await under.drive();
  expect(await standings(4)).toEqual([[0, 'Installed', true]]);
  expect((await operations(2)).map(({ kind, state }) => [kind, state])).toEqual([
    ['download', 'done'],
    ['audit', 'done'],
  ]);
});

test('calls without an answer are asked again under the same identifier: one order at the SM-DP+, whoever is killed', async () => {
  await under.stock([3]);
  await under.control('DELETE', '/es2plus/calls');
  for (const operation of ['downloadOrder', 'confirmOrder']) {
    await under.control('POST', '/faults', { kind: 'lostConfirmation', operation, iccid: iccid(6), count: 4 });
  }
  await operator.ask(api.bindNumber, { body: { numberId: idOf(6), eid: eid(3) } });
  // The claim of a dead worker passes to the next one.
  await under.db
    .updateTable('esim_operations.operation')
    .set({ claimed_until: new Date(under.clock.now().getTime() + 60_000) })
    .where('eid', '=', eid(3))
    .execute();
  await under.drive();
  expect((await operations(3))[0]?.state).toBe('queued');
  for (let round = 0; round < 6; round++) {
    under.clock.advance(90_000);
    await under.drive();
  }
  await under.pass(10_000);
  expect(await standings(6)).toEqual([[0, 'Installed', true]]);
  expect(await under.control('GET', '/es2plus/stock')).toEqual({ stock: { 'DE-LOCAL-1': 0, 'GLOBAL-2': 2 } });
});

test('a refusal puts the number back in stock with its words; a bound one is unbound; what is foreign is not there', async () => {
  await under.stock([4]);
  await under.control('PATCH', `/es2plus/profiles/${iccid(8)}`, { state: 'Unavailable' });
  await operator.ask(api.bindNumber, { body: { numberId: idOf(8), eid: eid(4) } });
  await under.drive();
  expect([await standings(8), (await number(8)).state_words]).toMatchObject([
    [[0, 'Available', false]],
    { zh: '8.2.1/3.3 该码号不可用或已被下载' },
  ]);
  expect(under.events.at(-1)).toMatchObject({ name: 'esim.operationEnded', payload: { state: 'failed', eid: eid(4) } });
  await under.control('PATCH', `/es2plus/chips/${eid(4)}`, { isOnline: false });
  await download(9, 4);
  expect(await standings(9)).toEqual([[4, 'Released', true]]);
  const rival = await under.as('rival');
  expect((await rival.call(api.unbindNumber, { body: { numberId: idOf(9) } })).code).toBe(numberNotFound.code);
  const foreign = await rival.call(api.auditChips, { body: { eids: [eid(4)] } });
  expect(foreign.code).toBe(chipNotFound.code);
  // Not downloaded for days: it is found, its owner is reminded, and one request returns it to stock.
  const bound_at = new Date(under.clock.now().getTime() - 96 * HOUR_MS);
  await under.db.updateTable('esim.code_number').set({ bound_at }).where('card_id', '=', idOf(9)).execute();
  const overdue = await operator.ask(listNumbers, { query: { overdue: true } });
  expect(overdue).toMatchObject({ list: [{ iccid: iccid(9), isOverdue: true }], total: 1 });
  await remindJob.run(under.ctx, {}, new AbortController().signal);
  expect(under.events.at(-1)).toMatchObject({ name: 'esim.numbersOverdue', payload: { numbers: 1, days: 3 } });
  const body = { numberIds: [idOf(9), idOf(1)] };
  expect(await operator.ask(api.unbindNumbers, { body })).toMatchObject({ back: 1, failed: [{ numberId: idOf(1) }] });
  expect(await standings(9)).toEqual([[0, 'Available', false]]);
  expect(await under.control('GET', `/es2plus/profiles/${iccid(9)}`)).toMatchObject({ state: 'Available' });
  expect((await operator.call(api.unbindNumber, { body: { numberId: idOf(9) } })).code).toBe(api.numberNotBound.code);
});

test('of a batch of switches those without network go back, the others run, and each change is told once', async () => {
  const chips = [10, 11, 12, 13, 14];
  const eids = chips.map(eid);
  const carriedOut = async (rounds: number) => {
    await under.work();
    for (let round = 0; round < rounds; round++) {
      await under.drive();
      await under.pass(10_000);
    }
  };
  const outcome = (taskId: string) =>
    under.db.selectFrom('tasks.task').select(['done', 'failed']).where('id', '=', taskId).executeTakeFirst();
  await under.stock(chips);
  const write = await operator.ask(api.writeChips, { body: { eids, profileType: 'DE-LOCAL-1', enables: true } });
  await operator.ask(api.writeChips, { body: { eids, profileType: 'GLOBAL-2', enables: false } });
  await carriedOut(5);
  expect(await outcome(write.taskId)).toEqual({ done: 5, failed: 0 });
  expect(chips.map((n) => told(n).length)).toEqual([1, 1, 1, 1, 1]);
  for (const { iccid: hopeless } of await under.db
    .selectFrom('esim.v_code_number')
    .select('iccid')
    .where('profile_type', '=', 'GLOBAL-2')
    .where('eid', 'in', eids.slice(0, 2))
    .execute())
    await under.control('PATCH', `/es2plus/profiles/${hopeless}`, { hasNetwork: false });
  const all = { filter: { eids: eids.join('\n') }, count: eids.length };
  const change = await operator.ask(api.enableOnChips, { body: { eids: all, profileType: 'GLOBAL-2' } });
  await carriedOut(2);
  await under.drive();
  expect(await outcome(change.taskId)).toEqual({ done: 3, failed: 2 });
  expect(chips.map((n) => told(n).length)).toEqual([0, 0, 1, 1, 1]);
});

test('a sheet of code numbers is held against the SM-DP+: what it has not free is warned of, and nothing is imported', async () => {
  await under.stock([20]);
  await under.control('PATCH', `/es2plus/profiles/${iccid(41)}`, { state: 'Unavailable' });
  const { carrier_account_id: account } = await chip(20);
  const now = under.clock.now();
  const batch = under.ctx.ids.next();
  await under.db
    .insertInto('esim.import_batch')
    .values({
      id: batch,
      batch_no: `E${batch}`,
      content: 'numbers',
      customer_id: '1',
      target_customer_id: '1',
      account_id: '1002',
      account_name: 'operator',
      carrier_account_id: account,
      smdp_account_id: account,
      platform: 2,
      state: 'waiting',
      file_name: 'numbers.xlsx',
      file_bytes: 1,
      file_sha256: 'x',
      reading_id: batch,
      rows: 3,
      good: 3,
      created_at: now,
    })
    .execute();
  await under.db
    .insertInto('esim.import_row')
    .values(
      [iccid(40), iccid(41), iccid(99)].map((subject, at) => ({
        reading_id: batch,
        row_number: at + 2,
        id: under.ctx.ids.next(),
        subject,
        fields: '{}',
        cells: '[]',
      })),
    )
    .execute();
  await operator.ask(numberImports.verify, { body: { esimBatchId: batch } });
  const early = await operator.call(numberImports.decide, { body: { esimBatchId: batch, choice: 'all' } });
  expect(early.code).toBe('4091407');
  await under.work();
  const checked = await operator.ask(numberImports.detail, { query: { esimBatchId: batch } });
  expect(checked).toMatchObject({ state: 'waiting', good: 3, warned: 2, verified: 3, imported: 0 });
  expect(checked.warnedRows.map(({ rowNumber, words }) => [rowNumber, words])).toEqual([
    [3, 'SM-DP+ 上的状态为 Unavailable，不是可用'],
    [4, 'SM-DP+ 不认识该 ICCID'],
  ]);
  const rival = await under.as('rival');
  expect((await rival.call(numberImports.verify, { body: { esimBatchId: batch } })).code).not.toBe('200');
});

test('the door: strangers, other generations and nonsense are turned away; what is not ours is answered with 204', async () => {
  const told = {
    header: { functionRequesterIdentifier: NOTIFIER, functionCallIdentifier: 'N-1' },
    iccid: '89860099999999999999',
    profileType: 'X',
    timestamp: '2026-11-21T02:00:00Z',
    notificationPointId: 4,
    notificationPointStatus: { status: 'Executed-Success' },
  };
  const call = async (url: string, body: unknown, headers: Record<string, string> = {}) =>
    (
      await under.app.http.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', 'x-admin-protocol': 'gsma/rsp/v2.2.0', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      })
    ).statusCode;
  const own = `/es2plus/${TOKEN}${PROGRESS}`;
  expect(await call(own, told)).toBe(204);
  expect(await call(PROGRESS, told, { 'x-notify-token': TOKEN })).toBe(204);
  expect(await call(PROGRESS, told)).toBe(401);
  expect(await call(`/es2plus/wrong-token-of-some-length${PROGRESS}`, told)).toBe(401);
  expect(await call(own, { ...told, header: { functionRequesterIdentifier: 'somebody' } })).toBe(401);
  expect(await call(own, told, { 'x-admin-protocol': 'gsma/rsp/v3.0.0' })).toBe(400);
  expect(await call(own, '{"header":')).toBe(400);
  expect(await call(own, `"${'x'.repeat(40_000)}"`)).toBe(413);
});

test('a device that never comes lets the download expire; the number stays bound, and comes to its chip when it comes', async () => {
  await under.stock([5]);
  await under.control('PATCH', `/es2plus/chips/${eid(5)}`, { isOnline: false });
  await download(11, 5);
  under.clock.advance(73 * HOUR_MS);
  await under.drive();
  expect((await operations(5)).at(-1)?.state).toBe('expired');
  expect(await standings(11)).toEqual([[4, 'Released', true]]);
  await under.control('PATCH', `/es2plus/chips/${eid(5)}`, { isOnline: true });
  await under.pass(10_000);
  expect(await standings(11)).toEqual([[0, 'Installed', true]]);
});
