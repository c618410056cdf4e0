import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as api from '@cardinal/contract/api/esim/operations.ts';
import { chipNotFound, numberNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import { eidCheckDigits } from '@cardinal/primitives/eid.ts';
import { type Simulator, startSimulator } from '@cardinal/simulator/simulator.ts';
import { type Caller, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { connectCarrier, control } from '@cardinal/testing/carriers.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../framework/context.ts';
import { openEsimCards } from '../../cards/face.ts';
import { workTasks } from '../../tasks/turns/workTasks.ts';
import { progressCallbacks } from '../push/progressCallback.ts';
import { driveDue } from './driveOperations.ts';
import { tellOverdue } from './moveNumber.ts';

const TOKEN = 'notify-token-of-the-test';
const NOTIFIER = '1.3.6.1.4.1.99999.900';
const REQUESTER = '1.3.6.1.4.1.99999.7';
const PROGRESS = '/gsma/rsp2/es2plus/handleDownloadProgressInfo';
const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

const eid = (n: number) => {
  const first = `8904903200000000${String(n).padStart(14, '0')}`;
  return first + eidCheckDigits(first);
};
const iccid = (n: number) => `8986009${String(n).padStart(13, '0')}`;
/** Chip n carries number 2n and 2n + 1, or will. */
const [FIRST, SECOND] = [(n: number) => 2 * n, (n: number) => 2 * n + 1];

let under: TestApp;
let simulator: Simulator;
let ctx: Ctx;
let operator: Caller;
let accountId: string;
/** What other rooms are told, in its order. */
const events: { readonly name: string; readonly payload: unknown }[] = [];
const listening = (quiet: Ctx): Ctx => ({
  ...quiet,
  tell: async ({ name }, payload) => {
    events.push({ name, payload });
  },
  transact: (run, options) => quiet.transact((inside) => run(listening(inside)), options),
});

/** What the simulated SM-DP+ tells goes to the handler behind the route. */
const door = createServer((request, reply) => {
  void bodyOf(request).then(async (body) => {
    const header = (name: string) => request.headers[name] as string | undefined;
    const answer = await progressCallbacks[0]?.handle(ctx, { params: { token: TOKEN }, header, body });
    reply.writeHead(answer?.status ?? 500).end();
  });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

beforeAll(async () => {
  under = await testApp({ demo: 'people' });
  simulator = await startSimulator({ clock: under.clock });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  operator = await under.as('operator');
  ctx = listening(under.app.systemContext('test'));
  const credentials = { requesterId: REQUESTER, notifierId: NOTIFIER, notifyToken: TOKEN, eimToken: 'eim-token' };
  accountId = await connectCarrier(under.app, { adapter: 'esim', baseUrl: simulator.url, credentials });
  const notifyUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}/es2plus/${TOKEN}`;
  await control(simulator, 'POST', '/es2plus/accounts', { requesterId: REQUESTER, eimToken: 'eim-token', notifyUrl });
});
afterAll(async () => {
  await under?.stop();
  await simulator?.close();
  door.close();
});

beforeEach(async () => {
  await control(simulator, 'DELETE', '/faults');
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
});

/** Chips of a customer with two numbers each in stock, here and at the SM-DP+. */
async function stock(chips: readonly number[], customerId = '10'): Promise<void> {
  const numbers = chips.flatMap((n) => [FIRST(n), SECOND(n)]);
  await control(simulator, 'POST', '/es2plus/world', {
    account: { requesterId: REQUESTER },
    profiles: numbers.map((n) => ({ iccid: iccid(n), profileType: n % 2 ? 'GLOBAL-2' : 'DE-LOCAL-1' })),
    chips: chips.map((n) => ({ eid: eid(n) })),
  });
  const now = under.clock.now();
  await under.app.asSystem('test', async (inside) => {
    const cards = numbers.map((n) => ({ id: String(900_000 + n), iccid: iccid(n), imsi: null, msisdn: null }));
    await openEsimCards(inside, cards, {
      platform: 2,
      subType: null,
      carrierAccountId: accountId,
      customerId,
      product: null,
      taskId: null,
      actor: { accountId: null, accountName: '', customerId: null },
    });
    await inside.db
      .insertInto('esim.code_number')
      .values(
        numbers.map((n) => ({
          card_id: String(900_000 + n),
          iccid: iccid(n),
          imsi: null,
          msisdn: null,
          profile_type: n % 2 ? 'GLOBAL-2' : 'DE-LOCAL-1',
          platform: 2 as const,
          country: n % 2 ? 'CN' : 'DE',
          carrier_account_id: accountId,
          smdp_account_id: accountId,
          smdp_address: 'smdp.example.com',
          matching_id: null,
          activation_code: null,
          eid: null,
          enable_state: 0 as const,
          rsp_state: 'Available' as const,
          cost: null,
          import_batch_id: null,
          imported_at: now,
          bound_at: null,
          state_at: now,
        })),
      )
      .execute();
    await inside.db
      .insertInto('esim.chip')
      .values(
        chips.map((n) => ({
          eid: eid(n),
          id: String(800_000 + n),
          architecture: 'iot' as const,
          customer_id: customerId,
          carrier_account_id: accountId,
          manufacturer: null,
          memory_free: null,
          imei: null,
          state: 'INVENTORY',
          enabled_number_id: null,
          fallback_number_id: null,
          strategy_id: null,
          product_code: null,
          product_version: null,
          bootstrap_iccid: null,
          remark: null,
          last_audit_at: null,
          import_batch_id: null,
          reported_at: null,
          told_number_id: null,
          tell_cause: null,
          tell_after: null,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
  });
}

const idOf = (n: number) => String(900_000 + n);
const number = (n: number) =>
  under.db.selectFrom('esim.code_number').selectAll().where('card_id', '=', idOf(n)).executeTakeFirstOrThrow();
const chip = (n: number) =>
  under.db.selectFrom('esim.chip').selectAll().where('eid', '=', eid(n)).executeTakeFirstOrThrow();
const operations = (n: number) =>
  under.db.selectFrom('esim.operation').selectAll().where('eid', '=', eid(n)).orderBy('id').execute();
const drive = () => driveDue(ctx, accountId, never);
/** The devices' time goes on; what they tell has arrived when nothing is on its way any more. */
async function pass(ms: number): Promise<void> {
  under.clock.advance(ms);
  await control(simulator, 'GET', '/es2plus/operations');
  await expect
    .poll(
      async () => ((await control(simulator, 'GET', '/es2plus/notices')) as { waiting: unknown[] }).waiting.length,
      {
        timeout: 15_000,
      },
    )
    .toBe(0);
}
async function work(): Promise<void> {
  await workTasks(ctx, never);
}
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
/** What customers' systems are to hear of a chip, and were not told before. */
const heard = new Map<string, number>();
function told(on: number): unknown[] {
  const all = events.flatMap(({ name, payload }) => {
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
  await work();
  await drive();
  await pass(3_000);
  await drive();
  return taskId;
}
async function download(n: number, on: number): Promise<void> {
  await operator.ask(api.bindNumber, { body: { numberId: idOf(n), eid: eid(on) } });
  await drive();
  await pass(10_000);
}

test('a free number is bound, written and on its chip as the points arrive; its card has the EID and tells each of them', async () => {
  await stock([1]);
  await operator.ask(api.bindNumber, { body: { numberId: idOf(2), eid: eid(1) } });
  expect(await standings(2)).toEqual([[5, 'Available', true]]);
  const again = await operator.call(api.bindNumber, { body: { numberId: idOf(2), eid: eid(1) } });
  expect(again.code).toBe(api.chipRefuses.code);
  await drive();
  expect(await standings(2)).toEqual([[4, 'Released', true]]);
  await pass(10_000);
  expect(await standings(2)).toEqual([[0, 'Installed', true]]);
  expect((await operations(1)).map(({ kind, state }) => [kind, state])).toEqual([['download', 'done']]);
  const card = await under.db.selectFrom('cards.card').select('eid').where('id', '=', idOf(2)).executeTakeFirst();
  expect(card?.eid).toBe(eid(1));
  // The points travel beside each other and may arrive in any order.
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
  await work();
  expect(await item(refused.taskId)).toBe('failed numberRuns');
});

test('a new number without network: the chip goes back, the item fails, nobody is told of a change', async () => {
  await control(simulator, 'PATCH', `/es2plus/profiles/${iccid(2)}`, { hasNetwork: false });
  const taskId = await enable(2, 1);
  await pass(10_000);
  await drive();
  expect(await item(taskId)).toBe('failed rolledBack');
  expect(await chip(1)).toMatchObject({ enabled_number_id: idOf(3) });
  expect(told(1)).toEqual([]);
  await control(simulator, 'PATCH', `/es2plus/profiles/${iccid(2)}`, { hasNetwork: true });
});

test('what the chip does by itself is told with its cause: fallback, then a disabled number that nothing follows', async () => {
  await operator.ask(api.setFallback, { body: { eid: eid(1), numberId: idOf(2) } });
  await drive();
  await pass(3_000);
  await drive();
  expect(await chip(1)).toMatchObject({ fallback_number_id: idOf(2) });
  await control(simulator, 'POST', `/es2plus/chips/${eid(1)}/events`, { kind: 'fallback' });
  await pass(1_000);
  expect(told(1)).toEqual([[iccid(3), iccid(2), 'fallback']]);
  await control(simulator, 'POST', '/faults', { kind: 'swallow', operation: 'notify101', count: 1 });
  await control(simulator, 'POST', `/es2plus/chips/${eid(1)}/events`, { kind: 'local' });
  await pass(2_000);
  expect([await standings(2, 3), told(1)]).toEqual([
    [
      [0, 'Installed', true],
      [0, 'Installed', true],
    ],
    [],
  ]);
  under.clock.advance(60_000);
  await ctx.transact((inside) => tellOverdue(inside));
  expect(told(1)).toEqual([[iccid(2), null, 'local']]);
  // The list on the chip knows better, and is believed once somebody takes its word.
  await operator.ask(api.auditChips, { body: { eids: [eid(1)] } });
  await drive();
  await pass(3_000);
  await drive();
  expect((await chip(1)).audit).toEqual([
    { iccid: iccid(2), state: 'disabled' },
    { iccid: iccid(3), state: 'enabled' },
  ]);
  expect((await chip(1)).enabled_number_id).toBeNull();
  await operator.ask(api.acceptAudit, { body: { eid: eid(1) } });
  expect((await chip(1)).enabled_number_id).toBe(idOf(3));
});

test('the last notification lost leaves a number writing until the chip is read; the operation ends with it', async () => {
  await stock([2]);
  await control(simulator, 'POST', '/faults', { kind: 'swallow', operation: 'notify4', iccid: iccid(4), count: 1 });
  await download(4, 2);
  expect(await standings(4)).toEqual([[2, 'Downloaded', true]]);
  await operator.ask(api.auditChips, { body: { eids: [eid(2)] } });
  await drive();
  await pass(3_000);
  await drive();
  expect(await standings(4)).toEqual([[0, 'Installed', true]]);
  expect((await operations(2)).map(({ kind, state }) => [kind, state])).toEqual([
    ['download', 'done'],
    ['audit', 'done'],
  ]);
});

test('calls without an answer are asked again under the same identifier: one order at the SM-DP+, whoever is killed', async () => {
  await stock([3]);
  await control(simulator, 'DELETE', '/es2plus/calls');
  for (const operation of ['downloadOrder', 'confirmOrder']) {
    await control(simulator, 'POST', '/faults', { kind: 'lostConfirmation', operation, iccid: iccid(6), count: 4 });
  }
  await operator.ask(api.bindNumber, { body: { numberId: idOf(6), eid: eid(3) } });
  // A worker that dies with a claim leaves it to the next one.
  await under.db
    .updateTable('esim.operation')
    .set({ claimed_until: new Date(under.clock.now().getTime() + 60_000) })
    .where('eid', '=', eid(3))
    .execute();
  await drive();
  expect((await operations(3))[0]?.state).toBe('queued');
  for (let round = 0; round < 6; round++) {
    under.clock.advance(90_000);
    await drive();
  }
  await pass(10_000);
  expect(await standings(6)).toEqual([[0, 'Installed', true]]);
  expect(await control(simulator, 'GET', '/es2plus/stock')).toEqual({ stock: { 'DE-LOCAL-1': 0, 'GLOBAL-2': 2 } });
});

test('a refusal puts the number back in stock with its words; a bound one is unbound; what is foreign is not there', async () => {
  await stock([4]);
  await control(simulator, 'PATCH', `/es2plus/profiles/${iccid(8)}`, { state: 'Unavailable' });
  await operator.ask(api.bindNumber, { body: { numberId: idOf(8), eid: eid(4) } });
  await drive();
  expect([await standings(8), (await number(8)).state_words]).toMatchObject([
    [[0, 'Available', false]],
    { zh: '8.2.1/3.3 该码号不可用或已被下载' },
  ]);
  expect(events.at(-1)).toMatchObject({ name: 'esim.operationEnded', payload: { state: 'failed', eid: eid(4) } });
  await control(simulator, 'PATCH', `/es2plus/chips/${eid(4)}`, { isOnline: false });
  await download(9, 4);
  expect(await standings(9)).toEqual([[4, 'Released', true]]);
  const rival = await under.as('rival');
  expect((await rival.call(api.unbindNumber, { body: { numberId: idOf(9) } })).code).toBe(numberNotFound.code);
  const foreign = await rival.call(api.auditChips, { body: { eids: [eid(4)] } });
  expect(foreign.code).toBe(chipNotFound.code);
  await operator.ask(api.unbindNumber, { body: { numberId: idOf(9) } });
  expect(await standings(9)).toEqual([[0, 'Available', false]]);
  expect(await control(simulator, 'GET', `/es2plus/profiles/${iccid(9)}`)).toMatchObject({ state: 'Available' });
  expect((await operator.call(api.unbindNumber, { body: { numberId: idOf(9) } })).code).toBe(api.numberNotBound.code);
});

test('of a batch of switches those without network go back, the others run, and each change is told once', async () => {
  const chips = [10, 11, 12, 13, 14];
  const eids = chips.map(eid);
  const carriedOut = async (rounds: number) => {
    await work();
    for (let round = 0; round < rounds; round++) {
      await drive();
      await pass(10_000);
    }
  };
  const outcome = (taskId: string) =>
    under.db.selectFrom('tasks.task').select(['done', 'failed']).where('id', '=', taskId).executeTakeFirst();
  await stock(chips);
  const write = await operator.ask(api.writeChips, { body: { eids, profileType: 'DE-LOCAL-1', enables: true } });
  await operator.ask(api.writeChips, { body: { eids, profileType: 'GLOBAL-2', enables: false } });
  await carriedOut(5);
  expect(await outcome(write.taskId)).toEqual({ done: 5, failed: 0 });
  expect(chips.map((n) => told(n).length)).toEqual([1, 1, 1, 1, 1]);
  for (const { iccid: hopeless } of await under.db
    .selectFrom('esim.code_number')
    .select('iccid')
    .where('profile_type', '=', 'GLOBAL-2')
    .where('eid', 'in', eids.slice(0, 2))
    .execute())
    await control(simulator, 'PATCH', `/es2plus/profiles/${hopeless}`, { hasNetwork: false });
  const change = await operator.ask(api.enableOnChips, { body: { eids, profileType: 'GLOBAL-2' } });
  await carriedOut(2);
  await drive();
  expect(await outcome(change.taskId)).toEqual({ done: 3, failed: 2 });
  expect(chips.map((n) => told(n).length)).toEqual([0, 0, 1, 1, 1]);
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
  await stock([5]);
  await control(simulator, 'PATCH', `/es2plus/chips/${eid(5)}`, { isOnline: false });
  await download(11, 5);
  under.clock.advance(73 * HOUR_MS);
  await drive();
  expect((await operations(5)).at(-1)?.state).toBe('expired');
  expect(await standings(11)).toEqual([[4, 'Released', true]]);
  await control(simulator, 'PATCH', `/es2plus/chips/${eid(5)}`, { isOnline: true });
  await pass(10_000);
  expect(await standings(11)).toEqual([[0, 'Installed', true]]);
});
