import * as api from '@cardinal/contract/api/packages/packageDistributions.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { expect, test } from 'vitest';
import { whyNotOrderable } from '../face.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const [operator, agent, subagent, rival] = (await Promise.all(
  ['operator', 'agent', 'subagent', 'rival'].map((name) => host.as(name)),
)) as [Caller, Caller, Caller, Caller];

const give = (who: Caller, packageId: string, customerIds: string[], line: object, more: object = { effective: 0 }) =>
  who.call(api.distributePackages, { body: { customerIds, lines: [{ packageId, ...line }], ...more } as never });
const given = async (who: Caller, packageId: string) =>
  (await who.ask(api.listPackageDistributions, { query: { packageId: [packageId] } as never })).list;
const held = async (who: Caller, packageId: string) =>
  (await who.ask(api.listHeldPackages, { query: { packageId: [packageId] } as never })).list;
const why = (packageId: string, customerId: string) =>
  whyNotOrderable(ctx, packageId, customerId, { channel: 'platform' });

test('packages go down the tree, never below what their giver owes, and nobody sees a price above its own', async () => {
  const { id } = await makePackage(ctx);
  expect(await give(operator, id, ['11'], { reservePrice: '800' })).toMatchObject({ code: '4000702' });
  expect(await give(agent, id, ['11'], { reservePrice: '900' })).toMatchObject({ code: '4040001' });
  expect(await give(operator, id, ['10'], { reservePrice: '800' })).toMatchObject({ data: { given: 1, repriced: 0 } });
  expect(await give(agent, id, ['11'], { reservePrice: '799' })).toMatchObject({
    code: '4000701',
    message: '价格不能低于底价 8.00',
    data: { errors: [{ field: 'lines.0.reservePrice' }] },
  });
  const unordered = { reservePrice: '900', minPrice: '950', suggestPrice: '949' };
  expect(await give(agent, id, ['11'], unordered)).toMatchObject({
    data: { errors: [{ field: 'lines.0.suggestPrice' }] },
  });
  expect(await give(agent, id, ['11'], { reservePrice: '900', suggestPrice: '1200' })).toMatchObject({ code: '200' });
  expect(await given(agent, id)).toMatchObject([
    { customerId: '11', reservePrice: '900', minPrice: '900', suggestPrice: '1200', margin: '100', state: 'on' },
  ]);
  expect(await given(operator, id)).toMatchObject([
    { customerId: '10', paid: null, margin: '300', lowestBelow: '900' },
  ]);
  const [mine] = await held(subagent, id);
  expect(mine).toMatchObject({ reservePrice: '900', suggestPrice: '1200', whyNot: null, fromName: expect.any(String) });
  const answer = JSON.stringify(mine);
  for (const secret of ['"800"', '"500"', 'cost']) expect(answer).not.toContain(secret);
  expect(await held(rival, id)).toEqual([]);
  expect(await given(rival, id)).toEqual([]);
});

test('a price is a mark-up in percent or an amount over what the giver pays', async () => {
  const { id } = await makePackage(ctx, { given: [{ to: '10', from: '1', reserve: 805 }] });
  await give(agent, id, ['11'], { markUp: 10 });
  await give(agent, id, ['12'], { margin: '120' });
  const prices = (await given(agent, id)).map(({ customerId, reservePrice }) => [customerId, reservePrice]);
  expect(Object.fromEntries(prices)).toEqual({ 11: '886', 12: '925' });
  for (const wrong of [{}, { markUp: 10, margin: '1' }])
    expect(await give(agent, id, ['11'], wrong)).toMatchObject({
      data: { errors: [{ field: 'lines.0.reservePrice' }] },
    });
});

test('a floor above what grandchildren pay names them, and is refused or stops their sale', async () => {
  const { id } = await makePackage(ctx, {
    given: [
      { to: '10', from: '1', reserve: 800 },
      { to: '11', from: '10', reserve: 900 },
    ],
  });
  const [row] = await given(operator, id);
  const raise = (more: object = {}) =>
    operator.call(api.editPackagePrice, {
      body: { id: String(row?.id), reservePrice: '950', effective: 0, ...more } as never,
    });
  const refused = await raise();
  expect(refused).toMatchObject({ code: '4091737' });
  expect(refused.message).toContain('1 个客户');
  expect(await given(operator, id)).toMatchObject([{ reservePrice: '800' }]);
  expect(await give(operator, id, ['10'], { reservePrice: '950' })).toMatchObject({ code: '4091737' });
  expect(await raise({ suspend: true })).toMatchObject({ code: '200' });
  expect(await given(agent, id)).toMatchObject([{ customerId: '11', state: 'toReprice' }]);
  expect(await why(id, '11')).toBe('price');
  expect(await held(subagent, id)).toMatchObject([{ whyNot: 'price' }]);
  await give(agent, id, ['11'], { reservePrice: '960' });
  expect(await why(id, '11')).toBeUndefined();
});

test('a price begins at its day, and the next replaces one that waits', async () => {
  const { id } = await makePackage(ctx, { given: [{ to: '10', from: '1', reserve: 800 }] });
  const [row] = await given(operator, id);
  const change = (body: object, who = operator) =>
    who.call(api.editPackagePrice, { body: { id: String(row?.id), reservePrice: '850', ...body } as never });
  expect(await change({ effective: 2, effectiveOn: '2026-11-20' })).toMatchObject({ status: 422 });
  expect(await change({ effective: 2, effectiveOn: '2026-12-24' })).toMatchObject({ code: '200' });
  expect(await change({ effective: 1 })).toMatchObject({ code: '200' });
  expect(await given(operator, id)).toMatchObject([{ reservePrice: '800', nextFrom: '2026-11-30T16:00:00.000Z' }]);
  expect(await change({ effective: 0 }, agent)).toMatchObject({ code: '4040001' });
});

