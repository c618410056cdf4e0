import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import type { CarrierAdapter, Line } from '../protocol/adapter.ts';
import { CONFIGURED } from './families.ts';
import { presetsOf } from './presets.ts';

const SECRET = 'contract-secret-4711';
const iccid = (n: number) => `898615${String(n).padStart(14, '0')}`;
const control = (path: string, body: unknown) => world.control('POST', `/generic/${path}`, body);

/** One account that supports every authentication method. */
const credentials: Readonly<Record<string, string>> = {
  appId: 'demo',
  username: 'demo',
  secret: SECRET,
  password: SECRET,
  token: SECRET,
  apiKey: SECRET,
};
const lineOf = (given = credentials): Line => ({
  baseUrl: `${world.url}/generic`,
  credentials: given,
  timeoutMs: 5_000,
  policy: { allowLoopback: true },
  nextBudgetSlot: async () => true,
});

function adapterOf(family: CarrierAdapter, profile: unknown): CarrierAdapter {
  const read = family.readProfile?.(profile);
  const made = read?.profile && family.shape?.(read.profile);
  if (!made) throw new Error('the preset is no sound description');
  return made;
}
const PRESETS = CONFIGURED.flatMap((family) =>
  presetsOf(family).map(({ key, profile }) => ({ key: `${family.key} ${key}`, adapter: adapterOf(family, profile) })),
);
const find = (key: string) => PRESETS.find((each) => each.key === key)?.adapter.operate ?? {};

const world = await forThisFile(simulatedJasper());
await control('accounts', { username: 'demo', secret: SECRET });
await control('devices', { account: 'demo', from: iccid(0), count: 150, status: 'active' });

/** Each family's status words for an active card and a stopped one. */
const STOPPED_BY_ACTIVE: Readonly<Record<string, string>> = {
  ACTIVATED: 'DEACTIVATED',
  ACTIVE: 'STOP',
  normal: 'stop',
};

test.each(PRESETS)('$key: proved, read, stopped and started again', async ({ key, adapter }) => {
  const { operate } = adapter;
  const opened = await operate.openSession?.(lineOf(), {});
  const line = opened?.kind === 'ok' ? { ...lineOf(), session: opened.answer.token } : lineOf();
  expect(await operate.echo?.(line, {})).toMatchObject({ kind: 'ok' });

  const card = { iccid: iccid(PRESETS.findIndex((each) => each.key === key)) };
  const device = await operate.getDevice?.(line, card);
  const active = device?.kind === 'ok' ? device.answer.status : '';
  const stopped = STOPPED_BY_ACTIVE[active] ?? 'no such status';
  const order = await operate.setStatus?.(line, { ...card, status: stopped });
  const reference = order?.kind === 'ok' ? (order.answer.reference ?? '') : '';
  expect(await operate.getOrder?.(line, { ...card, reference })).toMatchObject({ answer: { state: 'done' } });
  expect(await operate.getDevice?.(line, card)).toMatchObject({ answer: { status: stopped } });
  expect((await operate.setStatus?.(line, { ...card, status: active }))?.kind).toBe('ok');
  expect(await operate.setStatus?.(line, { ...card, status: 'NO_SUCH' })).toMatchObject({ code: 'notOffered' });

  const wrong = { ...credentials, secret: 'no', password: 'no', token: 'no', apiKey: 'no' };
  const stranger = operate.openSession ? operate.openSession(lineOf(wrong), {}) : operate.echo?.(lineOf(wrong), {});
  expect((await stranger)?.kind).toBe('badCredentials');
});

test('a token that has ended is told from a stranger', async () => {
  const { echo, openSession } = find('leyu leyu');
  await world.control('PATCH', '/generic/accounts/demo', { tokenSeconds: 1 });
  const opened = await openSession?.(lineOf(), {});
  const session = opened?.kind === 'ok' ? opened.answer.token : '';
  await expect
    .poll(async () => (await echo?.({ ...lineOf(), session }, {}))?.kind, { timeout: 60_000, interval: 200 })
    .toBe('sessionGone');
});

