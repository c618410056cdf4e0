import {
  customPackageBases,
  customPackages,
  shelveCustomPackages,
} from '@cardinal/contract/api/packages/customPackages.ts';
import * as api from '@cardinal/contract/api/packages/packageDistributions.ts';
import { packageCodeTaken, packageWasSold } from '@cardinal/contract/api/packages/systemPackages.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { demandReviews } from '@cardinal/testing/reviews.ts';
import { expect, test } from 'vitest';
import { priceChain, whyNotOrderable } from '../face.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
await demandReviews(host.db, false);
const [operator, agent, subagent, rival] = (await Promise.all(
  ['operator', 'agent', 'subagent', 'rival'].map((name) => host.as(name)),
)) as [Caller, Caller, Caller, Caller];
const account = await host.db.selectFrom('carriers.account').select('id').where('platform', '=', 1).executeTakeFirst();
const product = await sellProduct(ctx, { carrierAccountId: account?.id ?? '1' });

const baseFor = (reserve: number, more: Parameters<typeof makePackage>[1] = {}) =>
  makePackage(ctx, { given: [{ to: '10', from: '1', reserve }], products: [product], ...more });

type Body = BodyOf<typeof customPackages.create>;
let made = 0;
const body = (basePackageId: string, rest: Partial<Body> = {}): Body => {
  made += 1;
  const code = `JD-${made}`;
  return { code, name: `季包 ${made}`, basePackageId, units: 3, channels: ['platform', 'api'], ...rest };
};
const own = async (who: Caller, code: string) =>
  (await who.ask(customPackages.list, { query: { code: [code] } as never })).list[0];
async function publish(who: Caller, given: Body) {
  const { id } = await who.ask(customPackages.create, { body: given });
  await who.ask(shelveCustomPackages, { body: { ids: [id], shelfState: 1 } });
  return id;
}
const give = (packageId: string, customerId: string, line: object) =>
  agent.call(api.distributePackages, {
    body: { customerIds: [customerId], lines: [{ packageId, ...line }], effective: 0 } as never,
  });
const why = (packageId: string, customerId: string, productCode?: string | null) =>
  whyNotOrderable(ctx, packageId, customerId, {
    channel: 'platform',
    ...(productCode === undefined ? {} : { productCode }),
  });

test('a quarter of three months costs three months, and is never sold below that', async () => {
  const base = await baseFor(800);
  const quarter = body(base.id);
  const id = await publish(agent, quarter);
  expect(await own(agent, quarter.code)).toMatchObject({ cost: '2400', units: 3, whyNot: null, shelfState: 1 });
  expect(await give(id, '11', { reservePrice: '2399' })).toMatchObject({
    message: '价格不能低于底价 24.00',
    data: { errors: [{ field: 'lines.0.reservePrice' }] },
  });
  expect(await give(id, '11', { margin: '600' })).toMatchObject({ data: { given: 1 } });
  const given = await agent.ask(api.listPackageDistributions, { query: { packageId: [id] } as never });
  expect(given.list).toMatchObject([{ reservePrice: '3000', paid: '2400', margin: '600', state: 'on' }]);
  const chain = await priceChain(ctx, id, '11', ctx.clock.now());
  expect(chain?.map(({ customerId, cost }) => [customerId, cost])).toEqual([
    ['1', '1500'],
    ['10', '2400'],
    ['11', '3000'],
  ]);
  const [mine] = (await subagent.ask(api.listHeldPackages, { query: { packageId: [id] } as never })).list;
  expect(mine).toMatchObject({ reservePrice: '3000', whyNot: null });
  expect(JSON.stringify(mine)).not.toContain('"2400"');
});

test('it is ordered for the products of its base, and stops with it', async () => {
  const base = await baseFor(800);
  const id = await publish(agent, body(base.id));
  await give(id, '11', { reservePrice: '3000' });
  expect(await why(id, '11', product)).not.toBe('product');
  expect(await why(id, '11', 'ANOTHER')).toBe('product');
  const distributions = await operator.ask(api.listPackageDistributions, { query: { packageId: [base.id] } as never });
  await operator.ask(api.recallPackage, { body: { id: distributions.list[0]?.id ?? '', cascade: false } });
  expect([await why(id, '11'), await why(id, '10')]).toEqual(['base', 'base']);
});

