import { listProfilePresets, tryCarrierProfile } from '@cardinal/contract/api/carriers/carrierProfiles.ts';
import {
  addCarrierAccount,
  deleteCarrierAccount,
  editCarrierAccount,
  listAdapters,
  listCarrierAccounts,
  listCarrierCalls,
  pauseCarrierAccount,
  readCarrierAccount,
  resumeCarrierAccount,
  setCarrierSecret,
  testCarrierAccount,
} from '@cardinal/contract/api/carriers/carriers.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { connectJasper, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callCarrier } from '../face.ts';

const iccid = (n: number) => `898606${String(n).padStart(14, '0')}`;

const host = await forThisFile(testApp({ demo: 'people' }));
const jasper = await forThisFile(simulatedJasper());
jasper.addDevices({ from: iccid(0), count: 20 });
const admin = await host.as('admin');

const secret = () => ({ username: jasper.username, apiKey: jasper.apiKey });
const add = async (name: string, more: object = {}) =>
  (await admin.ask(addCarrierAccount, { body: { name, baseUrl: jasper.url, adapter: 'jasper', ...more } })).accountId;
const detail = (accountId: string) => admin.ask(readCarrierAccount, { query: { accountId } });

test('an account is added still, proved with its credentials and on from then on', async () => {
  const accountId = await add('联通新通道');
  expect(await detail(accountId)).toMatchObject({
    state: 'paused',
    isConnected: false,
    cycleDay: 27,
    callsPerSecond: 5,
    inFlight: 1,
    credentialsHint: null,
  });
  expect((await admin.call(resumeCarrierAccount, { body: { accountId } })).code).toBe('4090602');
  expect((await admin.call(testCarrierAccount, { body: { accountId } })).code).toBe('4090602');
  const { hint } = await admin.ask(setCarrierSecret, {
    body: { accountId, credentials: secret(), expireOn: '2027-01-31' },
  });
  expect(hint).toBe(`${jasper.username} · ••••4711`);
  expect(await detail(accountId)).toMatchObject({ state: 'on', isConnected: true, credentialsExpireOn: '2027-01-31' });
  const tested = await admin.ask(testCarrierAccount, { body: { accountId } });
  expect(tested).toMatchObject({ works: true, words: '连接与凭据正常', clockOffSeconds: null });
});

test('a wrong secret does not replace the working one', async () => {
  const accountId = await add('联通换密钥');
  await admin.ask(setCarrierSecret, { body: { accountId, credentials: secret() } });
  const wrong = { username: jasper.username, apiKey: 'a-key-that-is-wrong' };
  const refused = await admin.call(setCarrierSecret, { body: { accountId, credentials: wrong } });
  expect(refused).toMatchObject({ code: '4090601' });
  expect(refused.message).toContain('运营商拒绝了通道凭据');
  expect(refused.data).toEqual({ errors: [{ field: 'credentials.apiKey', message: refused.message }] });
  expect((await callCarrier(host.app.systemContext('test'), accountId, 'echo', {})).kind).toBe('ok');
  for (const credentials of [
    { username: 'x' },
    { ...secret(), extra: 'y' },
    { username: 'x', apiKey: 'k'.repeat(129) },
  ]) {
    expect((await admin.call(setCarrierSecret, { body: { accountId, credentials } as never })).code).toBe('4000604');
  }
});

test('no answer, no log and no table holds a secret', async () => {
  const marker = 'MARKER-9f8e7d6c5b4a-SECRET';
  jasper.simulator.jasper.openAccount({ username: 'marked', secret: marker });
  const accountId = await add('联通标记');
  await admin.ask(setCarrierSecret, { body: { accountId, credentials: { username: 'marked', apiKey: marker } } });
  const answers = [
    await detail(accountId),
    await admin.ask(listCarrierAccounts, { query: { pageSize: 200 } }),
    await admin.ask(listCarrierCalls, { query: { accountId: [accountId] } }),
  ];
  expect(JSON.stringify(answers)).not.toContain(marker);
  for (const table of ['carriers.account', 'carriers.call', 'audit.operation_log', 'runtime.idempotency']) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(host.db);
    expect([table, rows.some((each) => each.row.includes(marker))]).toEqual([table, false]);
  }
});

test('a zone nobody knows is told at its field', async () => {
  const body = { name: '时区不对', baseUrl: jasper.url, adapter: 'jasper', zone: 'Nowhere/Land' };
  expect(await admin.call(addCarrierAccount, { body })).toMatchObject({ data: { errors: [{ field: 'zone' }] } });
});

