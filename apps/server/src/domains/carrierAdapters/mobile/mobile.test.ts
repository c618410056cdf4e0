import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  commands,
  iccid,
  item,
  listSource,
  start,
  task,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { connectCarrier } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../../cardCommands/confirming/confirmCommands.ts';
import { readChanges } from '../../carrierSync/sync/carrierPass.ts';
import { type ArgsOf, callCarrier, type OperationName } from '../../carriers/face.ts';

const SECOND = 1_000;
const MEGABYTE = 1_048_576;
const GUANGDONG = { appKey: 'demoKey', secret: 'demoSecretdemoSecretdemo', groupCode: '2000000001' };
const ONELINK = { appid: '1000012026', password: 'onelink-password' };

const control = (method: string, path: string, body?: unknown) => under.jasper.control(method, path, body);

/** The status codes by card number: CT codes first, from 20 on those of PB. */
const WORDS: Readonly<Record<number, string>> = { 5: '6', 6: '7', 20: '00', 21: '02' };
const FRESH = ['6', '7'];

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');
const settings = { confirmAfterMs: 3 * SECOND, changeWindowMs: 0 };
await control('POST', '/onelink/accounts', { username: ONELINK.appid, secret: ONELINK.password, ...settings });
const addedAt = new Date(under.clock.now().getTime() - 40 * 86_400 * SECOND).toISOString();
const words = Map.groupBy(
  Array.from({ length: 30 }, (_, n) => n),
  (n) => WORDS[n] ?? '2',
);
for (const [status, numbers] of words) {
  const activatedAt = FRESH.includes(status) ? undefined : addedAt;
  const iccids = numbers.map(iccid);
  await control('POST', '/onelink/devices', { account: ONELINK.appid, iccids, status, addedAt, activatedAt });
}
const onelink = await connectCarrier(
  under.app,
  { adapter: 'onelink', baseUrl: `${under.jasper.url}/v5`, credentials: ONELINK },
  { callsPerSecond: 1_000, timeoutMs: 2_000 },
);
const { appKey: username, secret, groupCode } = GUANGDONG;
await control('POST', '/guangdong/accounts', { username, secret, groupCode, confirmAfterMs: 3 * SECOND });
const iccids = [40, 41, 42].map(iccid);
await control('POST', '/guangdong/devices', { account: username, iccids, addedAt, activatedAt: addedAt });
const guangdong = await connectCarrier(
  under.app,
  { adapter: 'guangdong', baseUrl: under.jasper.url, credentials: GUANGDONG },
  { callsPerSecond: 1_000, timeoutMs: 2_000 },
);

/** Creates cards of China Mobile in an account. */
async function belongs(accountId: string, n: number, status = 'normal', lifecycle = 'activated'): Promise<void> {
  await addCards(under, [{ n, accountId }]);
  await under.db
    .updateTable('cards.card')
    .set({ platform: 2, sub_type: 2, carrier_status: status, lifecycle })
    .where('iccid', '=', iccid(n))
    .execute();
}

/** Advances time and checks until no command is open. */
async function confirm(accountId: string): Promise<void> {
  for (let looks = 0; looks < 4; looks++) {
    under.clock.advance(2 * SECOND);
    const cursor = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
    await confirmDue(under.ctx, accountId, cursor, new AbortController().signal);
  }
}

async function ask<O extends OperationName>(accountId: string, operation: O, args: ArgsOf<O>) {
  const outcome = await callCarrier(under.ctx, accountId, operation, args);
  return outcome.kind === 'ok' ? outcome.answer : outcome;
}
const calls = (accountId: string) =>
  under.db.selectFrom('carriers.call').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
type Effects = { summary: { byCount: Record<string, number> } };
const effects = async (carrier: string, n: number) =>
  ((await control('POST', `/${carrier}/effects`, { iccids: [iccid(n)] })) as Effects).summary.byCount;

test('a OneLink card is stopped and started again: asked, pending, confirmed by the carrier, once each', async () => {
  await belongs(onelink, 1);
  const stop = await start(agent, 'stop_card', listSource([1]));
  await workOff(under);
  expect(await card(under, 1)).toMatchObject({ carrier_status: 'normal', pending_action: 'stop_card' });
  const [command] = await commands(under, 1);
  expect(command?.carrier_ref).toMatch(/^DEMO\d{8}$/);
  const reference = command?.carrier_ref ?? '';
  expect(await ask(onelink, 'getOrder', { iccid: iccid(1), reference })).toMatchObject({ state: 'waiting' });
  await confirm(onelink);
  expect(await ask(onelink, 'getOrder', { iccid: iccid(1), reference })).toMatchObject({ state: 'done' });
  expect(await card(under, 1)).toMatchObject({ carrier_status: 'stop', pending_action: null });
  expect(await task(under, stop.taskId)).toMatchObject({ state: 'completed', done: 1 });
  await start(agent, 'reboot_card', listSource([1]));
  await workOff(under);
  await confirm(onelink);
  expect(await card(under, 1)).toMatchObject({ carrier_status: 'normal', lifecycle: 'activated' });
  expect(await effects('onelink', 1)).toEqual({ '2': 1 });
});

