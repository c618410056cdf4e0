import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { cmp } from './adapter.ts';

const SECRET = 'cmp-secret-4711';
const iccid = (n: number) => `898601${String(n).padStart(14, '0')}`;
const control = (path: string, body: unknown) => world.control('POST', `/cmp/${path}`, body);
const { operate } = cmp;

const world = await forThisFile(simulatedJasper());
const credentials = { appId: 'demoApp', secret: SECRET, openId: 'demoOpen' };
const policy = { allowLoopback: true };
const line = { baseUrl: world.url, credentials, timeoutMs: 5_000, policy, nextBudgetSlot: async () => true };
await control('accounts', { username: 'demoApp', secret: SECRET, openId: 'demoOpen' });
await control('devices', { account: 'demoApp', from: iccid(0), count: 60, status: '2', ratePlan: 'DEMO-1GB' });

test('known by its token and openId, a stranger otherwise', async () => {
  expect(await operate.echo?.(line, {})).toMatchObject({ kind: 'ok', reference: expect.stringMatching(/^\d{23}$/) });
  for (const wrong of ['secret', 'appId', 'openId']) {
    const credentials = { ...line.credentials, [wrong]: 'no' };
    expect([wrong, (await operate.echo?.({ ...line, credentials }, {}))?.kind]).toEqual([wrong, 'badCredentials']);
  }
});

test('cards one by one and fifty at once; those the carrier does not know are named', async () => {
  const one = await operate.getDevice?.(line, { iccid: iccid(1) });
  expect(one).toMatchObject({ kind: 'ok', answer: { iccid: iccid(1), status: 'ACTIVATED', ratePlan: 'DEMO-1GB' } });
  expect(await operate.getDevice?.(line, { iccid: iccid(99) })).toMatchObject({ kind: 'refused', isUnknown: true });
  const cards = [...Array.from({ length: 49 }, (_, n) => ({ iccid: iccid(n) })), { iccid: iccid(99) }];
  const many = await operate.getDevices?.(line, { cards });
  expect(many).toMatchObject({ kind: 'ok', answer: { unknown: [iccid(99)] } });
  expect(many?.kind === 'ok' && many.answer.found).toHaveLength(49);
});

test('a status is asked for, waited for and read back; what is so already is no failure', async () => {
  await world.control('PATCH', '/cmp/accounts/demoApp', { confirmAfterMs: null });
  const stop = { iccid: iccid(2), status: 'DEACTIVATED' };
  expect(await operate.setStatus?.(line, stop)).toMatchObject({ kind: 'ok', answer: { reference: '3' } });
  const order = () => operate.getOrder?.(line, { iccid: iccid(2), reference: '3' });
  expect(await order()).toMatchObject({ answer: { state: 'waiting' } });
  await control('release', {});
  expect(await order()).toMatchObject({ answer: { state: 'done' } });
  await world.control('PATCH', '/cmp/accounts/demoApp', { confirmAfterMs: 0 });
  expect(await operate.getDevice?.(line, { iccid: iccid(2) })).toMatchObject({ answer: { status: 'DEACTIVATED' } });
  expect((await operate.setStatus?.(line, stop))?.kind).toBe('ok');
  expect(await operate.setStatus?.(line, { iccid: iccid(2), status: 'INVENTORY' })).toMatchObject({
    kind: 'refused',
    code: '1190',
  });
  const effects = (await control('effects', { iccids: [iccid(2)] })) as { devices: { repeats: number }[] };
  expect(effects.devices[0]).toMatchObject({ repeats: 1, refusals: 1 });
  expect((await operate.setStatus?.(line, { iccid: iccid(2), status: 'SLEEP' }))?.kind).toBe('refused');
});

test('a refusal is heard wherever the gateway says it', async () => {
  for (const failureForm of ['inner', 'rspcode', 'outer', 'resultCode']) {
    await world.control('PATCH', '/cmp/accounts/demoApp', { failureForm });
    const refused = await operate.setStatus?.(line, { iccid: iccid(99), status: 'ACTIVATED' });
    expect([failureForm, refused]).toMatchObject([
      failureForm,
      { kind: 'refused', words: { zh: '运营商：iccid 不存在' } },
    ]);
  }
});

test('usage of the cycle, of closed months, by records; plans, access, session, lock, real name', async () => {
  const card = { iccid: iccid(3) };
  await control('usage', { iccid: iccid(3), dataBytes: 5 * 1024 * 1024 });
  const usage = await operate.getUsage?.(line, card);
  expect(usage?.kind === 'ok' && Number(usage.answer.cycleBytes)).toBeGreaterThanOrEqual(5 * 1024 * 1024 - 1_024);
  expect(await operate.getUsages?.(line, { cards: [card], period: 'month', on: '2020-01' })).toMatchObject({
    kind: 'refused',
    code: '1074',
  });
  expect((await operate.getUsages?.(line, { cards: [card], period: 'day', on: '2020-01-01' }))?.kind).toBe('refused');
  const today = new Date().toISOString().slice(0, 10);
  expect(await operate.listUsageRecords?.(line, { ...card, cycleStart: today, page: 1 })).toMatchObject({
    answer: { isLastPage: true },
  });
  expect((await operate.setPlan?.(line, { ...card, kind: 'rate', name: 'DEMO-10GB' }))?.kind).toBe('ok');
  expect((await operate.setPlan?.(line, { ...card, kind: 'communication', name: '21997854' }))?.kind).toBe('ok');
  expect((await operate.setPlan?.(line, { ...card, kind: 'communication', name: '21997854' }))?.kind).toBe('ok');
  expect(await operate.getDevice?.(line, card)).toMatchObject({ answer: { ratePlan: 'DEMO-10GB' } });
  expect(await operate.getServices?.(line, card)).toMatchObject({
    answer: { services: [{ isOn: true, apn: 'scuiot' }] },
  });
  await control('sessions', { iccid: iccid(3), open: true });
  expect(await operate.getSession?.(line, card)).toMatchObject({ answer: { isOnline: true, apn: 'scuiot' } });
  await control('sessions', { iccid: iccid(3), open: false });
  expect(await operate.getSession?.(line, card)).toMatchObject({ answer: { isOnline: false, startedAt: null } });
  await control('changes', { iccids: [iccid(3)], changes: { lockStatus: '1' } });
  expect(await operate.getBinding?.(line, card)).toMatchObject({ answer: { isSeparated: true } });
  // Queried by nineteen digits, which find the first card of each ten.
  await control('changes', { iccids: [iccid(10)], changes: { realNameStatus: '1' } });
  expect(await operate.getRealName?.(line, { iccid: iccid(10) })).toMatchObject({ answer: { isDone: false } });
  expect(await operate.getRealName?.(line, { iccid: iccid(20) })).toMatchObject({ answer: { isDone: true } });
});

test('faults: what may have been done is unclear, too many is told', async () => {
  const stop = { iccid: iccid(5), status: 'DEACTIVATED' };
  for (const kind of ['lostConfirmation', 'garbled', 'httpError']) {
    await world.control('POST', '/faults', {
      carrier: 'cmp',
      kind,
      operation: 'wsEditTerminal',
      iccid: iccid(5),
      count: 1,
    });
    expect([kind, (await operate.setStatus?.(line, stop))?.kind]).toEqual([kind, 'unclear']);
  }
  await world.control('PATCH', '/cmp/accounts/demoApp', { callsPerSecond: 1 });
  const three = await Promise.all([1, 2, 3].map((n) => operate.getDevice?.(line, { iccid: iccid(n) })));
  expect(three.map((reply) => reply?.kind)).toContain('tooMany');
});