test('addresses: https, or http on this machine; nothing else', async () => {
  for (const baseUrl of [
    'http://api.10646.cn',
    'ftp://127.0.0.1',
    'https://user:pass@api.10646.cn',
    'https://api.10646.cn/?a=1',
    'file:///etc/passwd',
  ]) {
    const answer = await admin.call(addCarrierAccount, { body: { name: '地址不对', baseUrl, adapter: 'jasper' } });
    expect([baseUrl, answer.code]).toEqual([baseUrl, '4000602']);
  }
  expect(
    (await admin.call(addCarrierAccount, { body: { name: '无此接口', baseUrl: jasper.url, adapter: 'nosuch' } })).code,
  ).toBe('4000603');
});

test('a second editor is told, a taken name is refused', async () => {
  const accountId = await add('联通编辑');
  const { version, ...read } = await detail(accountId);
  const { name, baseUrl, callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds, cycleDay } = read;
  const { zone, currency, schedules } = read;
  const body = { accountId, version, name, baseUrl, callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds };
  const whole = { ...body, cycleDay, zone, currency, schedules };
  expect(await admin.ask(editCarrierAccount, { body: { ...whole, callsPerSecond: 2 } })).toEqual({
    version: version + 1,
  });
  expect((await admin.call(editCarrierAccount, { body: whole })).status).toBe(409);
  expect(await detail(accountId)).toMatchObject({ callsPerSecond: 2 });
  const taken = await admin.call(editCarrierAccount, { body: { ...whole, version: version + 1, name: '联通新通道' } });
  expect(taken.code).toBe('4000601');
});

test('paused: calls stop within a second; resumed: they go on', async () => {
  const accountId = await connectJasper(host.app, jasper, { callsPerSecond: 5, inFlight: 1 });
  const ctx = host.app.systemContext('test');
  const asked = Array.from({ length: 60 }, (_, n) =>
    callCarrier(ctx, accountId, 'getDevice', { iccid: iccid(n % 20) }),
  );
  // The order of waiting calls is not fixed; one of them gets through.
  await Promise.any(asked);
  await admin.ask(pauseCarrierAccount, { body: { accountId, reason: '对账' } });
  const pausedAt = performance.now();
  const outcomes = await Promise.all(asked);
  expect(performance.now() - pausedAt).toBeLessThan(1_000);
  const stopped = outcomes.filter((each) => each.kind !== 'ok');
  expect(stopped.length).toBeGreaterThan(0);
  for (const each of stopped) expect(each).toMatchObject({ kind: 'unavailable', words: { zh: '通道已暂停：对账' } });
  expect((await admin.call(pauseCarrierAccount, { body: { accountId } })).code).toBe('4090605');
  await admin.ask(resumeCarrierAccount, { body: { accountId } });
  expect((await callCarrier(ctx, accountId, 'getDevice', { iccid: iccid(1) })).kind).toBe('ok');
});

test('health: success, p95, breaker and calls of the day', async () => {
  const accountId = await connectJasper(host.app, jasper, { timeoutMs: 500 });
  const ctx = host.app.systemContext('test');
  for (let n = 0; n < 9; n++) await callCarrier(ctx, accountId, 'getDevice', { iccid: iccid(n) });
  await jasper.control('POST', '/faults', { kind: 'timeout', operation: 'editDevice', iccid: iccid(9) });
  await callCarrier(ctx, accountId, 'setStatus', { iccid: iccid(9), status: 'DEACTIVATED' });
  await jasper.control('DELETE', '/faults');
  const row = async () => (await admin.ask(listCarrierAccounts, { query: { id: [accountId] } })).list[0];
  expect(await row()).toMatchObject({ successPercent: 90, callsToday: 10, breaker: 'closed', queue: 0 });
  expect((await row())?.p95Ms).toBeGreaterThan(0);
  const ids = async (unhealthy: boolean) =>
    (await admin.ask(listCarrierAccounts, { query: { unhealthy, pageSize: 200 } })).list.map((each) => each.id);
  expect(await ids(true)).toContain(accountId);
  expect(await ids(false)).not.toContain(accountId);
  // A refused list is no card's fault.
  await jasper.control('POST', '/faults', { kind: 'refuse', operation: 'searchDevices' });
  await callCarrier(ctx, accountId, 'listDevices', { modifiedSince: new Date(0), page: 1 });
  await jasper.control('DELETE', '/faults');
  expect(await row()).toMatchObject({ successPercent: 81.8, callsToday: 11 });
  const unclear = await admin.ask(listCarrierCalls, { query: { accountId: [accountId], outcome: ['unclear'] } });
  expect(unclear.list.map((call) => [call.operation, call.subject])).toEqual([['setStatus', iccid(9)]]);
  expect((await admin.ask(listCarrierCalls, { query: { subject: [iccid(9)] } })).total).toBeGreaterThanOrEqual(1);
});