test('cards of both platforms become normal from wherever they stand', async () => {
  await belongs(onelink, 5, 'test', 'unactivated');
  await belongs(onelink, 6, 'inventory', 'unactivated');
  await belongs(onelink, 21, 'stop', 'stopped');
  await start(agent, 'active_card', listSource([5, 6]));
  await start(agent, 'reboot_card', listSource([21]));
  await workOff(under);
  await confirm(onelink);
  for (const n of [5, 6, 21]) {
    expect(await card(under, n)).toMatchObject({ carrier_status: 'normal', lifecycle: 'activated' });
  }
});

test('what OneLink refuses is shown in its words, and done nothing of', async () => {
  await belongs(onelink, 2);
  await control('POST', '/onelink/changes', { iccids: [iccid(2)], changes: { status: '8' } });
  const { taskId } = await start(agent, 'stop_card', listSource([2]));
  await workOff(under);
  expect(await item(under, taskId, 2)).toMatchObject({ state: 'failed', code: 'refused' });
  expect((await commands(under, 2))[0]?.carrier_words).toBe('运营商：卡当前状态不允许办理该业务');
  expect(await effects('onelink', 2)).toEqual({ '0': 1 });
});

test('a stop without an answer is found out, not asked twice', async () => {
  await belongs(onelink, 3);
  await control('POST', '/faults', {
    kind: 'lostConfirmation',
    carrier: 'onelink',
    operation: 'change/sim-status',
    count: 1,
  });
  await start(agent, 'stop_card', listSource([3]));
  await workOff(under);
  await confirm(onelink);
  expect(await card(under, 3)).toMatchObject({ carrier_status: 'stop', pending_action: null });
  expect(await effects('onelink', 3)).toEqual({ '1': 1 });
});

test('a token that has ended is fetched anew once; a wrong password stops the account', async () => {
  expect(await ask(onelink, 'getDevice', { iccid: iccid(7) })).toMatchObject({ status: 'normal' });
  const before = await calls(onelink);
  under.clock.advance(3_700 * SECOND);
  expect(await ask(onelink, 'getDevice', { iccid: iccid(7), imsi: '460040000000007' })).toMatchObject({
    status: 'normal',
  });
  const since = (await calls(onelink)).slice(before.length);
  expect(since.map(({ operation, outcome }) => [operation, outcome])).toEqual([
    ['getDevice', 'unavailable'],
    ['openSession', 'ok'],
    ['getDevice', 'ok'],
  ]);
  const wrong = await connectCarrier(under.app, {
    adapter: 'onelink',
    baseUrl: `${under.jasper.url}/v5`,
    credentials: { ...ONELINK, password: 'wrong-password' },
  });
  expect(await ask(wrong, 'getDevice', { iccid: iccid(7) })).toMatchObject({
    kind: 'unavailable',
    words: { zh: '运营商拒绝了通道凭据' },
  });
});

test('two requests of one operation take two turns of the budget', async () => {
  const strict = { username: '1000019999', secret: 'strict-password', callsInFlight: 1 };
  await control('POST', '/onelink/accounts', strict);
  const cards = Array.from({ length: 4 }, (_, n) => iccid(100 + n));
  await control('POST', '/onelink/devices', { account: strict.username, iccids: cards });
  const accountId = await connectCarrier(
    under.app,
    {
      adapter: 'onelink',
      baseUrl: `${under.jasper.url}/v5`,
      credentials: { appid: strict.username, password: strict.secret },
    },
    { callsPerSecond: 1_000, inFlight: 1 },
  );
  const answers = await Promise.all(cards.map((each) => ask(accountId, 'getDevice', { iccid: each })));
  for (const answer of answers) expect(answer).toMatchObject({ status: 'normal', msisdn: expect.any(String) });
  const { calls: seen } = (await control('GET', '/onelink/calls')) as { calls: Record<string, object> };
  expect(seen[strict.username]).toMatchObject({
    refused: 0,
    peakInFlight: 1,
    byOperation: { 'query/sim-status': 4, 'query/sim-basic-info': 4 },
  });
});

