import {
  accountHasNoCards,
  decideDifferences,
  differencesDecided,
  listDifferences,
  listSyncRuns,
  moveCardsMissing,
  moveCarrierCards,
  moveNeedsSamePlatform,
  moveOpenCommands,
  oursNotAskable,
  reconcileCarrierAccount,
  syncCarrierAccount,
  theirsUnknown,
} from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import {
  accountStateRefused,
  addCarrierAccount,
  editCarrierAccount,
  pauseCarrierAccount,
  readCarrierAccount,
} from '@cardinal/contract/api/carriers/carriers.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  events,
  iccid,
  listSource,
  start,
  task,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { connectJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmChanges } from '../../cardCommands/changes/confirmChanges.ts';
import { confirmDue, cursorFrom } from '../../cardCommands/confirming/confirmCommands.ts';
import { readChanges } from './carrierPass.ts';
import { syncAllJob } from './syncJobs.ts';

const never = new AbortController().signal;

const under = await forThisFile(cardsUnderTest({ timeoutMs: 1_000 }));
const admin = await under.as('admin');
const agent = await under.as('agent');
const accountId = under.accountId;

const atCarrier = (numbers: readonly number[], status: string) =>
  under.jasper.control('POST', '/jasper/changes', { iccids: numbers.map(iccid), changes: { status } });
const differences = async (more: object = {}) =>
  (
    await admin.ask(listDifferences, {
      query: { accountId: [accountId], pageNum: 1, pageSize: 50, sort: 'foundAt', ...more },
    })
  ).list;
const reconcile = async () => {
  const started = await admin.ask(reconcileCarrierAccount, { body: { accountId } });
  await workOff(under);
  return started;
};

test('a sync now asks about every card of the account, and is refused where there is nobody to ask', async () => {
  expect((await admin.call(syncCarrierAccount, { body: { accountId } })).code).toBe(accountHasNoCards.code);
  await addCards(under, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5, status: 'RETIRED' }]);
  await atCarrier([2], 'DEACTIVATED');
  const { taskId, total } = await admin.ask(syncCarrierAccount, { body: { accountId } });
  expect(total).toBe(4);
  await workOff(under);
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 4, failed: 0 });
  expect(await card(under, 2)).toMatchObject({ lifecycle: 'stopped' });
  expect((await agent.call(syncCarrierAccount, { body: { accountId } })).status).toBe(403);
  await admin.ask(pauseCarrierAccount, { body: { accountId } });
  expect((await admin.call(syncCarrierAccount, { body: { accountId } })).code).toBe(accountStateRefused.code);
  await under.db.updateTable('carriers.account').set({ state: 'on' }).where('id', '=', accountId).execute();
});

test('a reconciliation notes what differs and changes nothing; each side can be chosen', async () => {
  await atCarrier([1, 3], 'DEACTIVATED');
  await under.db
    .updateTable('cards.card')
    .set({ iccid: '89860600000000099998' })
    .where('iccid', '=', iccid(4))
    .execute();
  under.clock.advance(1_000);
  const { taskId } = await reconcile();
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 4 });
  expect(await card(under, 1)).toMatchObject({ lifecycle: 'activated' });
  const found = await differences({ state: ['open'] });
  expect(found.map((row) => [row.iccid, row.kind, row.ours, row.theirs])).toEqual([
    [iccid(1), 'status', '已激活', '已停机'],
    [iccid(3), 'status', '已激活', '已停机'],
    ['89860600000000099998', 'unknown', '已激活', null],
  ]);
  const [one, three, lost] = found.map((row) => row.id) as [string, string, string];
  const decide = (side: 'ours' | 'theirs', ...ids: string[]) =>
    admin.call(decideDifferences, { body: { accountId, ids, side } });
  expect((await decide('theirs', lost)).code).toBe(theirsUnknown.code);
  expect((await decide('ours', one, lost)).code).toBe(oursNotAskable.code);

  expect(await decide('theirs', one)).toMatchObject({ code: '200', data: { decided: 1, over: 0, tasks: [] } });
  expect(await card(under, 1)).toMatchObject({ lifecycle: 'stopped', stop_reasons: [] });
  expect((await decide('theirs', one)).code).toBe(differencesDecided.code);

  // A difference decided or gone in the meantime does not block the others.
  const asked = await decide('ours', three, one);
  expect(asked).toMatchObject({ code: '200', data: { decided: 1, over: 1 } });
  expect(asked.data.tasks).toHaveLength(1);
  await workOff(under);
  under.clock.advance(5_000);
  await confirmDue(under.ctx, accountId, cursorFrom(under.clock.now()), never);
  expect(await card(under, 3)).toMatchObject({ lifecycle: 'activated', pending_action: null });

  under.clock.advance(1_000);
  await reconcile();
  const after = new Map((await differences()).map((row) => [row.iccid, row.state]));
  expect(after.get(iccid(1))).toBe('theirs');
  expect(after.get(iccid(3))).toBe('ours');
  expect(after.get('89860600000000099998')).toBe('open');
});