test('every adapter tells what it can; one that is configured can nothing without its description', async () => {
  const adapters = await admin.ask(listAdapters);
  expect(adapters.find((adapter) => adapter.key === 'jasper')).toMatchObject({
    isConnected: true,
    isConfigured: false,
    capabilities: { confirmation: 'query', cycleDay: 27, verifiedOn: null },
  });
  const configured = adapters.filter((adapter) => adapter.isConfigured);
  expect(configured.map(({ key }) => key).sort()).toEqual([
    'generic',
    'international',
    'leyu',
    'mobileOther',
    'shaanxi',
    'thirdParty',
  ]);
  expect(configured.every((adapter) => adapter.capabilities.operations.length === 0)).toBe(true);
  const accountId = await add('广电未接入', { adapter: 'broadnet', baseUrl: 'https://iot.example.com' });
  expect(await detail(accountId)).toMatchObject({ stateReason: '接口未接入', platform: 8, profile: null });
  expect((await admin.call(setCarrierSecret, { body: { accountId, credentials: { a: 'b' } } })).code).toBe('4090602');
  await admin.ask(deleteCarrierAccount, { body: { accountId } });
  expect((await admin.ask(listCarrierAccounts, { query: { id: [accountId] } })).total).toBe(0);
  expect((await admin.ask(listCarrierAccounts, { query: { id: [accountId], state: ['off'] } })).total).toBe(1);
  expect((await admin.call(resumeCarrierAccount, { body: { accountId } })).code).toBe('4040001');
});

const presetOf = async (adapter: string) => {
  const [preset] = await admin.ask(listProfilePresets, { query: { adapter } });
  if (!preset) throw new Error(`no preset for ${adapter}`);
  return preset.profile;
};
const CONTRACT_KEY = 'contract-key-1f7e3a9b';
/** Creates an account of our own contract, with one card, at the simulator. */
async function contractAccount(name: string): Promise<string> {
  await jasper.control('POST', '/generic/accounts', { username: 'contract', secret: CONTRACT_KEY });
  const devices = { account: 'contract', iccids: [iccid(700)], status: 'active' };
  await jasper.control('POST', '/generic/devices', devices);
  return add(name, { adapter: 'generic', baseUrl: `${jasper.url}/generic`, profile: await presetOf('generic') });
}

test('a description makes an adapter: its credentials, what it can, and the carrier behind it', async () => {
  const accountId = await contractAccount('契约通道');
  expect(await detail(accountId)).toMatchObject({
    isConfigured: true,
    isConnected: false,
    stateReason: '未设置凭据',
    credentials: [{ name: 'apiKey', isSecret: true }],
    callsPerSecond: 5,
    capabilities: { batchSizes: { getDevices: 100 } },
  });
  await admin.ask(setCarrierSecret, { body: { accountId, credentials: { apiKey: CONTRACT_KEY } } });
  const ctx = host.app.systemContext('test');
  const card = { iccid: iccid(700) };
  expect(await callCarrier(ctx, accountId, 'getDevice', card)).toMatchObject({
    kind: 'ok',
    answer: { status: 'ACTIVE' },
  });
  expect((await callCarrier(ctx, accountId, 'setStatus', { ...card, status: 'STOP' })).kind).toBe('ok');
  expect(await callCarrier(ctx, accountId, 'getDevice', card)).toMatchObject({ answer: { status: 'STOP' } });
  expect(await callCarrier(ctx, accountId, 'diagnose', card)).toMatchObject({ code: 'notOffered' });
});

test('described after it was added, an account gets the usual schedules of what it can now be asked', async () => {
  const accountId = await add('稍后描述', { adapter: 'generic', baseUrl: `${jasper.url}/generic` });
  const { version, schedules, ...read } = await detail(accountId);
  expect(schedules).toMatchObject({ status: 0, usage: 0 });
  const { name, baseUrl, callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds, cycleDay, zone, currency } =
    read;
  const limits = { callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds };
  const whole = { accountId, name, baseUrl, cycleDay, zone, currency, ...limits };
  const profile = await presetOf('generic');
  await admin.ask(editCarrierAccount, { body: { ...whole, version, schedules, profile } });
  expect((await detail(accountId)).schedules).toMatchObject({ status: 300, usage: 14_400 });
});