test('what OneLink tells of a card', async () => {
  const of = { iccid: iccid(8) };
  await control('POST', '/onelink/usage', { iccid: iccid(8), dataBytes: 3 * MEGABYTE });
  await control('POST', '/onelink/sessions', { iccid: iccid(8), open: true });
  under.clock.advance(SECOND);
  expect(await ask(onelink, 'getDevice', of)).toMatchObject({
    status: 'normal',
    imsi: `46004${iccid(8).slice(-10)}`,
    raw: { platformType: 'CT' },
  });
  expect(await ask(onelink, 'getDevice', { iccid: iccid(20) })).toMatchObject({ raw: { platformType: 'PB' } });
  expect(await ask(onelink, 'getDevice', { iccid: iccid(9_999) })).toMatchObject({
    kind: 'refused',
    isUnknown: true,
  });
  const usage = await ask(onelink, 'getUsage', of);
  expect('cycleBytes' in usage && Number(usage.cycleBytes)).toBeGreaterThanOrEqual(3 * MEGABYTE);
  expect(await ask(onelink, 'getAllowances', of)).toEqual({
    allowances: [
      {
        name: 'DEMO-100MB',
        totalBytes: String(100 * MEGABYTE),
        usedBytes: expect.stringMatching(/^\d+$/),
        isDirected: null,
      },
    ],
  });
  const yesterday = dayText(new Date(under.clock.now().getTime() - DAY_MS));
  const cards = [of, { iccid: iccid(9_999) }];
  expect(await ask(onelink, 'getUsages', { cards, period: 'day', on: yesterday })).toEqual({
    found: [{ iccid: iccid(8), bytes: expect.stringMatching(/^\d+$/) }],
    unknown: [iccid(9_999)],
  });
  expect(await ask(onelink, 'getSession', of)).toMatchObject({ isOnline: true, rat: '4G', apn: 'CMIOT' });
  expect(await ask(onelink, 'getPower', of)).toEqual({ isOn: true });
  expect(await ask(onelink, 'getLocations', { cards })).toMatchObject({
    found: [{ source: 'last', latitude: expect.any(Number) }],
    unknown: [iccid(9_999)],
  });
  expect(await ask(onelink, 'getStopReasons', of)).toEqual({ code: null, words: expect.anything() });
  expect(await ask(onelink, 'listPools', { page: 1 })).toMatchObject({
    pools: [{ name: 'DEMO-100MB', usedBytes: expect.stringMatching(/^\d+$/) }],
    isLastPage: true,
  });
});

test('OneLink lists its offerings by code and name, without what they hold', async () => {
  const reply = await ask(onelink, 'listRatePlans', { page: 1 });
  expect(reply).toEqual({
    plans: [{ code: '1100000001', name: 'DEMO-100MB', bytes: null, period: null }],
    isLastPage: true,
  });
});

test('what OneLink can be told to do to a card', async () => {
  const of = { iccid: iccid(9) };
  const services = async () => {
    const answer = await ask(onelink, 'getServices', of);
    return 'services' in answer ? answer.services : answer;
  };
  expect(await ask(onelink, 'setService', { ...of, service: 'sms', isOn: false })).toMatchObject({
    reference: expect.stringMatching(/^DEMO/),
  });
  expect(await ask(onelink, 'setService', { ...of, service: 'roaming', isOn: true })).toMatchObject({
    code: 'notOffered',
  });
  under.clock.advance(4 * SECOND);
  expect(await services()).toContainEqual({ service: 'sms', isOn: false, apn: null });
  expect(await services()).toContainEqual({ service: 'data', isOn: true, apn: 'CMIOT' });
  expect(await ask(onelink, 'setSpeed', { ...of, kbps: 1024 })).toMatchObject({ reference: expect.any(String) });
  expect(await ask(onelink, 'setSpeed', { ...of, kbps: 777 })).toMatchObject({ code: 'notOffered' });
  expect(await ask(onelink, 'resetNetwork', of)).toEqual({ reference: null });
  const added = Array.from({ length: 12 }, (_, n) => `138000000${String(n).padStart(2, '0')}`);
  await ask(onelink, 'setWhiteList', { ...of, added: added.slice(0, 10), removed: [] });
  under.clock.advance(4 * SECOND);
  await ask(onelink, 'setWhiteList', { ...of, added: added.slice(10), removed: added.slice(0, 1) });
  under.clock.advance(4 * SECOND);
  expect(await ask(onelink, 'getWhiteList', of)).toEqual({ numbers: expect.arrayContaining(added.slice(10)) });
  expect(await ask(onelink, 'getBinding', of)).toMatchObject({ isSeparated: null });
  await ask(onelink, 'bindImei', { ...of, imei: '350000000000006' });
  under.clock.advance(4 * SECOND);
  expect(await ask(onelink, 'getBinding', of)).toMatchObject({ isSeparated: true });
  expect(await ask(onelink, 'getRealName', of)).toMatchObject({ isDone: false });
  expect(await ask(onelink, 'startRealName', of)).toMatchObject({ url: expect.stringMatching(/^https:/) });
  await control('POST', '/onelink/changes', { iccids: [iccid(9)], changes: { realName: '1' } });
  expect(await ask(onelink, 'getRealName', of)).toMatchObject({ isDone: true, at: under.clock.now() });
});