test('a plan that differs is taken over, or asked of the carrier by a task', async () => {
  await addCards(under, [{ n: 30 }, { n: 31 }]);
  under.jasper.addDevices({ iccids: [iccid(39)], communicationPlan: 'OURS' });
  const numbers = [iccid(30), iccid(31)];
  await under.db.updateTable('cards.card').set({ communication_plan: 'OURS' }).where('iccid', 'in', numbers).execute();
  await under.db
    .insertInto('card_commands.plan')
    .values({
      id: under.ctx.ids.next(),
      carrier_account_id: accountId,
      customer_id: '1',
      carrier_name: 'OURS',
      name: 'OURS',
      rate_plan: null,
      services: [],
      apns: [],
      rats: [],
      countries: [],
      state: 'on',
      is_by_hand: true,
      gone_at: null,
      carrier_cards: null,
      own_cards: null,
      counted_at: null,
      remark: null,
      version: 1,
      created_at: under.clock.now(),
      updated_at: under.clock.now(),
    })
    .execute();
  under.clock.advance(1_000);
  await reconcile();
  const [one, other] = await differences({ iccid: numbers });
  expect([one, other]).toMatchObject([
    { kind: 'plan', ours: 'OURS', state: 'open' },
    { kind: 'plan', ours: 'OURS', state: 'open' },
  ]);
  const decide = (side: 'ours' | 'theirs', id = '') =>
    admin.ask(decideDifferences, { body: { accountId, ids: [id], side } });
  await decide('theirs', one?.id);
  const planOf = async (number = '') =>
    (
      await under.db
        .selectFrom('cards.card')
        .select('communication_plan')
        .where('iccid', '=', number)
        .executeTakeFirstOrThrow()
    ).communication_plan;
  expect(await planOf(one?.iccid)).toBe(one?.theirs);
  expect((await decide('ours', other?.id)).tasks).toHaveLength(1);
  await workOff(under);
  under.clock.advance(10_000);
  await confirmChanges(under.ctx, accountId, never);
  expect(await planOf(other?.iccid)).toBe('OURS');
});

test('a difference that a sync has taken over is told as agreed', async () => {
  await addCards(under, [{ n: 10 }]);
  await atCarrier([10], 'DEACTIVATED');
  await reconcile();
  expect((await differences({ iccid: [iccid(10)] }))[0]).toMatchObject({ state: 'open' });
  under.clock.advance(1_000);
  const { taskId } = await admin.ask(syncCarrierAccount, { body: { accountId } });
  await workOff(under);
  expect(await task(under, taskId)).toMatchObject({ state: 'completed' });
  expect((await differences({ iccid: [iccid(10)] }))[0]).toMatchObject({ state: 'gone' });
  expect(await differences({ iccid: [iccid(10)], state: ['open'] })).toEqual([]);
});