test('a base that grows dearer names those who would sell at a loss, and stops their sale where that is wanted', async () => {
  const base = await baseFor(800);
  const id = await publish(agent, body(base.id));
  await give(id, '11', { reservePrice: '3000' });
  const [row] = (await operator.ask(api.listPackageDistributions, { query: { packageId: [base.id] } as never })).list;
  const dearer = { id: row?.id ?? '', reservePrice: '1001', effective: 0 as const };
  const refused = await operator.call(api.editPackagePrice, { body: { ...dearer, suspend: false } });
  expect(refused.code).toBe(api.childrenAtLoss.code);
  await operator.ask(api.editPackagePrice, { body: { ...dearer, suspend: true } });
  expect(await why(id, '11')).toBe('price');
  expect(await priceChain(ctx, id, '11', ctx.clock.now())).toBeUndefined();
  const given = await agent.ask(api.listPackageDistributions, { query: { packageId: [id] } as never });
  expect(given.list).toMatchObject([{ state: 'toReprice', paid: '3003' }]);
});

test('its data is cut and never raised; an edit of its terms makes a version, of its name none', async () => {
  const base = await baseFor(800);
  const half = String(1024 ** 3 / 2);
  const quarter = body(base.id, { flowBytes: half });
  const { id } = await agent.ask(customPackages.create, { body: quarter });
  const first = await own(agent, quarter.code);
  expect(first).toMatchObject({ flowBytes: half, number: 1, shelfState: 0 });
  const { code: _, basePackageId: __, ...rest } = quarter;
  await agent.ask(customPackages.edit, { body: { id, version: 1, ...rest, name: '新名' } });
  await agent.ask(customPackages.edit, { body: { id, version: 2, ...rest, name: '新名', units: 6 } });
  expect(await own(agent, quarter.code)).toMatchObject({ name: '新名', number: 2, units: 6, cost: '4800' });
});

const addOn = await baseFor(100, { type: 'flowRefueling' });
const kept = await makePackage(ctx);
const calls = await baseFor(300, { type: 'combination', terms: { flow_bytes: '0', sms_count: 10, voice_seconds: 60 } });
const nested = await publish(agent, body((await baseFor(500)).id));
const base = await baseFor(800);
test.each([
  ['basePackageId', body(addOn.id)],
  ['basePackageId', body(kept.id)],
  ['basePackageId', body('999999999999999')],
  ['basePackageId', body(nested)],
  ['flowBytes', body(base.id, { flowBytes: String(1024 ** 3 + 1) })],
  ['flowBytes', body(calls.id, { flowBytes: '1' })],
  ['units', body(base.id, { units: 25 })],
  ['units', body(base.id, { units: 0 })],
  ['name', body(base.id, { name: 'x' })],
  ['channels', body(base.id, { channels: [] })],
])('says what is wrong at %s and changes nothing', async (field, wrong) => {
  const answer = await agent.call(customPackages.create, { body: wrong });
  expect(faultsOf(answer).map((each) => each.field)).toEqual([field]);
  expect(await own(agent, wrong.code)).toBeUndefined();
});

test('a name is its owner’s once, a code everybody’s, and a package that was given stays', async () => {
  const quarter = body(base.id);
  const id = await publish(agent, quarter);
  const same = await agent.call(customPackages.create, { body: body(base.id, { name: quarter.name }) });
  expect(faultsOf(same)).toMatchObject([{ field: 'name' }]);
  const taken = await agent.call(customPackages.create, { body: body(base.id, { code: quarter.code.toLowerCase() }) });
  expect(faultsOf(taken)).toMatchObject([{ field: 'code', message: packageCodeTaken.text.zh }]);
  await give(id, '11', { reservePrice: '3000' });
  expect((await agent.call(customPackages.remove, { body: { id } })).code).toBe(packageWasSold.code);
  const alone = body(base.id);
  const { id: aloneId } = await agent.ask(customPackages.create, { body: alone });
  await agent.ask(customPackages.remove, { body: { id: aloneId } });
  expect(await own(agent, alone.code)).toBeUndefined();
});

test('another customer sees and changes none of it', async () => {
  const quarter = body(base.id);
  const { id } = await agent.ask(customPackages.create, { body: quarter });
  const { code: _, basePackageId: __, ...rest } = quarter;
  for (const who of [rival, subagent, operator]) {
    expect(await own(who, quarter.code)).toBeUndefined();
    expect((await who.call(customPackages.edit, { body: { id, version: 1, ...rest } })).code).toMatch(/^404/);
    expect((await who.call(shelveCustomPackages, { body: { ids: [id], shelfState: 1 } })).code).toMatch(/^404/);
  }
  expect(await rival.ask(customPackageBases, {})).toEqual([]);
  expect((await agent.ask(customPackageBases, {})).map((each) => each.id)).toContain(base.id);
});