test('a card of Guangdong is stopped: asked, confirmed by looking, and what is asked in vain is told in its words', async () => {
  await belongs(guangdong, 40);
  await start(agent, 'stop_card', listSource([40]));
  await workOff(under);
  expect(await card(under, 40)).toMatchObject({ pending_action: 'stop_card' });
  await confirm(guangdong);
  expect(await card(under, 40)).toMatchObject({ carrier_status: 'stop', pending_action: null });
  expect(await effects('guangdong', 40)).toEqual({ '1': 1 });
  expect(await ask(guangdong, 'setStatus', { iccid: iccid(40), status: 'stop' })).toMatchObject({
    kind: 'refused',
    words: { zh: '运营商：成员当前状态不允许办理该业务' },
  });
});

test('what Guangdong tells of cards, by its batches and one by one', async () => {
  await control('POST', '/guangdong/usage', { iccid: iccid(41), dataBytes: 2 * MEGABYTE });
  under.clock.advance(SECOND);
  const cards = [{ iccid: iccid(41) }, { iccid: iccid(9_999) }];
  expect(await ask(guangdong, 'echo', {})).toMatchObject({ words: { zh: '连接与凭据正常' } });
  expect(await ask(guangdong, 'getDevices', { cards })).toMatchObject({
    found: [{ iccid: iccid(41), status: 'normal', msisdn: `147${iccid(41).slice(-10)}` }],
    unknown: [iccid(9_999)],
  });
  expect(await ask(guangdong, 'getDevice', { iccid: iccid(41) })).toMatchObject({
    imsi: `46007${iccid(41).slice(-10)}`,
    activatedAt: expect.any(Date),
  });
  const yesterday = dayText(new Date(under.clock.now().getTime() - DAY_MS));
  expect(await ask(guangdong, 'getUsages', { cards, period: 'day', on: yesterday })).toMatchObject({
    found: [{ bytes: expect.stringMatching(/^\d+$/) }],
    unknown: [iccid(9_999)],
  });
  expect(await ask(guangdong, 'getUsages', { cards, period: 'month', on: yesterday.slice(0, 7) })).toMatchObject({
    found: [{ bytes: null }, { bytes: null }],
    unknown: [],
  });
  expect(await ask(guangdong, 'setService', { iccid: iccid(41), service: 'data', isOn: false })).toEqual({
    reference: null,
  });
  expect(await ask(guangdong, 'getRealName', { iccid: iccid(41) })).toMatchObject({ isDone: false });
});

test('both list all their cards page by page, and what nobody has imported is told once', async () => {
  const end = await readChanges(under.ctx, onelink, new AbortController().signal);
  expect(end).toMatchObject({ kind: 'finished', seen: 30 });
  const strange = (accountId: string) =>
    under.db
      .selectFrom('card_imports.unmatched_carrier_card')
      .select(['iccid', 'status'])
      .where('carrier_account_id', '=', accountId)
      .orderBy('iccid')
      .execute();
  const found = await strange(onelink);
  expect(found).toContainEqual({ iccid: iccid(29), status: '' });
  expect(found.map((each) => each.iccid)).not.toContain(iccid(1));
  expect((await card(under, 1)).imsi).toMatch(/^46004/);
  under.clock.advance(SECOND);
  expect(await readChanges(under.ctx, onelink, new AbortController().signal)).toMatchObject({ seen: 30, changed: 0 });
  expect(await strange(onelink)).toHaveLength(found.length);
  expect(await readChanges(under.ctx, guangdong, new AbortController().signal)).toMatchObject({ seen: 3 });
});
