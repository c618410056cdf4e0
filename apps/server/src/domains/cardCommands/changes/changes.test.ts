import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { addPlan as addPlanTo } from '@cardinal/contract/api/cardCommands/plans.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  events,
  iccid,
  item,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { connectCarrier } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmChanges } from './confirmChanges.ts';

const KEY = 'abc123ABC';

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');
const secret = `${KEY}demo_pwd`;
await under.jasper.control('POST', '/telecomCmp/accounts', { username: 'demo_user', secret });
const iccids = [1, 2, 3].map(iccid);
await under.jasper.control('POST', '/telecomCmp/devices', { account: 'demo_user', iccids, status: '4' });
const telecom = await connectCarrier(under.app, {
  adapter: 'telecomCmp',
  baseUrl: under.jasper.url,
  credentials: { userId: 'demo_user', password: 'demo_pwd', key: KEY },
});
await addCards(under, [
  ...[1, 2, 3].map((n) => ({ n, customerId: '10', accountId: telecom })),
  { n: 4, customerId: '10' },
]);

/** Runs the task and one confirmation check. */
async function settle(accountId = telecom): Promise<void> {
  await workOff(under);
  under.clock.advance(5_000);
  await confirmChanges(under.ctx, accountId, new AbortController().signal);
}
const addPlan = async (carrierAccountId: string, carrierName: string) => {
  const facts = { name: carrierName, ratePlan: null, services: [], apns: [], rats: [], countries: [], remark: null };
  await (await under.as('admin')).ask(addPlanTo, { body: { carrierAccountId, carrierName, ...facts } });
};
/** The carrier calls that read something, through an account. */
const readings = async (accountId: string) => {
  const calls = await under.db
    .selectFrom('carriers.call')
    .select(['operation', 'subject'])
    .where('account_id', '=', accountId)
    .where('operation', 'in', ['getDevice', 'getDevices', 'listDevices'])
    .execute();
  return calls.map(({ operation, subject }) => [operation, subject]);
};
const preview = (body: object) => agent.ask(previewSelection, { body: body as never });

test('data is switched off at the carrier, and on again; the card says so only then', async () => {
  const { taskId } = await start(agent, 'close_gprs', listSource([1]));
  expect((await card(under, 1))?.data_on).toBeNull();
  await settle();
  expect((await card(under, 1))?.data_on).toBe(false);
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'done' });
  expect((await events(under, 1)).map((event) => [event.action, event.result])).toEqual([
    ['close_gprs', 'asked'],
    ['close_gprs', 'confirmed'],
  ]);
  // The card has this value already: nothing is requested again.
  expect(await preview({ action: 'close_gprs', source: listSource([1]), parameters: {} })).toMatchObject({
    willTouch: 0,
    skipped: [{ reason: 'already' }],
  });
  await start(agent, 'open_gprs', listSource([1]));
  await settle();
  expect((await card(under, 1))?.data_on).toBe(true);
});

test('a limit is one of the account’s speeds; others are skipped and told which there are', async () => {
  const asked = { action: 'limit_speed', source: listSource([2, 4]) };
  expect(await preview({ ...asked, parameters: { speedKbps: 777 } })).toMatchObject({ willTouch: 0 });
  await expect(preview({ ...asked, parameters: {} })).rejects.toThrow('speedKbps');
  const told = await preview({ ...asked, parameters: { speedKbps: 512 } });
  expect(told).toMatchObject({ willTouch: 1, willSkip: 1 });
  await start(agent, 'limit_speed', listSource([2]), { speedKbps: 512 });
  await settle();
  expect((await card(under, 2))?.speed_kbps).toBe(512);
  await start(agent, 'cancel_limit_speed', listSource([2]));
  await settle();
  expect((await card(under, 2))?.speed_kbps).toBeNull();
});

