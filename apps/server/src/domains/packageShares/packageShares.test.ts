import {
  distributePackageShares,
  editPackageShare,
  listPackageShares,
  packageShareOptions,
  previewPackageShareRecall,
  previewShareSplit,
  recallPackageShare,
} from '@cardinal/contract/api/packageShares/packageShares.ts';
import {
  distributePackages,
  editPackagePrice,
  listHeldPackages,
  listPackageDistributions,
  packageOptions,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { beforeEach, expect, test } from 'vitest';
import { priceChain, whyNotOrderable } from '../packages/face.ts';

const under = await forThisFile(cardsUnderTest());
const { ctx, clock } = under;
const SHARES = ['view', 'distribute', 'edit', 'recall'] as const;
const ALLOWED = [
  ...SHARES.map((verb) => `shareBenefitPackageDistribute.${verb}` as const),
  ...(['view', 'distribute', 'price', 'recall'] as const).map((verb) => `packageDistribute.${verb}` as const),
  'packageList.view',
] as const;
for (const name of ['agent', 'subagent', 'rival']) await allow(under, name, ALLOWED);
const [agent, subagent, rival] = [await under.as('agent'), await under.as('subagent'), await under.as('rival')];

let packageId = '';
beforeEach(async () => {
  clock.advance(60_000);
  const given = [{ to: '10', from: '1', reserve: 800 }];
  packageId = (await makePackage(ctx, { given, channels: ['platform', 'publicAccount'] })).id;
});

const FIFTH = { retailPrice: '1500', shareKind: 'margin', shareValue: '2000' } as const;
const now = { effective: 0 } as const;
const give = (more: object = {}) =>
  agent.call(distributePackageShares, { body: { customerIds: ['11'], packageId, ...FIFTH, ...now, ...more } });
const rowOf = async (by = agent) => {
  const [row] = (await by.ask(listPackageShares, { query: { packageId } })).list;
  if (!row) throw new Error('no row');
  return row;
};
const owed = async (customerId = '11') =>
  (await priceChain(ctx, packageId, customerId, clock.now()))?.map(({ reservePrice }) => reservePrice);

test('a share of the margin is what the child keeps of the retail price, which its parent sets', async () => {
  expect((await give()).data).toEqual({ given: 1, changed: 0 });
  expect(await owed()).toEqual(['0', '800', '1360']);
  expect(await rowOf()).toMatchObject({
    customerId: '11',
    retailPrice: '1500',
    share: '20 %',
    childEarns: '140',
    myNet: '560',
    owed: '800',
    state: 'on',
    sold: 0,
  });
  // What has no price of its own is in no list of resale prices, and the child sees what it owes.
  const held = (await subagent.ask(listHeldPackages, { query: { pageSize: 100 } })).list;
  expect(held.find((row) => row.packageId === packageId)).toMatchObject({ reservePrice: '1360', suggestPrice: '1500' });
  const resold = (await agent.ask(listPackageDistributions, { query: { packageId } })).list;
  expect(resold).toEqual([]);
});

test('is sold to end users only', async () => {
  await give();
  expect(await whyNotOrderable(ctx, packageId, '11', { channel: 'platform' })).toBe('channel');
  expect(await whyNotOrderable(ctx, packageId, '10', { channel: 'platform' })).toBeUndefined();
});

test('the child passes it on at the same price, from its own share', async () => {
  await give();
  const tree = ctx.db.selectFrom('customers.customer').select('id').where('parent_id', '=', '11');
  const child = (await tree.executeTakeFirst())?.id;
  if (!child) {
    await ctx.db
      .updateTable('customers.customer')
      .set({ parent_id: '11', path: '/1/10/11/12/' })
      .where('id', '=', '12')
      .execute();
  }
  const customerIds = [child ?? '12'];
  const options = await subagent.ask(packageShareOptions, { query: {} });
  expect(options.find(({ id }) => id === packageId)).toMatchObject({ retailPrice: '1500' });
  const pass = (more: object) =>
    subagent.call(distributePackageShares, {
      body: { customerIds, packageId, shareKind: 'margin', shareValue: '5000', ...now, ...more },
    });
  expect((await pass({ retailPrice: '1600' })).code).toBe('4002096');
  expect((await pass({ shareKind: 'fixed', shareValue: '141' })).message).toContain('0.01');
  expect((await pass({})).code).toBe('200');
  expect(await owed(customerIds[0])).toEqual(['0', '800', '1360', '1430']);
  expect(await rowOf(subagent)).toMatchObject({ childEarns: '70', myNet: '70', owed: '1360' });
  // What the subagent gives on must fit what is left of its share.
  const { id, updatedAt } = await rowOf();
  const less = await agent.call(editPackageShare, {
    body: { id, updatedAt, retailPrice: '1500', shareKind: 'fixed', shareValue: '0', ...now },
  });
  expect(less.code).toBe('200');
  expect(await owed(customerIds[0])).toEqual(['0', '800', '1500', '1500']);
  // It reaches all below.
  expect((await agent.ask(previewPackageShareRecall, { query: { id } })).customers).toHaveLength(2);
  expect(await agent.ask(recallPackageShare, { body: { id, cascade: true } })).toEqual({ customers: 2 });
  expect(await owed(customerIds[0])).toBeUndefined();
  expect((await agent.call(recallPackageShare, { body: { id, cascade: false } })).code).toBe('4090707');
});

test('a pair has it in one way, whichever came first', async () => {
  const resell = () =>
    agent.call(distributePackages, {
      body: { customerIds: ['11'], lines: [{ packageId, reservePrice: '900' }], suspend: false, ...now },
    });
  await give();
  expect((await resell()).code).toBe('4092090');
  const { id } = await rowOf();
  // Nor is it repriced or passed on as the other.
  expect((await agent.call(editPackagePrice, { body: { id, reservePrice: '900', suspend: false, ...now } })).code).toBe(
    '4040001',
  );
  expect((await subagent.ask(packageOptions, { query: {} })).some((each) => each.id === packageId)).toBe(false);
  await agent.ask(recallPackageShare, { body: { id, cascade: false } });
  expect((await resell()).code).toBe('200');
  expect(await owed()).toEqual(['0', '800', '900']);
  expect((await give()).code).toBe('4092090');
});

test.each([
  [{ shareKind: 'fixed', shareValue: '701' }, '4002095', '0.01'],
  [{ shareKind: 'price', shareValue: '5000' }, '4002095', '0.50'],
  [{ retailPrice: undefined }, '4002097', ''],
  [{ retailPrice: '0' }, '4002097', ''],
  [{ shareValue: '10001' }, '4000422', ''],
  [{ shareValue: '-1' }, '4000422', ''],
  [{ customerIds: ['10'] }, '4000702', ''],
])('refuses %j and gives nothing', async (more, code, words) => {
  const answer = await give(more);
  expect(answer.code).toBe(code);
  expect(answer.message + JSON.stringify(answer.data)).toContain(words);
  expect((await agent.ask(listPackageShares, { query: { packageId } })).list).toEqual([]);
});

test('of two editors the second is told', async () => {
  await give();
  const { id, updatedAt } = await rowOf();
  clock.advance(1_000);
  const edit = (shareValue: string) =>
    agent.call(editPackageShare, { body: { id, updatedAt, ...FIFTH, shareValue, ...now } });
  const codes = (await Promise.all([edit('1000'), edit('3000')])).map(({ code }) => code).sort();
  expect(codes).toEqual(['200', '4090002']);
});

test('others find nothing', async () => {
  await give();
  const { id, updatedAt } = await rowOf();
  for (const other of [rival, subagent]) {
    expect((await other.call(editPackageShare, { body: { id, updatedAt, ...FIFTH, ...now } })).code).toBe('4040001');
    expect((await other.call(recallPackageShare, { body: { id, cascade: false } })).code).toBe('4040001');
    expect((await other.call(previewPackageShareRecall, { query: { id } })).code).toBe('4040001');
    expect((await other.ask(listPackageShares, { query: { packageId } })).list).toEqual([]);
  }
  expect((await rival.call(previewShareSplit, { query: { packageId, ...FIFTH } })).code).toBe('4040001');
  const foreign = { customerIds: ['11'], packageId, ...FIFTH, ...now };
  expect((await rival.call(distributePackageShares, { body: foreign })).code).toBe('4040001');
});

test('shows how a sale would be split, while it is typed', async () => {
  const split = (more: object = {}) => agent.ask(previewShareSplit, { query: { packageId, ...FIFTH, ...more } });
  expect(await split()).toMatchObject({ paid: '1500', owed: '800', mine: '560', child: '140', over: null });
  expect(await split({ shareKind: 'fixed', shareValue: '800' })).toMatchObject({
    mine: '0',
    child: '700',
    over: '100',
  });
});

test('follows the prices above it, and a change begins at its moment', async () => {
  await give();
  const distribution = await ctx.db
    .selectFrom('packages.package_distribution')
    .select('id')
    .where('package_id', '=', packageId)
    .where('customer_id', '=', '10')
    .executeTakeFirstOrThrow();
  const admin = await under.as('admin');
  clock.advance(60_000);
  await admin.ask(editPackagePrice, { body: { id: distribution.id, reservePrice: '1000', suspend: false, ...now } });
  expect(await owed()).toEqual(['0', '1000', '1400']);
  const { id, updatedAt } = await rowOf();
  const body = { id, updatedAt, ...FIFTH, retailPrice: '2000', effective: 1 } as const;
  await agent.ask(editPackageShare, { body });
  expect(await owed()).toEqual(['0', '1000', '1400']);
  expect((await rowOf()).nextFrom).not.toBeNull();
  // Sessions end meanwhile: this stays the last of the file.
  clock.advance(32 * 86_400_000);
  expect(await owed()).toEqual(['0', '1000', '1800']);
});
