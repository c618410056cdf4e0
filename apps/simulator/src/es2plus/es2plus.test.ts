import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startUnderTest } from '../simulatorUnderTest.ts';

const REQUESTER = '1.3.6.1.4.1.99999.1';
const TOKEN = 'eim-token-of-the-test';
const EID = '89049032000000000000000000000015';
const iccid = (n: number) => `8986000000000000${String(n).padStart(4, '0')}`;

type Told = {
  notificationPointId: number;
  iccid: string;
  notificationPointStatus: { status: string };
  resultData?: string;
};

const heard: Told[] = [];
const operator = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.push(JSON.parse(Buffer.concat(chunks).toString()) as Told);
    reply.writeHead(204).end();
  });
});

await new Promise<void>((resolve) => operator.listen(0, '127.0.0.1', resolve));
const under = await startUnderTest();
const notifyUrl = `http://127.0.0.1:${(operator.address() as AddressInfo).port}/secret`;
await under.control('POST', '/es2plus/world', {
  account: { requesterId: REQUESTER, eimToken: TOKEN, notifyUrl },
  profiles: [1, 2, 3, 4].map((n) => ({ iccid: iccid(n), profileType: n < 4 ? 'DE-LOCAL-1' : 'GLOBAL-2' })),
  chips: [{ eid: EID }],
});
afterAll(async () => {
  await under.simulator.close();
  operator.close();
});