test('a recall stops all below, without cascade until their parent has it again', async () => {
  const { id } = await makePackage(ctx, {
    given: [
      { to: '10', from: '1', reserve: 800 },
      { to: '11', from: '10', reserve: 900 },
    ],
  });
  const [row] = await given(operator, id);
  const recall = (cascade: boolean, who = operator) =>
    who.call(api.recallPackage, { body: { id: String(row?.id), cascade } });
  const preview = await operator.ask(api.previewPackageRecall, { query: { id: String(row?.id) } });
  expect(preview).toMatchObject({ levels: 2 });
  expect(preview.customers.map((each) => [each.id, each.depth])).toEqual([
    ['10', 0],
    ['11', 1],
  ]);
  expect(await recall(false, rival)).toMatchObject({ code: '4040001' });
  expect(await recall(false)).toMatchObject({ data: { customers: 1 } });
  expect(await why(id, '11')).toBe('distribution');
  expect(await recall(false)).toMatchObject({ code: '4090707' });
  expect(await give(agent, id, ['12'], { reservePrice: '900' })).toMatchObject({ code: '4091735' });
  await give(operator, id, ['10'], { reservePrice: '800' });
  expect(await why(id, '11')).toBeUndefined();
  expect(await recall(true)).toMatchObject({ data: { customers: 2 } });
  await give(operator, id, ['10'], { reservePrice: '800' });
  expect(await why(id, '11')).toBe('ownDistribution');
});

test('what one child has is told with its terms and the switch that is off; deeper levels are told to their parent alone', async () => {
  const { id } = await makePackage(ctx, {
    terms: { voice_seconds: 6_000, voice_step: 60, flow_bytes: null },
    given: [
      { to: '10', from: '1', reserve: 800 },
      { to: '11', from: '10', reserve: 900 },
    ],
  });
  const of = (customerId: string) => ({ query: { packageId: [id], customerId: [customerId] } as never });
  const told = async (who: Caller, customerId: string) =>
    (await who.ask(api.listPackageDistributions, of(customerId))).list;
  const terms = { flowBytes: null, voiceSeconds: '6000', validityCount: 1, validityUnit: 1 };
  const orderable = { state: 'on', whyNot: null, recalledAt: null };
  const [row] = await told(operator, '10');
  expect(row).toMatchObject({ ...terms, ...orderable, reservePrice: '800', currency: 'CNY' });
  expect(await told(agent, '11')).toMatchObject([{ ...terms, ...orderable, reservePrice: '900' }]);
  for (const [who, customerId] of [
    [operator, '11'],
    [rival, '10'],
    [rival, '11'],
  ] as const)
    expect(await told(who, customerId)).toEqual([]);
  const enterprise = await host.as('enterprise');
  expect(await enterprise.call(api.listPackageDistributions, of('11'))).toMatchObject({ status: 403, code: '4030001' });
  await operator.call(api.recallPackage, { body: { id: String(row?.id), cascade: false } });
  expect(await told(operator, '10')).toMatchObject([
    { state: 'recalled', whyNot: 'ownDistribution', recalledAt: expect.any(String) },
  ]);
  expect(await told(agent, '11')).toMatchObject([{ state: 'on', whyNot: 'distribution', recalledAt: null }]);
});

test('a template child is copied at its prices, and a package off the shelf is a wrong line', async () => {
  const [one, two] = [await makePackage(ctx), await makePackage(ctx)];
  for (const { id } of [one, two]) await give(operator, id, ['20'], { reservePrice: '800', suggestPrice: '990' });
  await host.db.updateTable('packages.package').set({ shelf_state: 0 }).where('id', '=', two.id).execute();
  const copy = (validOnly: boolean) =>
    operator.call(api.copyPackageDistributions, {
      body: { templateCustomerId: '20', customerIds: ['10'], validOnly },
    });
  expect(await copy(false)).toMatchObject({ code: '4090706' });
  expect(await copy(true)).toMatchObject({ data: { wrong: [{ code: `PACK-${two.id}`, words: '套餐已下架' }] } });
  const copied = (await given(operator, one.id)).find(({ customerId }) => customerId === '10');
  expect(copied).toMatchObject({ reservePrice: '800', suggestPrice: '990' });
  expect(await given(operator, two.id)).toHaveLength(1);
});

test('what can be given is on the shelf and reaches the caller', async () => {
  const { id } = await makePackage(ctx, { given: [{ to: '10', from: '1', reserve: 800 }] });
  const options = async (who: Caller) =>
    (await who.ask(api.packageOptions, { query: { keyword: `PACK-${id}` } })).map((each) => [
      each.reservePrice,
      each.floor,
    ]);
  expect([await options(operator), await options(agent), await options(rival)]).toEqual([
    [['0', '0']],
    [['800', '800']],
    [],
  ]);
  await host.db.updateTable('packages.package').set({ shelf_state: 0 }).where('id', '=', id).execute();
  expect(await options(agent)).toEqual([]);
});
