import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as api from '@cardinal/contract/api/carriers/networks.ts';
import { type Caller, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSheet } from '../../../sheets/writeSheet.ts';
import { openCarrierAccount } from '../accounts/openAccount.ts';

let host: TestApp;
let admin: Caller;

beforeAll(async () => {
  host = await testApp({ demo: 'people' });
  admin = await host.as('admin');
  const account = { id: '901', name: '国际测试', customerId: '1', adapter: 'international' };
  await openCarrierAccount(host.app.systemContext('test'), { ...account, baseUrl: 'https://example.com' });
});
afterAll(() => host?.stop());

const find = async (query: object) =>
  (await admin.ask(api.listNetworks, { query: { pageSize: 200, ...query } as never })).list;
const NEW = { mcc: '001', mnc: '01', country: null, en: 'Test one', rats: ['4G' as const], through: [] };

test('Chinese networks are their carriers’, and the hidden carrier’s is not listed', async () => {
  const mainland = await find({ country: ['CN'] });
  const carrierOf = (mnc: string) => mainland.find((row) => row.mnc === mnc)?.platform;
  expect([carrierOf('00'), carrierOf('01'), carrierOf('03')]).toEqual([2, 1, 3]);
  expect(mainland.some((row) => row.mnc === '15')).toBe(false);
});

test('networks are found by code, name and country, with their zeros', async () => {
  expect((await find({ keyword: '460-00' })).map((row) => [row.mcc, row.mnc, row.zh])).toEqual([
    ['460', '00', '中国移动'],
  ]);
  expect((await find({ keyword: 'docomo' })).map((row) => row.countryZh)).toContain('日本');
  expect((await find({ rats: ['5G'], country: ['KR'] })).length).toBeGreaterThan(2);
});

test('«01» and «001» are two networks, the same twice is refused', async () => {
  const { id } = await admin.ask(api.addNetwork, { body: { ...NEW, through: ['901'] } });
  await admin.ask(api.addNetwork, { body: { ...NEW, mnc: '001' } });
  const twice = await admin.call(api.addNetwork, { body: NEW });
  expect(twice).toMatchObject({ code: '4090661', data: { errors: [{ field: 'mnc' }] } });
  expect((await find({ throughId: '901' })).map((row) => [row.id, row.through])).toEqual([
    [id, [{ id: '901', name: '国际测试' }]],
  ]);
  const { mcc: _, mnc: __, ...fields } = NEW;
  await admin.ask(api.editNetwork, { body: { ...fields, en: 'Renamed', networkId: id, version: 1 } });
  const stale = await admin.call(api.editNetwork, { body: { ...fields, networkId: id, version: 1 } });
  expect(stale.code).toBe('4090002');
});

test('a country or an account nobody knows is refused at its field', async () => {
  const add = (change: object) => admin.call(api.addNetwork, { body: { ...NEW, mnc: '77', ...change } });
  expect(await add({ country: 'QQ' })).toMatchObject({ code: '4000661', data: { errors: [{ field: 'country' }] } });
  expect(await add({ through: ['999'] })).toMatchObject({ code: '4000662', data: { errors: [{ field: 'through' }] } });
  expect((await add({ mnc: '7' })).status).toBe(422);
});

test('a sheet adds and overwrites, whole or not at all', async () => {
  const send = async (rows: string[][]) => {
    const path = join(host.dataDirectory, 'networks.xlsx');
    const titles = ['MCC', 'MNC', '国家代码', '英文名', '中文名', '网络制式'];
    await writeSheet(path, { format: 'xlsx', columns: titles.map((title) => ({ title, kind: 'text' })), rows });
    return admin.call(api.importNetworks, { body: {}, file: { name: 'networks.xlsx', content: await readFile(path) } });
  };
  const good = await send([
    ['460', '01', 'CN', 'China Unicom', '联通', '2G 3G 4G 5G NB'],
    ['902', '02', '', 'Satellite', '', ''],
  ]);
  expect(good).toMatchObject({ code: '200', data: { added: 1, changed: 1 } });
  expect(await find({ keyword: '460-01' })).toMatchObject([{ zh: '联通', platform: 1, version: 2 }]);
  const bad = await send([
    ['903', '03', '', 'Good', '', ''],
    ['904', '4', '', 'Bad', '', ''],
  ]);
  expect(JSON.stringify(bad.data)).toContain('第 3 行：MNC');
  expect(await find({ mcc: ['903'] })).toEqual([]);
});

test('customers neither see nor change the register', async () => {
  const agent = await host.as('agent');
  expect((await agent.call(api.listNetworks, {})).code).toBe('4030001');
  expect((await agent.call(api.addNetwork, { body: NEW })).code).toBe('4030001');
});
