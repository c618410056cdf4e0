import {
  enableTier,
  phoneBillTiers,
  readFreeAmounts,
  readTierChoices,
  setFreeAmount,
} from '@cardinal/contract/api/cardRecharges/tiers.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { keepsRegister } from '@cardinal/testing/register.ts';
import { TIER_PERMISSIONS, topUpsUnderTest } from '@cardinal/testing/topUpsUnderTest.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(cardsUnderTest());
const shop = await topUpsUnderTest(under);
const { agent, account, product } = shop;
for (const name of ['rival', 'admin']) await allow(under, name, TIER_PERMISSIONS);
const [rival, admin] = [await under.as('rival'), await under.as('admin')];

const body = { customerId: '10', accountId: account, kind: 1, amount: '30.00', bonus: '3.00', sort: 5 } as const;
const add = (given: object) => agent.call(phoneBillTiers.create, { body: { ...body, ...given } as never });
const faults = async (given: object) => faultsOf(await add(given)).map(({ field }) => field);

test('tiers are a register of their owner', async () => {
  const { customerId: _, ...terms } = body;
  await keepsRegister(under, phoneBillTiers, {
    owner: 'agent',
    body,
    edited: { ...terms, amount: '40.00', bonus: '4.00' },
    shown: { amount: '4000', bonus: '400', payable: '4000', state: 'offered', isOwn: true },
    noted: { before: { amount: '3000' }, after: { amount: '4000' } },
    others: ['rival'],
  });
});

test('what is wrong is refused at its field', async () => {
  expect(await faults({ amount: '0.99' })).toEqual(['amount']);
  expect(await faults({ amount: '10000.01' })).toEqual(['amount']);
  expect(await faults({ amount: '10.005' })).toEqual(['amount']);
  expect(await faults({ bonus: '30.00' })).toEqual(['bonus']);
  expect(await faults({ bonus: '-1.00' })).toEqual(['bonus']);
  expect(await faults({ accountId: null })).toEqual(['accountId']);
  expect(await faults({ accountId: '1' })).toEqual(['accountId']);
  expect(await faults({ productCode: 'NOPE' })).toEqual(['productCode']);
  expect(await faults({ customerId: '20' })).toEqual(['customerId']);
  expect(await faults({ customerId: '12' })).toEqual(['customerId']);
  const times = { validFrom: '2027-01-02T00:00:00Z', validUntil: '2027-01-02T00:00:00Z' };
  expect(await faults(times)).toEqual(['validUntil']);
});

test('one first-recharge tier a scope, one plain tier of an amount', async () => {
  const scope = { productCode: product };
  expect((await add({ ...scope, kind: 2 })).code).toBe('200');
  expect(await faults({ ...scope, kind: 2, amount: '60.00' })).toEqual(['kind']);
  expect((await add({ ...scope, kind: 2, accountId: null })).code).toBe('200');
  expect((await add(scope)).code).toBe('200');
  expect(await faults(scope)).toEqual(['amount']);
  const twice = await Promise.all([add({ accountId: null, ...scope }), add({ accountId: null, ...scope })]);
  expect(twice.map(({ code }) => code).sort()).toEqual(['200', '4002270']);
});

test('filters by account, product, kind and state; enabled and disabled by whoever pays, or the platform', async () => {
  const { id } = await agent.ask(phoneBillTiers.create, { body: { ...body, amount: '77.00' } });
  const found = async (query: object) =>
    (await agent.ask(phoneBillTiers.list, { query: query as never })).list.map((row) => row.id);
  expect(await found({ state: 'off' })).toEqual([]);
  await agent.ask(enableTier, { body: { id, isEnabled: false } });
  expect(await found({ state: 'off' })).toEqual([id]);
  expect(await found({ accountId: account, kind: '1', state: 'off' })).toEqual([id]);
  expect(await found({ productCode: product, state: 'off' })).toEqual([]);
  expect((await rival.call(enableTier, { body: { id, isEnabled: true } })).code).toBe('4042270');
  await admin.ask(enableTier, { body: { id, isEnabled: true } });
  expect((await agent.ask(readTierChoices)).owners.map((owner) => owner.id)).toEqual(['10']);
  expect((await admin.ask(readTierChoices)).owners.map((owner) => owner.id)).toEqual(['10']);
  expect((await rival.ask(readTierChoices)).owners).toEqual([]);
});

test('a parent sees the tiers of its children and does not change them', async () => {
  const { id } = await agent.ask(phoneBillTiers.create, { body: { ...body, amount: '88.00' } });
  await under.db.updateTable('card_recharges.tier').set({ customer_id: '12' }).where('id', '=', id).execute();
  const row = (await agent.ask(phoneBillTiers.list, { query: {} })).list.find((each) => each.id === id);
  expect(row?.isOwn).toBe(false);
  expect((await agent.call(enableTier, { body: { id, isEnabled: false } })).code).toBe('4032270');
  expect((await agent.call(phoneBillTiers.remove, { body: { id } })).code).toBe('4032270');
});

test('free amounts are set by the account’s own people, within the bounds of tiers', async () => {
  const { rules } = await agent.ask(readFreeAmounts, {});
  expect(rules).toMatchObject([{ accountId: account, isOn: false, version: 0, isOwn: true }]);
  const rule = { accountId: account, version: 0, isOn: true, least: '10.00', most: '100.00', step: '10.00' };
  const wrong = async (given: object) =>
    faultsOf(await agent.call(setFreeAmount, { body: { ...rule, ...given } })).map(({ field }) => field);
  expect(await wrong({ least: '0.50' })).toEqual(['least']);
  expect(await wrong({ most: '20000.00' })).toEqual(['most']);
  expect(await wrong({ most: '5.00' })).toEqual(['most']);
  expect(await wrong({ step: '0' })).toEqual(['step']);
  expect((await rival.call(setFreeAmount, { body: rule })).code).toBe('4041951');
  expect((await admin.call(setFreeAmount, { body: rule })).code).toBe('4031951');
  const both = await Promise.all([
    agent.call(setFreeAmount, { body: rule }),
    agent.call(setFreeAmount, { body: { ...rule, step: '5.00' } }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});