test('a description with errors is refused at their places; one for other credentials pauses its account', async () => {
  const profile = await presetOf('generic');
  const body = { name: '配置有误', baseUrl: jasper.url, adapter: 'generic' };
  const wrong = { ...profile, auth: { kind: 'bearer', token: '{credential.nosuch}' }, cycleDay: 31 };
  const refused = await admin.call(addCarrierAccount, { body: { ...body, profile: wrong } });
  expect(refused).toMatchObject({ code: '4000605' });
  expect(refused.data).toMatchObject({ errors: [{ field: 'profile.cycleDay' }] });
  const jasperBody = { ...body, adapter: 'jasper', profile };
  expect((await admin.call(addCarrierAccount, { body: jasperBody })).code).toBe('4000606');

  const accountId = await contractAccount('换配置');
  await admin.ask(setCarrierSecret, { body: { accountId, credentials: { apiKey: CONTRACT_KEY } } });
  const read = await detail(accountId);
  const { name, baseUrl, callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds, cycleDay } = read;
  const { zone, currency, schedules } = read;
  const whole = { name, baseUrl, callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds, cycleDay };
  const edit = (version: number, changed: Record<string, unknown>) =>
    admin.ask(editCarrierAccount, {
      body: { ...whole, zone, currency, schedules, accountId, version, profile: changed },
    });
  const { version } = await edit(read.version, { ...profile, about: '第二版' });
  expect(await detail(accountId)).toMatchObject({ state: 'on', isConnected: true, profile: { about: '第二版' } });
  await edit(
    version,
    await presetOf('leyu').then((leyu) => ({ ...profile, credentials: leyu['credentials'], auth: leyu['auth'] })),
  );
  expect(await detail(accountId)).toMatchObject({ state: 'paused', isConnected: false, stateReason: '未设置凭据' });
});

test('a description is tried before it is kept; what is shown holds no secret', async () => {
  const accountId = await contractAccount('试用配置');
  const profile = await presetOf('generic');
  const missing = await admin.call(tryCarrierProfile, { body: { accountId, profile } });
  expect(missing.code).toBe('4000604');
  const credentials = { apiKey: CONTRACT_KEY };
  const tried = await admin.ask(tryCarrierProfile, { body: { accountId, profile, credentials, iccid: iccid(700) } });
  expect(tried).toMatchObject({ outcome: 'ok', steps: [{ method: 'GET', httpStatus: 200 }] });
  expect(tried.steps[0]?.url).toBe(`${jasper.url}/generic/v1/cards/${iccid(700)}`);
  expect(tried.steps[0]?.headers).toContainEqual({ name: 'x-api-key', value: '••••' });
  expect(tried.understood).toContainEqual({ field: 'iccid', value: iccid(700) });
  // A profile that puts the secret into a header still does not reveal it.
  const loud = { ...profile, headers: { 'x-loud': 'a {credential.apiKey} b' } };
  const heard = await admin.ask(tryCarrierProfile, { body: { accountId, profile: loud, credentials } });
  expect(JSON.stringify([tried, heard])).not.toContain(CONTRACT_KEY);

  const { auth, credentials: fields } = await presetOf('leyu');
  const token = { ...profile, auth, credentials: fields };
  const given = { appId: 'contract', secret: CONTRACT_KEY };
  const opened = await admin.ask(tryCarrierProfile, { body: { accountId, profile: token, credentials: given } });
  expect(opened.steps.map(({ url }) => new URL(url).pathname)).toEqual(['/generic/v1/token', '/generic/v1/ping']);
  expect(opened.steps[0]?.answer).toContain('"token":"••••"');
  expect(opened.steps[1]?.headers).toContainEqual({ name: 'authorization', value: 'Bearer ••••' });
  expect(JSON.stringify(opened)).not.toContain(CONTRACT_KEY);

  const stranger = await admin.ask(tryCarrierProfile, {
    body: { accountId, profile, credentials: { apiKey: 'wrong-key' } },
  });
  expect(stranger).toMatchObject({ outcome: 'unavailable', words: '运营商拒绝了通道凭据', understood: [] });
  const calls = await admin.ask(listCarrierCalls, { query: { accountId: [accountId] } });
  expect(calls.total).toBe(5);
  expect((await (await host.as('agent')).call(tryCarrierProfile, { body: { accountId, profile } })).status).toBe(403);
});

test('agents have no business here', async () => {
  const agent = await host.as('agent');
  expect((await agent.call(listCarrierAccounts)).status).toBe(403);
  expect((await agent.call(listCarrierCalls)).status).toBe(403);
});