test('batches, pages and every further operation of the contract', async () => {
  const operate = find('generic generic');
  const line = lineOf();
  const card = { iccid: iccid(50) };
  const cards = [...Array.from({ length: 99 }, (_, n) => ({ iccid: iccid(n) })), { iccid: iccid(999) }];
  expect(await operate.getDevices?.(line, { cards })).toMatchObject({ kind: 'ok', answer: { unknown: [iccid(999)] } });
  const pages = await Promise.all(
    [1, 2].map((page) => operate.listDevices?.(line, { modifiedSince: new Date(0), page })),
  );
  const listed = pages.map((reply) => (reply?.kind === 'ok' ? reply.answer : undefined));
  expect(listed.map((each) => [each?.devices.length, each?.isLastPage])).toEqual([
    [100, false],
    [50, true],
  ]);
  await control('usage', { iccid: iccid(50), dataBytes: 2_000 });
  const usage = await operate.getUsage?.(line, card);
  expect(usage?.kind === 'ok' && Number(usage.answer.cycleBytes)).toBeGreaterThanOrEqual(2_000);
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString();
  const used = await operate.getUsages?.(line, { cards: [card], period: 'month', on: today.slice(0, 7) });
  expect(used).toMatchObject({ kind: 'ok', answer: { unknown: [] } });
  const records = { ...card, cycleStart: today.slice(0, 10), page: 1 };
  expect(await operate.listUsageRecords?.(line, records)).toMatchObject({ kind: 'ok', answer: { isLastPage: true } });
  await control('sessions', { iccid: iccid(50), open: true });
  expect(await operate.getSession?.(line, card)).toMatchObject({ answer: { isOnline: true, rat: '4G' } });
  expect(await operate.getLocations?.(line, { cards: [card] })).toMatchObject({ kind: 'ok' });
  expect((await operate.setService?.(line, { ...card, service: 'voice', isOn: true }))?.kind).toBe('ok');
  expect(await operate.getServices?.(line, card)).toMatchObject({
    answer: { services: expect.arrayContaining([{ service: 'voice', isOn: true, apn: null }]) },
  });
  expect((await operate.setSpeed?.(line, { ...card, kbps: 512 }))?.kind).toBe('ok');
  expect((await operate.setSpeed?.(line, { ...card, kbps: null }))?.kind).toBe('ok');
  expect(await operate.setSpeed?.(line, { ...card, kbps: 77 })).toMatchObject({ code: 'notOffered' });
  expect((await operate.setUsageCap?.(line, { ...card, megabytes: 500, isChange: false }))?.kind).toBe('ok');
  expect((await operate.setUsageCap?.(line, { ...card, megabytes: null, isChange: true }))?.kind).toBe('ok');
  expect((await operate.setApn?.(line, { ...card, apn: 'iot.demo' }))?.kind).toBe('ok');
  expect(await operate.getServices?.(line, card)).toMatchObject({
    answer: { services: expect.arrayContaining([{ service: 'data', isOn: true, apn: 'iot.demo' }]) },
  });
  expect((await operate.resetNetwork?.(line, card))?.kind).toBe('ok');
  const added = ['13800000001', '010-62345678'];
  expect((await operate.setWhiteList?.(line, { ...card, added, removed: [] }))?.kind).toBe('ok');
  expect((await operate.setWhiteList?.(line, { ...card, added: [], removed: added.slice(1) }))?.kind).toBe('ok');
  expect(await operate.getWhiteList?.(line, card)).toMatchObject({ answer: { numbers: ['13800000001'] } });
  expect((await operate.setPlan?.(line, { ...card, kind: 'communication', name: 'DEMO-IOT' }))?.kind).toBe('ok');
  expect(await operate.listPlans?.(line, {})).toMatchObject({
    answer: { plans: expect.arrayContaining([{ name: 'DEMO-IOT', kind: 'communication', cards: 1 }]) },
  });
  const MONTHLY = { code: 'DEMO-100MB', name: null, bytes: '104857600', period: { unit: 'month', count: 1 } };
  expect(await operate.listRatePlans?.(line, { page: 1 })).toMatchObject({
    answer: { plans: [MONTHLY], isLastPage: true },
  });
  await world.control('PATCH', '/generic/accounts/demo', {
    ratePlans: [{ code: 'A', name: 'Alpha', bytes: 5, days: 7 }, { code: 'B' }],
  });
  expect(await operate.listRatePlans?.(line, { page: 1 })).toMatchObject({
    answer: {
      plans: [
        { code: 'A', name: 'Alpha', bytes: '5', period: { unit: 'day', count: 7 } },
        { code: 'B', name: null, bytes: null, period: null },
      ],
    },
  });
  expect((await operate.bindImei?.(line, { ...card, imei: '860000000000017' }))?.kind).toBe('ok');
  expect(await operate.getBinding?.(line, card)).toMatchObject({
    answer: { boundImei: '860000000000017', isSeparated: true },
  });
  expect((await operate.bindImei?.(line, { ...card, imei: null }))?.kind).toBe('ok');
  expect(await operate.getBinding?.(line, card)).toMatchObject({ answer: { boundImei: null } });
  expect(await operate.getRealName?.(line, card)).toMatchObject({ answer: { isDone: true } });
  const sent = await operate.sendSms?.(line, { ...card, text: '你好 "quoted"' });
  const messageId = sent?.kind === 'ok' ? sent.answer.messageId : '';
  expect(await operate.getSms?.(line, { messageId })).toMatchObject({ kind: 'ok' });
  expect(await operate.getDevice?.(line, { iccid: iccid(999) })).toMatchObject({
    kind: 'refused',
    isUnknown: true,
  });
});

