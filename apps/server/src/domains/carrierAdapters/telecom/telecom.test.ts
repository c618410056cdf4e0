import { timeText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
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
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../../cardCommands/confirming/confirmCommands.ts';
import { readChanges } from '../../carrierSync/sync/carrierPass.ts';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';
import { type AnswerOf, callCarrier } from '../../carriers/face.ts';

const SECOND = 1_000;
const KILOBYTE = 1_024;
const KEY = 'abc123ABC';
const CONFIRM_MS = 3 * SECOND;

const control = (method: string, path: string, body?: unknown) => under.jasper.control(method, path, body);

async function account(adapter: string, credentials: Record<string, string>): Promise<string> {
  return under.app.asSystem('test', (ctx) =>
    openCarrierAccount(ctx, {
      customerId: '1',
      name: `${adapter} ${ctx.ids.next()}`,
      adapter,
      baseUrl: under.jasper.url,
      credentials,
      limits: { callsPerSecond: 1_000, inFlight: 20, timeoutMs: 2_000, quietSeconds: 0 },
    }),
  );
}
const cmpAccount = (key: string) => account('telecomCmp', { userId: 'demo_user', password: 'demo_pwd', key });

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');
const settings = { confirmAfterMs: CONFIRM_MS };
await control('POST', '/telecomCmp/accounts', { username: 'demo_user', secret: `${KEY}demo_pwd`, ...settings });
await control('POST', '/telecom5g/accounts', { username: 'app', secret: 'demoSecret', custNumber: 'C1' });
const active = new Date(under.clock.now().getTime() - 40 * 86_400 * SECOND).toISOString();
for (const [carrier, owner] of [
  ['telecomCmp', 'demo_user'],
  ['telecom5g', 'app'],
]) {
  const iccids = Array.from({ length: 40 }, (_, n) => iccid(n));
  await control('POST', `/${carrier}/devices`, { account: owner, iccids, activatedAt: active });
}
const cmp = await cmpAccount(KEY);
const ctwing = await account('telecom5g', { appKey: 'app', secretKey: 'demoSecret', custNumber: 'C1' });

const addressOf = (n: number) => ({ iccid: iccid(n), msisdn: `149${iccid(n).slice(-10)}` });
const calls = (accountId: string) =>
  under.db.selectFrom('carriers.call').selectAll().where('account_id', '=', accountId).orderBy('id').execute();

/** Creates cards of China Telecom in an account; the carrier gets them first. */
async function belongs(accountId: string, n: number, status: 'ACTIVATED' | 'ACTIVATION_READY' = 'ACTIVATED') {
  await addCards(under, [{ n, accountId }]);
  await under.db
    .updateTable('cards.card')
    .set({ platform: 3, sub_type: null, carrier_status: status, ...(status === 'ACTIVATED' ? {} : UNUSED) })
    .where('iccid', '=', iccid(n))
    .execute();
}
const UNUSED = { lifecycle: 'unactivated' };

/** Advances time and checks until no command is open. */
async function confirm(accountId: string): Promise<void> {
  for (let looks = 0; looks < 6; looks++) {
    under.clock.advance(2 * SECOND);
    const cursor = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
    await confirmDue(under.ctx, accountId, cursor, new AbortController().signal);
  }
}

test('a stop and a restart are asked of the carrier, and done when it says so', async () => {
  await belongs(cmp, 1);
  const stop = await start(agent, 'stop_card', listSource([1]));
  await workOff(under);
  expect(await card(under, 1)).toMatchObject({ carrier_status: 'ACTIVATED', pending_action: 'stop_card' });
  expect((await commands(under, 1))[0]?.carrier_ref).toMatch(/^\d{20,}$/);
  await confirm(cmp);
  expect(await card(under, 1)).toMatchObject({ carrier_status: 'DEACTIVATED', pending_action: null });
  expect(await task(under, stop.taskId)).toMatchObject({ state: 'completed', done: 1 });
  await start(agent, 'reboot_card', listSource([1]));
  await workOff(under);
  await confirm(cmp);
  expect(await card(under, 1)).toMatchObject({ carrier_status: 'ACTIVATED', lifecycle: 'activated' });
});

test('a card that was never used is activated by the same order, in two requests', async () => {
  await control('POST', '/telecomCmp/devices', { account: 'demo_user', iccids: [iccid(60)], status: '1' });
  await belongs(cmp, 60, 'ACTIVATION_READY');
  await start(agent, 'active_card', listSource([60]));
  await workOff(under);
  await confirm(cmp);
  expect(await card(under, 60)).toMatchObject({ carrier_status: 'ACTIVATED', lifecycle: 'activated' });
});

test('a refusal in plain words is shown as the carrier worded it', async () => {
  await belongs(cmp, 2);
  await control('POST', '/telecomCmp/changes', { iccids: [iccid(2)], changes: { status: '5' } });
  const { taskId } = await start(agent, 'stop_card', listSource([2]));
  await workOff(under);
  expect(await item(under, taskId, 2)).toMatchObject({ state: 'failed', code: 'refused' });
  expect((await commands(under, 2))[0]?.carrier_words).toMatch(/^运营商：该号码已存在停机类型为120000/);
});

test('too many calls a minute are held back until the carrier takes them, wrong keys stop the account', async () => {
  await control('PATCH', '/telecomCmp/accounts/demo_user', { callsPerMinute: 1 });
  under.clock.advance(60 * SECOND);
  const strict = await cmpAccount(KEY);
  expect((await callCarrier(under.ctx, strict, 'getUsage', addressOf(3))).kind).toBe('ok');
  const held = callCarrier(under.ctx, strict, 'getUsage', addressOf(3));
  await expect.poll(async () => (await calls(strict)).at(-1)?.outcome).toBe('unavailable');
  await control('PATCH', '/telecomCmp/accounts/demo_user', { callsPerMinute: null });
  expect((await held).kind).toBe('ok');
  for (const wrong of [await cmpAccount('xyz987XYZ'), await account('telecom5g', { appKey: 'app', secretKey: 'no' })]) {
    expect(await callCarrier(under.ctx, wrong, 'echo', {})).toMatchObject({
      kind: 'unavailable',
      words: { zh: '运营商拒绝了通道凭据' },
    });
  }
});

test('an order whose answer is torn, or never comes, may have been carried out and is asked once', async () => {
  for (const [n, kind] of [
    [10, 'garbled'],
    [11, 'lostConfirmation'],
  ] as const) {
    await control('POST', '/faults', { kind, carrier: 'telecomCmp', operation: 'disabledNumber', iccid: iccid(n) });
    expect(await ask(cmp, 'setStatus', { ...addressOf(n), status: 'DEACTIVATED' })).toMatchObject({ kind: 'unclear' });
  }
  await control('DELETE', '/faults');
  under.clock.advance(CONFIRM_MS);
  const { summary } = (await control('POST', '/telecomCmp/effects', { iccids: [10, 11].map(iccid) })) as {
    summary: { byCount: object };
  };
  expect(summary.byCount).toEqual({ '1': 2 });
});

type Operation = Parameters<typeof callCarrier>[2];
const ask = async (accountId: string, operation: Operation, args: object) => {
  const outcome = await callCarrier(under.ctx, accountId, operation, args as never);
  return outcome.kind === 'ok' ? outcome.answer : outcome;
};
const GB = 1024 ** 3;
/** A card with high usage that is online. */
async function busy(carrier: string, n: number): Promise<void> {
  await control('POST', `/${carrier}/usage`, { iccid: iccid(n), dataBytes: 3 * GB });
  await control('POST', `/${carrier}/sessions`, { iccid: iccid(n), open: true });
  under.clock.advance(SECOND);
}
const today = () => timeText(under.clock.now(), DEFAULT_ZONE, 'yyyy-MM-dd');

test('the older platform tells of one card at a time', async () => {
  await busy('telecomCmp', 4);
  const of4 = addressOf(4);
  const imsi = `46011${iccid(4).slice(-10)}`;
  // For a card known by its ICCID only, the numbers are queried as well.
  expect(await ask(cmp, 'getDevice', { iccid: iccid(4) })).toMatchObject({
    status: 'ACTIVATED',
    imsi,
    msisdn: of4.msisdn,
  });
  const { cycleBytes } = (await ask(cmp, 'getUsage', of4)) as { cycleBytes: string };
  expect(Number(cycleBytes)).toBeGreaterThanOrEqual(3 * GB);
  const month = { cards: [of4], period: 'month', on: today().slice(0, 7) };
  expect(await ask(cmp, 'getUsages', month)).toEqual({ found: [{ iccid: iccid(4), bytes: cycleBytes }], unknown: [] });
  expect(await ask(cmp, 'getUsages', { ...month, cards: [addressOf(999)] })).toEqual({
    found: [],
    unknown: [iccid(999)],
  });
  expect(await ask(cmp, 'getUsages', { ...month, cards: [of4, addressOf(5)] })).toMatchObject({ code: 'notOffered' });
  const { allowances } = (await ask(cmp, 'getAllowances', of4)) as AnswerOf<'getAllowances'>;
  expect(allowances[0]).toEqual({
    name: expect.stringMatching(/^物联网流量包 \d+(MB|GB)$/),
    totalBytes: expect.stringMatching(/^\d+$/),
    usedBytes: expect.stringMatching(/^\d+$/),
    isDirected: false,
  });
  // The usage of all packages does not exceed the card's usage.
  const inPackages = allowances.reduce((sum, each) => sum + Number(each.usedBytes), 0);
  expect(inPackages).toBeGreaterThan(0);
  expect(inPackages).toBeLessThanOrEqual(Number(cycleBytes) + KILOBYTE * allowances.length);
  expect(await ask(cmp, 'getSession', of4)).toMatchObject({ isOnline: true, rat: '4G', apn: 'ctiot' });
  expect(await ask(cmp, 'getLocations', { cards: [of4] })).toMatchObject({ found: [{ source: 'cell' }], unknown: [] });
  expect(await ask(cmp, 'getRealName', of4)).toMatchObject({ isDone: expect.any(Boolean) });
  expect(await ask(cmp, 'startRealName', of4)).toMatchObject({ url: expect.stringContaining('iotapp.iot.189.cn') });
  expect(await ask(cmp, 'startRealName', { iccid: iccid(4) })).toMatchObject({ code: 'noNumber' });
  expect(await ask(cmp, 'listPools', { page: 1 })).toMatchObject({ pools: [{ poolId: '50LLC00001' }, {}] });
});

test('the older platform changes one thing of a card at a time', async () => {
  const of6 = addressOf(6);
  const imei = '860000000000017';
  expect(await ask(cmp, 'bindImei', { ...of6, imei })).toMatchObject({ reference: expect.any(String) });
  expect(await ask(cmp, 'setService', { ...of6, service: 'data', isOn: false })).toMatchObject({ code: '-7' });
  under.clock.advance(CONFIRM_MS);
  expect(await ask(cmp, 'getBinding', of6)).toMatchObject({ boundImei: imei, isSeparated: true });
  expect(await ask(cmp, 'setService', { ...of6, service: 'data', isOn: false })).toMatchObject({
    reference: expect.any(String),
  });
  under.clock.advance(CONFIRM_MS);
  expect(await ask(cmp, 'setService', { ...of6, service: 'data', isOn: false })).toMatchObject({ code: '-9' });
  expect(await ask(cmp, 'setSpeed', { ...of6, kbps: 2_000 })).toMatchObject({ code: 'notOffered' });
  expect(await ask(cmp, 'setSpeed', { ...of6, kbps: 512 })).toMatchObject({ reference: expect.any(String) });
  under.clock.advance(CONFIRM_MS);
  const cap = { ...of6, megabytes: 500, isChange: false };
  expect(await ask(cmp, 'setUsageCap', cap)).toMatchObject({ reference: expect.any(String) });
  under.clock.advance(CONFIRM_MS);
  expect(await ask(cmp, 'setUsageCap', cap)).toMatchObject({ code: '-5' });
  expect(await ask(cmp, 'setUsageCap', { ...cap, megabytes: 0, isChange: true })).toHaveProperty('reference');
  under.clock.advance(CONFIRM_MS);
  expect(await ask(cmp, 'setStatus', { ...of6, status: 'RETIRED' })).toMatchObject({ code: 'notOffered' });
});

test('the 5G platform takes batches, and whom it does not know is named', async () => {
  await busy('telecom5g', 7);
  const cards = [addressOf(7), addressOf(8), addressOf(999)];
  expect(await ask(ctwing, 'getDevices', { cards })).toMatchObject({
    found: [{ iccid: iccid(7), status: 'ACTIVATED' }, { iccid: iccid(8) }],
    unknown: [iccid(999)],
  });
  const day = (await ask(ctwing, 'getUsages', { cards, period: 'day', on: today() })) as { found: { bytes: string }[] };
  expect(Number(day.found[0]?.bytes)).toBeGreaterThanOrEqual(3 * GB);
  expect(await ask(ctwing, 'getDevices', { cards: [{ iccid: iccid(7) }] })).toMatchObject({ code: 'noNumber' });
  expect(await ask(ctwing, 'getDevice', { iccid: iccid(999) })).toMatchObject({ kind: 'refused', isUnknown: true });
});

test('the 5G platform reads and changes a card', async () => {
  const of7 = addressOf(7);
  expect(await ask(ctwing, 'getDevice', of7)).toMatchObject({ status: 'ACTIVATED' });
  expect(await ask(ctwing, 'getUsage', of7)).toMatchObject({ cycleBytes: expect.stringMatching(/^\d{10}$/) });
  expect(await ask(ctwing, 'getSession', of7)).toMatchObject({ isOnline: true });
  expect(await ask(ctwing, 'getLocations', { cards: [of7] })).toMatchObject({ found: [{ iccid: iccid(7) }] });
  expect(await ask(ctwing, 'getRealName', of7)).toMatchObject({ isDone: expect.any(Boolean) });
  expect(await ask(ctwing, 'setService', { ...of7, service: 'data', isOn: false, apn: 'ctiot' })).toHaveProperty(
    'reference',
  );
  expect(await ask(ctwing, 'getServices', of7)).toEqual({ services: [{ service: 'data', isOn: false, apn: 'ctiot' }] });
  const { steps } = (await ask(ctwing, 'diagnose', of7)) as {
    steps: { name: { zh: string }; isGood: boolean | null }[];
  };
  expect(steps.find(({ name }) => name.zh === '上网功能')?.isGood).toBe(false);
  expect(steps.at(-1)?.isGood).toBeNull();
  expect(await ask(ctwing, 'setService', { ...of7, service: 'data', isOn: true })).toHaveProperty('reference');
  expect(await ask(ctwing, 'setSpeed', { ...of7, kbps: null, apn: 'ctiot' })).toHaveProperty('reference');
  expect(await ask(ctwing, 'setUsageCap', { ...of7, megabytes: 1_024, isChange: false })).toHaveProperty('reference');
  expect(await ask(ctwing, 'setUsageCap', { ...of7, megabytes: null, isChange: true })).toHaveProperty('reference');
  expect(await ask(ctwing, 'sendSms', { ...of7, text: '重启设备' })).toEqual({ messageId: '1' });
  expect(await ask(ctwing, 'setStatus', { ...of7, status: 'DEACTIVATED' })).toHaveProperty('reference');
  expect(await ask(ctwing, 'getDevice', of7)).toMatchObject({ status: 'DEACTIVATED' });
});

test('a card stopped for a missing real name is told as such by both', async () => {
  for (const [name, accountId] of [
    ['telecomCmp', cmp],
    ['telecom5g', ctwing],
  ] as const) {
    await control('POST', `/${name}/changes`, { iccids: [iccid(9)], changes: { status: '150001' } });
    expect(await ask(accountId, 'getDevice', addressOf(9))).toMatchObject({ status: 'UNNAMED_SHUTDOWN' });
  }
});

test('both list all their cards: ours get the numbers they lack, the others are told', async () => {
  for (const [accountId, n] of [
    [cmp, 30],
    [ctwing, 31],
  ] as const) {
    await belongs(accountId, n);
    const end = await readChanges(under.ctx, accountId, new AbortController().signal);
    expect(end).toMatchObject({ kind: 'finished' });
    expect((await card(under, n)).business_number).toBe(addressOf(n).msisdn);
    const strangers = await under.db
      .selectFrom('card_imports.unmatched_carrier_card')
      .select(['iccid', 'status'])
      .where('carrier_account_id', '=', accountId)
      .execute();
    expect(strangers).toContainEqual({ iccid: iccid(39), status: 'ACTIVATED' });
  }
});

test('of cards without an access number a batch tells nothing, and reads the others', async () => {
  const { msisdn: _, ...unnamed } = addressOf(2);
  const outcome = await callCarrier(under.ctx, ctwing, 'getDevices', { cards: [addressOf(1), unnamed] });
  expect(outcome).toMatchObject({ kind: 'ok', answer: { found: [{ iccid: iccid(1) }], unknown: [] } });
});