test('differences and runs are seen by the platform only', async () => {
  for (const endpoint of [listDifferences, listSyncRuns] as const) {
    const query = { accountId: [accountId], pageNum: 1, pageSize: 20 };
    expect((await agent.call(endpoint, { query: query as never })).status).toBe(403);
  }
});

test('cards move to another account of the same carrier, with a line in their history', async () => {
  const other = await connectJasper(under.app, under.jasper, { name: '联通测试二' });
  const foreign = (
    await admin.ask(addCarrierAccount, {
      body: { name: '移动测试', baseUrl: 'https://api.example.com', adapter: 'onelink' },
    })
  ).accountId;
  await addCards(under, [{ n: 20 }, { n: 21 }, { n: 22 }]);
  const move = (toAccountId: string, ...numbers: number[]) =>
    admin.call(moveCarrierCards, { body: { accountId, toAccountId, iccids: numbers.map(iccid).join('\n') } });
  expect((await move(foreign, 20)).code).toBe(moveNeedsSamePlatform.code);
  expect((await move(other, 20, 777)).code).toBe(moveCardsMissing.code);
  expect((await move(accountId, 20)).status).toBe(422);
  const { taskId } = await start(agent, 'stop_card', listSource([22]));
  await workOff(under);
  expect((await move(other, 21, 22)).code).toBe(moveOpenCommands.code);
  under.clock.advance(5_000);
  await confirmDue(under.ctx, accountId, cursorFrom(under.clock.now()), never);
  expect(await task(under, taskId)).toMatchObject({ done: 1 });
  expect(await move(other, 20, 22)).toMatchObject({ code: '200', data: { moved: 2 } });
  expect(await card(under, 20)).toMatchObject({ carrier_account_id: other });
  expect(await card(under, 21)).toMatchObject({ carrier_account_id: accountId });
  expect((await events(under, 20)).map((line) => [line.action, line.reason])).toEqual([
    ['sync_card', '所属通道已变更'],
  ]);
  expect((await agent.call(moveCarrierCards, { body: { accountId, toAccountId: other } })).status).toBe(403);
});

test('an account is read when its schedule has come, by one process at a time, and every run is told', async () => {
  const detail = () => admin.ask(readCarrierAccount, { query: { accountId } });
  const queued = async () => {
    const { rows } = await under.db
      .deleteFrom('jobs.job' as never)
      .where('name' as never, '=', 'cards.readChanges' as never)
      .returningAll()
      .execute()
      .then((all) => ({ rows: all as { data: { carrierAccountId: string } }[] }));
    return rows.map((row) => row.data.carrierAccountId);
  };
  const look = async () => {
    await syncAllJob.run(under.ctx, {}, never);
    return (await queued()).includes(accountId);
  };
  const setStatus = async (status: number) => {
    const now = await detail();
    const { zone, currency, cycleDay, name, baseUrl, callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds } =
      now;
    await admin.ask(editCarrierAccount, {
      body: {
        ...{ zone, currency, cycleDay, name, baseUrl, callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds },
        accountId,
        version: now.version,
        schedules: { ...now.schedules, status },
      },
    });
  };
  await queued();
  await setStatus(600);
  expect(await look()).toBe(true);
  const [first, second] = await Promise.all([
    readChanges(under.ctx, accountId, never),
    readChanges(under.ctx, accountId, never),
  ]);
  expect([first.kind, second.kind].sort()).toEqual(['elsewhere', 'finished']);
  under.clock.advance(300_000);
  expect(await look()).toBe(false);
  under.clock.advance(300_000);
  expect(await look()).toBe(true);
  await setStatus(0);
  expect(await look()).toBe(false);
  const runs = (await admin.ask(listSyncRuns, { query: { accountId: [accountId], pageNum: 1, pageSize: 20 } })).list;
  expect(runs[0]).toMatchObject({ state: 'finished', isFull: true });
  expect(runs[0]?.seen).toBeGreaterThan(0);
});
