import * as api from '@cardinal/contract/api/settings/countries.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));
const admin = await host.as('admin');

const country = async (code: string) =>
  (await admin.ask(api.listCountries, { query: { code: [code] } as never })).list[0]!;
const bodyOf = ({
  id: _,
  isEnabled: __,
  isChanged: ___,
  updatedAt: ____,
  ...rest
}: Awaited<ReturnType<typeof country>>) => rest;

test('every country of ISO 3166 stands there with its dial code and its mobile country codes', async () => {
  const all = await admin.ask(api.listCountries, { query: { pageSize: 10 } as never });
  expect(all.total).toBe(249);
  expect(all.list.slice(0, 2).map((each) => each.code)).toEqual(['CN', 'HK']);
  expect(await country('CN')).toMatchObject({ dialCode: '86', phoneMin: 11, phoneMax: 11, mccs: ['460', '461'] });
  expect((await country('US')).mccs).toEqual(['310', '311', '312', '313', '314', '315', '316']);
  const shared = await admin.ask(api.listCountries, { query: { dialCode: ['7'] } as never });
  expect(shared.list.map((each) => each.code).sort()).toEqual(['KZ', 'RU']);
  const found = await admin.ask(api.listCountries, { query: { mcc: '440' } as never });
  expect(found.list.map((each) => each.zh)).toEqual(['日本']);
});

test('a disabled country is offered no more and still reads', async () => {
  const offered = async () => (await admin.ask(api.countryOptions, {})).map((each) => each.code);
  await admin.ask(api.enableCountry, { body: { code: 'AQ', isEnabled: false } });
  expect(await offered()).not.toContain('AQ');
  expect(await country('AQ')).toMatchObject({ isEnabled: false, zh: '南极洲' });
  await admin.ask(api.enableCountry, { body: { code: 'AQ', isEnabled: true } });
  expect(await offered()).toContain('AQ');
});

test('a code of another country is refused with that country, and the standard comes back', async () => {
  const fiji = bodyOf(await country('FJ'));
  const taken = await admin.call(api.editCountry, { body: { ...fiji, mccs: ['440'] } });
  expect(taken).toMatchObject({ code: '4090361', data: { errors: [{ field: 'mccs' }] } });
  expect(taken.message).toContain('日本');
  await admin.ask(api.editCountry, { body: { ...fiji, zh: '斐济群岛', sort: 60 } });
  expect(await country('FJ')).toMatchObject({ zh: '斐济群岛', isChanged: true });
  expect((await admin.call(api.editCountry, { body: fiji })).code).toBe('4090002');
  await admin.ask(api.restoreCountry, { body: { code: 'FJ' } });
  expect(await country('FJ')).toMatchObject({ zh: '斐济', isChanged: false, sort: 60 });
});

test('the mainland keeps its eleven digits', async () => {
  const mainland = bodyOf(await country('CN'));
  const refused = await admin.call(api.editCountry, { body: { ...mainland, phoneMin: 10 } });
  expect(refused).toMatchObject({ status: 422, data: { errors: [{ field: 'phoneMin' }] } });
  const upsideDown = await admin.call(api.editCountry, { body: { ...bodyOf(await country('JP')), phoneMin: 12 } });
  expect(upsideDown).toMatchObject({ status: 422, data: { errors: [{ field: 'phoneMax' }] } });
});

test('other countries make another version of a region, another name does not', async () => {
  const region = { code: 'NORDIC', zh: '北欧', en: 'Nordic', countries: ['DK', 'SE'] };
  const { id } = await admin.ask(api.addRegion, { body: region });
  expect((await admin.call(api.addRegion, { body: region })).code).toBe('4090362');
  const edit = { regionId: id, zh: '北欧国家', en: 'Nordic', countries: ['SE', 'DK'], version: 1 };
  expect(await admin.ask(api.editRegion, { body: edit })).toEqual({ version: 1 });
  expect(await admin.ask(api.editRegion, { body: { ...edit, countries: ['DK', 'NO'] } })).toEqual({ version: 2 });
  expect((await admin.call(api.editRegion, { body: edit })).code).toBe('4090002');
  const [now, before] = await admin.ask(api.listRegionVersions, { query: { regionId: id } });
  expect(now).toMatchObject({ version: 2, added: ['NO'], removed: ['SE'], madeBy: 'admin' });
  expect(before?.countries).toEqual(['DK', 'SE']);
  await admin.ask(api.retireRegion, { body: { regionId: id, isRetired: true } });
  const { list } = await admin.ask(api.listRegions, { query: { country: 'NO' } as never });
  expect(list).toMatchObject([{ code: 'NORDIC', isRetired: true, version: 2 }]);
});

test('a region takes every country once and only those there are', async () => {
  const add = (countries: string[]) =>
    admin.call(api.addRegion, { body: { code: 'ODD', zh: '奇怪', en: 'Odd', countries } });
  expect(await add(['FR', 'FR'])).toMatchObject({ code: '4000362', data: { errors: [{ field: 'countries' }] } });
  expect((await add(['FR', 'QQ'])).code).toBe('4000361');
  expect((await add([])).status).toBe(422);
});

test('China’s provinces lead down to districts', async () => {
  const under = async (code?: string) => admin.ask(api.listDivisions, { query: code ? { under: code } : {} });
  expect(await under()).toHaveLength(34);
  expect((await under('440000')).find((each) => each.code === '440300')).toMatchObject({
    name: '深圳市',
    isLeaf: false,
  });
  expect((await under('440300')).map((each) => each.name)).toContain('南山区');
  expect((await under('440000')).find((each) => each.name === '东莞市')?.isLeaf).toBe(true);
});

test('customers choose countries and change none', async () => {
  const agent = await host.as('agent');
  expect((await agent.call(api.listCountries, {})).code).toBe('4030001');
  expect((await agent.call(api.enableCountry, { body: { code: 'JP', isEnabled: false } })).code).toBe('4030001');
  expect((await agent.call(api.listRegions, {})).code).toBe('4030001');
  expect((await agent.ask(api.countryOptions, {})).length).toBeGreaterThan(200);
});
