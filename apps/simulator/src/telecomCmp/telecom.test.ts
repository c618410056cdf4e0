import { createHash } from 'node:crypto';
import { strDec, strEnc, thirdsOf } from '@cardinal/primitives/strEnc.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { iccid, type SimulatorUnderTest, startUnderTest } from '../simulatorUnderTest.ts';

const KEY = 'abc123ABC';
const KEYS = thirdsOf(KEY);
const [USER, PASSWORD, SECRET] = ['demo_user', 'demo_pwd', 'demoSecret'];
const number = (n: number) => `149${iccid(n).slice(-10)}`;

let under: SimulatorUnderTest;
beforeAll(async () => {
  under = await startUnderTest();
  const cards = { from: iccid(0), count: 20 };
  await under.control('POST', '/telecomCmp/accounts', {
    username: USER,
    secret: `${KEY}${PASSWORD}`,
    confirmAfterMs: 5_000,
  });
  await under.control('POST', '/telecomCmp/devices', { account: USER, ...cards });
  await under.control('POST', '/telecom5g/accounts', { username: 'demo_app', secret: SECRET, custNumber: 'C1' });
  await under.control('POST', '/telecom5g/devices', { account: 'demo_app', ...cards });
});
afterAll(() => under?.simulator.close());

/** Calls the older platform; `signed` lists the signed values, by default the usual ones. */
async function ask(method: string, own: Record<string, string>, signed?: string[]): Promise<string> {
  const values = signed ?? [USER, PASSWORD, method, ...Object.values(own)];
  const form = new URLSearchParams({
    method,
    user_id: USER,
    ...own,
    passWord: strEnc(PASSWORD, KEYS),
    sign: strEnc([...values].sort().join(','), KEYS),
  });
  const answer = await fetch(`${under.simulator.url}/m2m_ec/query.do`, { method: 'POST', body: form });
  return answer.text();
}
const statusOf = async (n: number) =>
  JSON.parse(await ask('queryCardMainStatus', { access_number: number(n) })).productInfo[0].productMainStatusCd;
const stop = (n: number, signed?: string[]) =>
  ask('disabledNumber', { access_number: number(n), acctCd: '', orderTypeId: '19' }, signed);

test('only who knows the password and the key is heard, however an empty value is signed', async () => {
  const values = [number(1), USER, PASSWORD, 'disabledNumber', '19'];
  expect(await stop(1, ['somebody', ...values])).toBe('-3：签名错误');
  expect(await stop(1, ['', ...values])).toContain('<result>0</result>');
  expect(await stop(2, values.with(0, number(2)))).toContain('<result>0</result>');
  const stranger = new URLSearchParams({ method: 'getPoolList', user_id: USER, passWord: strEnc('wrong', KEYS) });
  const url = `${under.simulator.url}/m2m_ec/query.do?${stranger}`;
  expect(await (await fetch(url)).text()).toBe('-1：用户名或密码错误');
});

test('an order is carried out later; a second one is told in words, with or without a code', async () => {
  expect(await stop(3)).toContain('<result>0</result>');
  expect([await statusOf(3), await stop(3)]).toEqual(['4', '-7：该号码存在在途订单']);
  under.clock.advance(5_000);
  expect([await statusOf(3), await stop(3)]).toEqual(['5', expect.stringContaining('已存在停机类型为120000')]);
});

test('a card that was never used is activated, not resumed', async () => {
  await under.control('POST', '/telecomCmp/devices', { account: USER, iccids: [iccid(50)], status: '1' });
  const card = { access_number: number(50) };
  expect(await ask('disabledNumber', { ...card, acctCd: '', orderTypeId: '20' })).toContain('<result>100008</result>');
  expect(JSON.parse(await ask('requestServActive', card))).toMatchObject({ RESULT: '0' });
  under.clock.advance(5_000);
  expect(await statusOf(50)).toBe('4');
});

test('totals carry their unit, places are encrypted, strangers’ cards are unknown', async () => {
  await under.control('POST', '/telecomCmp/usage', { iccid: iccid(4), dataBytes: 5 * 1024 ** 3 });
  // A card is seen somewhere every six hours.
  under.clock.advance(7 * 3_600_000);
  expect(await ask('queryTraffic', { access_number: number(4) })).toMatch(/<TOTAL_BYTES_CNT>5\.\d\dGB</);
  const place = await ask('getLocationByPhone', { iccid: iccid(4) });
  expect(JSON.parse(strDec(place, KEYS) ?? '-9')).toHaveProperty('longitude');
  expect(await ask('queryTraffic', { access_number: '14999999999' })).toMatch(/^-4：/);
});

test('more calls a minute than the carrier takes are turned away in words', async () => {
  await under.control('PATCH', `/telecomCmp/accounts/${USER}`, { callsPerMinute: 1 });
  under.clock.advance(60_000);
  const card = { access_number: number(5) };
  expect([await ask('queryTraffic', card), await ask('queryTraffic', card)]).toEqual([
    expect.stringContaining('TOTAL_BYTES_CNT'),
    expect.stringMatching(/^101004：/),
  ]);
  under.clock.advance(60_000);
  expect(await ask('queryTraffic', card)).toContain('TOTAL_BYTES_CNT');
  await under.control('PATCH', `/telecomCmp/accounts/${USER}`, { callsPerMinute: null });
});

/** Calls the 5G platform, with the signature of its sample or the simpler one. */
async function askCtwing(path: string, query: string, body: string, signing: 'twice' | 'once' = 'twice') {
  const stamp = '20240501120000';
  const digest = createHash('md5').update(`${query}${body}${SECRET}${stamp}`).digest('hex');
  const sign = signing === 'twice' ? Buffer.from(digest).toString('hex') : digest;
  const answer = await fetch(`${under.simulator.url}${path}?${query}`, {
    method: body === '' ? 'GET' : 'POST',
    headers: { appkey: 'demo_app', timestamp: stamp, sign: sign.toUpperCase(), 'content-type': 'application/json' },
    ...(body === '' ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

test('the 5G platform takes the sign it is set to, over query and body', async () => {
  const path = '/openapi/v1/prodinst/queryCardMainStatus';
  const query = `access_number=${number(1)}`;
  expect((await askCtwing(path, query, '')).text).toContain('"productMainStatusCd":"4"');
  expect((await askCtwing(path, query, '', 'once')).status).toBe(401);
  await under.control('PATCH', '/telecom5g/accounts/demo_app', { signing: 'once' });
  expect((await askCtwing(path, query, '', 'once')).status).toBe(200);
  await under.control('PATCH', '/telecom5g/accounts/demo_app', { signing: 'twice' });
});

test('a batch tells of the account’s cards only, and takes a hundred', async () => {
  const batch = (numbers: string[]) =>
    askCtwing('/api/v1/prod/batchQrySimInfo', '', JSON.stringify({ custNumber: 'C1', accessNumbers: numbers }));
  const some = JSON.parse((await batch([number(1), '14999999999'])).text);
  expect(some.data.qrySimInfoList).toMatchObject([{ accessNumber: number(1), iccid: iccid(1), simStatus: '4' }]);
  expect((await batch(Array(101).fill(number(1)))).text).toContain('"code":-2');
});
