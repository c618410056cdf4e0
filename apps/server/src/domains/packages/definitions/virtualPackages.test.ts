import { flowSpecs, periodSpecs } from '@cardinal/contract/api/packages/specs.ts';
import { systemPackages, systemPackageVersions } from '@cardinal/contract/api/packages/systemPackages.ts';
import {
  shelveVirtualPackages,
  virtualPackages,
  warnVirtualPackage,
} from '@cardinal/contract/api/packages/virtualPackages.ts';
import { ControlAction, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { addRecord } from '@cardinal/testing/ordersUnderTest.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedDemo as seedCarriers } from '../../carriers/demo.ts';
import { isOversold } from './virtualPackages.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
await host.app.asSystem('demo', seedCarriers);
const operator = await host.as('operator');
const agent = await host.as('agent');
const ctx = host.app.systemContext('test');
const { STOP, LIMIT, OFFLINE, NO_CONTROL } = ControlAction.values;
/** China Mobile's account of the demo. */
const ACCOUNT = '105';

const [small, endless, month] = await Promise.all([
  operator.ask(flowSpecs.create, {
    body: { name: '300 MB', value: '300', unit: 'MB', direction: 'general', platforms: [], sort: 1 },
  }),
  operator.ask(flowSpecs.create, {
    body: { name: '不限量', unit: 'unlimited', direction: 'general', platforms: [], sort: 1 } as never,
  }),
  operator.ask(periodSpecs.create, { body: { name: '自然月', unit: 1, count: 1, boundary: 1, reset: 1, sort: 1 } }),
]);

type Body = BodyOf<typeof virtualPackages.create>;
const virtual = (rest: Partial<Body> = {}): Body => ({
  code: `V-${ctx.ids.next()}`,
  name: '300MB 虚拟月包',
  platform: 2,
  type: 'month',
  label: 'none',
  carrierAccountId: ACCOUNT,
  carrierPackageCode: 'POOL-1T',
  flowSpecId: small.id,
  periodSpecId: month.id,
  effectiveType: 0,
  realNameRequired: false,
  renewable: true,
  refundRule: 'wholeUnstarted',
  channels: ['platform'],
  costPrice: '150',
  productCodes: [],
  enforcement: STOP,
  maxReadingAgeMinutes: 60,
  ...rest,
});
const row = async (code: string) =>
  (await operator.ask(virtualPackages.list, { query: { code: [code] } as never })).list[0];

test('it is made with the plan beneath and what enforces it, in versions, beside the platform’s other packages', async () => {
  const body = virtual();
  const { id } = await operator.ask(virtualPackages.create, { body });
  const made = await row(body.code);
  expect(made).toMatchObject({
    enforcement: STOP,
    maxReadingAgeMinutes: 60,
    carrierPackageCode: 'POOL-1T',
    soldBytes: '0',
    boughtBytes: null,
    isOversold: false,
    shelfState: 0,
  });
  expect(made?.readingMinutes).toBeGreaterThan(0);
  const { code: _, platform: __, type: ___, label: ____, ...rest } = body;
  await operator.ask(virtualPackages.edit, { body: { id, version: 1, ...rest, enforcement: OFFLINE } });
  expect(await row(body.code)).toMatchObject({ enforcement: OFFLINE, number: 2 });
  expect(await operator.ask(systemPackageVersions, { query: { id } })).toHaveLength(2);
  await operator.ask(shelveVirtualPackages, { body: { ids: [id], shelfState: 1 } });
  expect(await row(body.code)).toMatchObject({ shelfState: 1 });
  const { list } = await operator.ask(systemPackages.list, { query: { code: [body.code] } as never });
  expect(list).toEqual([]);
});

test.each([
  ['enforcement', '虚拟套餐必须配置到量控制策略', { enforcement: NO_CONTROL }],
  ['enforcement', '没有通道支持「限速」', { carrierAccountId: '101', platform: 1, enforcement: LIMIT }],
  ['flowSpecId', '虚拟套餐须有限量的流量', { type: 'combination', flowSpecId: null }],
  ['flowSpecId', undefined, { flowSpecId: endless.id }],
  ['carrierAccountId', undefined, { carrierAccountId: '999999' }],
  ['carrierPackageCode', undefined, { carrierPackageCode: '' }],
  ['maxReadingAgeMinutes', undefined, { maxReadingAgeMinutes: 4 }],
  ['maxReadingAgeMinutes', undefined, { maxReadingAgeMinutes: 1_441 }],
] as const)('says what is wrong at %s (%s) and makes nothing', async (field, message, wrong) => {
  const body = virtual(wrong as Partial<Body>);
  const answer = await operator.call(virtualPackages.create, { body });
  const fault = faultsOf(answer).find((each) => each.field === field);
  expect(fault).toMatchObject({ field, ...(message ? { message } : {}) });
  expect(await row(body.code)).toBeUndefined();
});

test('what was bought and the warning are its owner’s to set, and nobody below the platform sees any of it', async () => {
  const body = virtual();
  const { id } = await operator.ask(virtualPackages.create, { body });
  const bought = { id, boughtBytes: String(1024 ** 4), warnPercent: 150 };
  await operator.ask(warnVirtualPackage, { body: bought });
  expect(await row(body.code)).toMatchObject({ boughtBytes: bought.boughtBytes, warnPercent: 150 });
  for (const wrong of [{ warnPercent: 0 }, { boughtBytes: '0' }])
    expect((await operator.call(warnVirtualPackage, { body: { ...bought, ...wrong } })).code).toMatch(/^400/);
  expect((await operator.call(warnVirtualPackage, { body: { ...bought, id: '999999999' } })).code).toMatch(/^404/);
  for (const call of [
    agent.call(virtualPackages.list, { query: {} as never }),
    agent.call(warnVirtualPackage, { body: bought }),
    agent.call(virtualPackages.create, { body: virtual() }),
  ])
    expect((await call).code).toMatch(/^40[34]/);
});

test('it is oversold only beyond the share of what is known to be bought', () => {
  const volume = fc.bigInt({ min: 1n, max: 10n ** 13n });
  fc.assert(
    fc.property(volume, fc.integer({ min: 1, max: 1_000 }), (hundredth, percent) => {
      const [bought, share] = [hundredth * 100n, hundredth * BigInt(percent)];
      expect(isOversold(share, bought, percent)).toBe(false);
      expect(isOversold(share + 1n, bought, percent)).toBe(true);
      expect(isOversold(share + 1n, null, percent)).toBe(false);
    }),
  );
});

test('the oversold ones are found by what is in use now', async () => {
  const body = virtual();
  const { id } = await operator.ask(virtualPackages.create, { body });
  const { current_version_id } = await host.db
    .selectFrom('packages.package')
    .select('current_version_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const use = (n: number) =>
    addRecord({ ...host, ctx }, { id: String(n), iccid: iccid(n) }, 0, 30, {
      package_id: id,
      package_version_id: current_version_id ?? '',
      state: PackageUsageState.values.using,
    });
  await operator.ask(warnVirtualPackage, {
    body: { id, boughtBytes: String(2 * 300 * 1024 ** 2), warnPercent: 100 },
  });
  const found = async (isOversold: boolean) =>
    (await operator.ask(virtualPackages.list, { query: { isOversold, pageSize: 100 } as never })).list
      .filter((each) => each.id === id)
      .map(({ soldBytes }) => Number(soldBytes) / 1024 ** 2);
  await use(1);
  await use(2);
  expect([await found(true), await found(false)]).toEqual([[], [600]]);
  await use(3);
  expect([await found(true), await found(false)]).toEqual([[900], []]);
});