test('a card offers what its account can do, and says why not for the rest', async () => {
  const actionsOf = async (n: number) =>
    (await agent.ask(readCard, { query: { iccid: iccid(n) } })).functions
      .flatMap(({ actions }) => actions)
      .map(({ action, why }) => [action, why === null]);
  expect(await actionsOf(3)).toEqual(
    expect.arrayContaining([
      ['open_gprs', true],
      ['limit_speed', true],
      ['open_sms', false],
    ]),
  );
  expect((await actionsOf(4)).every(([, may]) => may === false)).toBe(true);
});

test('a card is not changed twice within its carrier’s quiet time: it waits, and the others go on', async () => {
  await under.db.updateTable('carriers.account').set({ quiet_seconds: 180 }).where('id', '=', telecom).execute();
  const [one, two] = [iccid(1), iccid(2)];
  const asked = async (...iccids: string[]) => {
    const calls = await under.db
      .selectFrom('carriers.call')
      .select('subject')
      .where('account_id', '=', telecom)
      .where('operation', '=', 'setSpeed')
      .where('subject', 'in', iccids)
      .execute();
    return calls.length;
  };
  const before = await asked(one, two);
  await start(agent, 'close_gprs', listSource([1, 3]));
  await settle();
  const stop = await start(agent, 'stop_card', listSource([3]));
  const { taskId } = await start(agent, 'limit_speed', listSource([1, 2]), { speedKbps: 512 });
  await settle();
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(await item(under, taskId, 2)).toMatchObject({ state: 'done' });
  expect(await asked(one, two)).toBe(before + 1);
  expect(await item(under, stop.taskId, 3)).toMatchObject({ state: 'waiting' });
  expect(await card(under, 3)).toMatchObject({ pending_action: null });
  // Only the held items are left: the lane says why it waits, and until when.
  await workOff(under);
  const lane = await under.db
    .selectFrom('tasks.task_lane')
    .selectAll()
    .where('task_id', '=', taskId)
    .executeTakeFirst();
  expect(lane?.held_zh).toContain('静默期');
  under.clock.advance(180_000);
  await settle();
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'done' });
  expect(await asked(one)).toBe(1);
  expect(await item(under, stop.taskId, 3)).toMatchObject({ state: 'confirming' });
});

test('cards whose carrier takes several are read in one call; where its reading does not tell, its answer counts', async () => {
  const numbers = [21, 22, 23];
  const credentials = { appId: 'demoApp', secret: 'cmp-secret-4711', openId: 'demoOpen' };
  await under.jasper.control('POST', '/cmp/accounts', {
    username: 'demoApp',
    secret: credentials.secret,
    openId: 'demoOpen',
  });
  await under.jasper.control('POST', '/cmp/devices', { account: 'demoApp', iccids: numbers.map(iccid), status: '2' });
  const cmp = await connectCarrier(under.app, { adapter: 'cmp', baseUrl: under.jasper.url, credentials });
  await addCards(
    under,
    numbers.map((n) => ({ n, accountId: cmp })),
  );
  await addPlan(cmp, '21997854');
  const { taskId } = await start(agent, 'change_communication_plan', listSource(numbers), { plan: '21997854' });
  await settle(cmp);
  expect(await readings(cmp)).toEqual([['getDevices', '3 cards']]);
  expect(await item(under, taskId, 22)).toMatchObject({ state: 'done' });
  expect(await card(under, 22)).toMatchObject({ communication_plan: '21997854' });
  expect((await events(under, 22)).at(-1)?.carrier_words).toContain('不能回读');
});

test('many cards are confirmed by the carrier’s list of changes, without a call for each', async () => {
  const numbers = [31, 32, 33, 34, 35];
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  under.jasper.addDevices({ iccids: [iccid(39)], communicationPlan: 'VOICE' });
  await addPlan(under.accountId, 'VOICE');
  const { taskId } = await start(agent, 'change_communication_plan', listSource(numbers), { plan: 'VOICE' });
  await settle(under.accountId);
  expect(await readings(under.accountId)).toEqual([['listDevices', null]]);
  for (const n of numbers) expect(await item(under, taskId, n)).toMatchObject({ state: 'done' });
  expect(await card(under, 35)).toMatchObject({ communication_plan: 'VOICE' });
});