let calls = 0;
async function order(name: string, body: object, { callId = `T-${++calls}`, headers = {} } = {}) {
  const answer = await fetch(`${under.simulator.url}/gsma/rsp2/es2plus/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-protocol': 'gsma/rsp/v2.2.0', ...headers },
    body: JSON.stringify({
      header: { functionRequesterIdentifier: REQUESTER, functionCallIdentifier: callId },
      ...body,
    }),
  });
  const json = answer.status === 200 ? ((await answer.json()) as Record<string, never>) : {};
  const status = (json as { header?: { functionExecutionStatus: { statusCodeData?: Record<string, string> } } }).header
    ?.functionExecutionStatus.statusCodeData;
  return { answer, json, code: status && `${status['subjectCode']}/${status['reasonCode']}` };
}

const eim = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${under.simulator.url}/eim/v1/euiccs/${EID}${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
};

const pass = (ms: number) => under.clock.advance(ms);
const points = async (n: number) => {
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(n);
  return heard.splice(0).map((each) => `${each.notificationPointId} ${each.iccid.slice(-2)}`);
};

test('headers are asked for, and the same call is answered as the first time', async () => {
  expect((await order('downloadOrder', {}, { headers: { 'x-admin-protocol': 'gsma/rsp/v3.0' } })).answer.status).toBe(
    400,
  );
  expect((await order('downloadOrder', {}, { headers: { 'content-type': 'text/plain' } })).answer.status).toBe(400);
  expect((await order('downloadOrder', {})).code).toBe('8.2.1/2.2');
  expect((await order('downloadOrder', { profileType: 'NOBODYS' })).code).toBe('8.2.5/3.9');
  expect((await order('downloadOrder', { iccid: iccid(9) })).code).toBe('8.2.1/3.9');
  expect((await order('downloadOrder', { iccid: iccid(1), profileType: 'GLOBAL-2' })).code).toBe('8.2.5/3.8');
  const first = await order('downloadOrder', { profileType: 'GLOBAL-2' }, { callId: 'ONCE' });
  const again = await order('downloadOrder', { profileType: 'GLOBAL-2' }, { callId: 'ONCE' });
  expect([first.json, first.answer.headers.get('x-admin-protocol')]).toEqual([again.json, 'gsma/rsp/v2.2.0']);
  expect((await order('downloadOrder', { profileType: 'GLOBAL-2' })).code).toBe('8.2.5/3.7');
  expect((await order('releaseProfile', { iccid: iccid(4) })).code).toBe('8.2.1/3.5');
  expect(
    (await order('cancelOrder', { iccid: iccid(4), finalProfileStatusIndicator: 'Available' })).code,
  ).toBeUndefined();
});

test('a released profile is fetched by its chip, told step by step, switched and deleted by the eIM', async () => {
  for (const n of [1, 2]) {
    expect((await order('downloadOrder', { iccid: iccid(n), eid: EID })).code).toBeUndefined();
    const confirmed = await order('confirmOrder', { iccid: iccid(n), eid: EID, releaseFlag: true });
    expect(confirmed.json).toMatchObject({ smdpAddress: 'smdp.example.com' });
  }
  expect((await order('cancelOrder', { iccid: iccid(1), finalProfileStatusIndicator: 'Available' })).code).toBe(
    '8.2.6/2.2',
  );
  pass(10_000);
  expect((await points(6)).sort()).toEqual(['1 01', '1 02', '3 01', '3 02', '4 01', '4 02']);
  const asked = await eim('POST', '/operations', { callId: 'E-1', kind: 'enable', iccid: iccid(1) });
  expect(asked).toMatchObject({ status: 202, json: { state: 'waiting' } });
  expect((await eim('POST', '/operations', { callId: 'E-1', kind: 'enable', iccid: iccid(1) })).json).toEqual(
    asked.json,
  );
  pass(2_000);
  expect(await points(1)).toEqual(['101 01']);
  expect((await eim('GET', `/operations/${asked.json['operationId']}`)).json).toMatchObject({ state: 'done' });
  const refused = await eim('POST', '/operations', { callId: 'E-2', kind: 'delete', iccid: iccid(1) });
  await under.control('PATCH', `/es2plus/profiles/${iccid(2)}`, { hasNetwork: false });
  const hopeless = await eim('POST', '/operations', { callId: 'E-3', kind: 'enable', iccid: iccid(2) });
  const fallback = await eim('POST', '/operations', { callId: 'E-4', kind: 'setFallback', iccid: iccid(2) });
  const list = await eim('POST', '/operations', { callId: 'E-5', kind: 'list' });
  pass(30_000);
  const states = [];
  for (const { json } of [refused, hopeless, fallback, list]) {
    states.push((await eim('GET', `/operations/${json['operationId']}`)).json);
  }
  expect(states).toMatchObject([
    { state: 'failed', code: '8.2.1/3.5' },
    { state: 'rolledBack' },
    { state: 'done' },
    {
      state: 'done',
      freeSlots: 6,
      profiles: [
        { iccid: iccid(1), state: 'enabled', isFallback: false },
        { iccid: iccid(2), state: 'disabled', isFallback: true },
      ],
    },
  ]);
});

test('what happens at the device is told with its cause; a notification can be lost or come twice', async () => {
  await under.control('POST', '/faults', { kind: 'swallow', operation: 'notify102' });
  await under.control('POST', '/faults', { kind: 'duplicate', operation: 'notify101' });
  await under.control('POST', `/es2plus/chips/${EID}/events`, { kind: 'fallback' });
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(2);
  const told = heard.splice(0);
  expect(told.map(({ notificationPointId }) => notificationPointId)).toEqual([101, 101]);
  expect(Buffer.from(told[0]?.resultData ?? '', 'base64').toString()).toBe('{"euiccEvent":1}');
  await under.control('DELETE', '/faults');
});

test('a download that fails says so once, an offline chip waits, and every code can be asked for', async () => {
  await under.control('PATCH', `/es2plus/chips/${EID}`, { isOnline: false, failsWith: '8.8.5/3.8' });
  await order('downloadOrder', { iccid: iccid(3), eid: EID });
  await order('confirmOrder', { iccid: iccid(3), releaseFlag: true });
  pass(60_000);
  expect((await under.control('GET', '/es2plus/notices')).json).toEqual({ waiting: [] });
  await under.control('PATCH', `/es2plus/chips/${EID}`, { isOnline: true });
  pass(2_000);
  expect(await points(1)).toEqual(['2 03']);
  expect((await under.control('GET', `/es2plus/profiles/${iccid(3)}`)).json).toMatchObject({ state: 'Error' });
  await under.control('POST', '/faults', { kind: 'refuse', operation: 'cancelOrder', status: '8.9/5.1', count: 1 });
  expect((await order('cancelOrder', { iccid: iccid(3), finalProfileStatusIndicator: 'Available' })).code).toBe(
    '8.9/5.1',
  );
});