test('faults: lost and torn answers are unclear, a refusal is one', async () => {
  const operate = find('thirdParty thirdParty');
  const stop = { iccid: iccid(60), status: 'STOP' };
  for (const [kind, expected] of [
    ['lostConfirmation', 'unclear'],
    ['garbled', 'unclear'],
    ['httpError', 'unclear'],
    ['refuse', 'refused'],
  ]) {
    await world.control('POST', '/faults', { carrier: 'generic', kind, iccid: iccid(60), count: 1 });
    expect([kind, (await operate.setStatus?.(lineOf(), stop))?.kind]).toEqual([kind, expected]);
  }
});

test('sessions tell their network, a move begins the next one, and the records add up to the usage', async () => {
  const operate = find('international international');
  const line = lineOf();
  const card = { iccid: iccid(70) };
  const moveTo = (network: string) =>
    control('changes', { iccids: [card.iccid], changes: { network }, origin: 'network' });
  const session = async () => {
    const reply = await operate.getSession?.(line, card);
    return reply?.kind === 'ok' ? reply.answer : undefined;
  };
  await control('sessions', { iccid: card.iccid, open: true });
  expect(await session()).toMatchObject({ isOnline: true, network: null });
  await moveTo('26201');
  const first = await session();
  expect(first?.network).toEqual({ mcc: '262', mnc: '01', country: null });
  await moveTo('310260');
  await control('usage', { iccid: card.iccid, dataBytes: 5_000 });
  const moved = await session();
  expect(moved).toMatchObject({ isOnline: true, network: { mcc: '310', mnc: '260' } });
  expect(moved?.startedAt?.getTime()).toBeGreaterThanOrEqual(first?.startedAt?.getTime() ?? Number.NaN);

  const cycleStart = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const [usage, records] = await Promise.all([
    operate.getUsage?.(line, card),
    operate.listUsageRecords?.(line, { ...card, cycleStart, page: 1 }),
  ]);
  const told = records?.kind === 'ok' ? records.answer.records : [];
  const sum = told.reduce((total, { bytes }) => total + Number(bytes), 0);
  expect(told.at(-1)).toMatchObject({ network: { mcc: '310', mnc: '260' }, apn: 'cmnet.demo', rat: '4G' });
  expect(Number(told.at(-1)?.bytesUp) + Number(told.at(-1)?.bytesDown)).toBe(Number(told.at(-1)?.bytes));
  expect(usage?.kind === 'ok' && Math.abs(Number(usage.answer.cycleBytes) - sum)).toBeLessThan(2_000);
});
