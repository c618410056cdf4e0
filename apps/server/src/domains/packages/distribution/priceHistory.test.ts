import { customPackages } from '@cardinal/contract/api/packages/customPackages.ts';
import { editPackagePrice, listPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { readPackagePrices } from '@cardinal/contract/api/packages/packagePrices.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const operator = await host.as('operator');
const agent = await host.as('agent');
const child = await host.as('enterprise');
const rival = await host.as('rival');
const given = [
  { to: '10', from: '1', reserve: 800 },
  { to: '12', from: '10', reserve: 1_000 },
];
const pack = await makePackage(ctx, { name: '1GB 月包', given });
const { now, nextMonth } = EffectiveType.values;
type Caller = typeof operator;
const ask = (caller: Caller, customerId?: string, packageId = pack.id) =>
  caller.call(readPackagePrices, { query: { packageId, ...(customerId ? { customerId } : {}) } });
const pricesFor = async (caller: Caller, customerId?: string, packageId?: string) =>
  (await ask(caller, customerId, packageId)).data;

test('a price says who asks it from when on, the one in force, those before it and the one that waits', async () => {
  const { list } = await agent.ask(listPackageDistributions, { query: { packageId: [pack.id] } as never });
  const id = list[0]?.id ?? '';
  host.clock.advance(60_000);
  const reprice = (reservePrice: string, effective: EffectiveType) =>
    agent.ask(editPackagePrice, {
      body: { id, reservePrice, effective, suspend: false },
    });
  await reprice('1100', now);
  host.clock.advance(60_000);
  await reprice('1200', nextMonth);
  const own = await pricesFor(child);
  expect(own).toMatchObject({ customerName: expect.any(String), madeOf: null, recalledAt: null });
  expect(own.prices.map(({ reservePrice, isInForce }) => [reservePrice, isInForce])).toEqual([
    ['1200', false],
    ['1100', true],
    ['1000', false],
  ]);
  const [waiting, inForce, past] = own.prices;
  expect([waiting?.until, inForce?.until, past?.until]).toEqual([null, waiting?.from, inForce?.from]);
  // An account above is nobody's to know; its customer is named.
  expect(own.prices.map(({ setBy }) => setBy)).toEqual([null, null, null]);
  const above = await pricesFor(agent, '12');
  expect(above.prices.map(({ setBy }) => setBy).slice(0, 2)).toEqual(['agent', 'agent']);
  expect(above.fromName).toBe(own.fromName);
  expect((await pricesFor(operator, '12')).prices).toHaveLength(3);
});

test('nobody reads the prices of those above or beside, and a package of its own has none', async () => {
  expect((await pricesFor(operator)).prices).toEqual([]);
  for (const [caller, customerId] of [
    [child, '10'],
    [child, '1'],
    [agent, '1'],
    [rival, '12'],
    [rival, undefined],
  ] as const)
    expect((await ask(caller, customerId)).status).toBe(404);
  expect((await ask(child, undefined, '999999999')).status).toBe(404);
});

test('a custom package costs its maker so many of its base, from the same days on', async () => {
  const body = { code: 'Q-HISTORY', name: '季包', basePackageId: pack.id, units: 3, channels: ['platform'] };
  const { id } = await agent.ask(customPackages.create, { body: body as never });
  const { prices, madeOf } = await pricesFor(agent, undefined, id);
  expect(madeOf).toEqual({ name: '1GB 月包', units: 3 });
  expect(prices.map(({ reservePrice }) => reservePrice)).toEqual(['2400']);
});
