import { distributePackageShares } from '@cardinal/contract/api/packageShares/packageShares.ts';
import { listProfitEntries } from '@cardinal/contract/api/profitSharing/entries.ts';
import { addListing, editListing, listListings, readListable } from '@cardinal/contract/api/retailOrders/listings.ts';
import { cardsUnderTest, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, unsubscribe } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';

const under = await forThisFile(cardsUnderTest());
const shop = await shopUnderTest(under);
await allow(under, 'agent', ['shareBenefitPackageDistribute.distribute', 'shareBenefitDetail.view']);
await allow(under, 'subagent', [
  'shareBenefitDetail.view',
  'wechatPackage.view',
  'wechatPackage.edit',
  'wechatPackage.shelf',
]);
const [agent, subagent] = [await under.as('agent'), await under.as('subagent')];

// The account is the subagent's: it sells what it has for a share of the agent's margin.
await under.db
  .updateTable('public_accounts.account')
  .set({ customer_id: '11' })
  .where('id', '=', shop.account)
  .execute();
const product = await sellProduct(under.ctx, {
  carrierAccountId: under.accountId,
  customerIds: ['10', { to: '11', from: '10' }],
});
const packageId = (
  await makePackage(under.ctx, {
    products: [product],
    channels: ['platform', 'publicAccount'],
    given: [{ to: '10', from: '1', reserve: 800 }],
  })
).id;
await shop.newCards([1, 2], '11');
await under.db.updateTable('cards.card').set({ product_code: product }).where('customer_id', '=', '11').execute();

const gained = (before: Record<string, string>, after: Record<string, string>) => (key: string) =>
  BigInt(after[key] ?? 0) - BigInt(before[key] ?? 0);
const terms = { title: '月包 1 GB', badge: 'none', sort: 10, buyLimit: 0 } as const;
let listing = '';

test('is listed at the retail price of the parent, at no other', async () => {
  const share = { retailPrice: '1500', shareKind: 'margin', shareValue: '2000', effective: 0 } as const;
  await agent.ask(distributePackageShares, { body: { customerIds: ['11'], packageId, ...share } });
  const { packages } = await subagent.ask(readListable, { query: { accountId: shop.account } });
  expect(packages.find(({ id }) => id === packageId)).toMatchObject({ least: '1500', suggested: '1500' });
  const add = (price: string) =>
    subagent.call(addListing, { body: { accountId: shop.account, packageId, ...terms, price } });
  expect((await add('16.00')).code).toBe('4002110');
  expect((await add('14.00')).code).toBe('4002110');
  const added = await add('15.00');
  expect(added.code).toBe('200');
  listing = added.data?.id ?? '';
  const [row] = (await subagent.ask(listListings, { query: {} })).list;
  expect(row).toMatchObject({ price: '1500', reserve: '1360', margin: '140' });
  const dearer = { id: listing, version: row?.version ?? 1, ...terms, price: '20.00' };
  expect((await subagent.call(editListing, { body: dearer })).code).toBe('4002110');
});

test('paid, 15.00 are 1.40 for the subagent, 5.60 for the agent and 8.00 for the platform; refunded, each gives back its own', async () => {
  const user = await shop.signIn('1');
  const cardId = await shop.bind(user, 1);
  const before = await shop.money();
  const orderId = await shop.order(user, cardId, listing);
  await shop.pay(orderId);
  await shop.workOrder(orderId);
  const of = gained(before, await shop.money());
  expect(of('customer 11 profitFrozen')).toBe(140n);
  expect(of('customer 10 profitFrozen')).toBe(560n);
  expect(of('platform 1 revenue')).toBe(800n);
  expect(of('platform 1 clearing')).toBe(-1_500n);
  const seen = async (by: typeof agent) =>
    (await by.ask(listProfitEntries, { query: { pageSize: 100 } })).list.map(
      ({ amount, reserve, price, kind, share }) => ({
        share,
        amount,
        reserve,
        price,
        kind,
      }),
    );
  // Each sees its own row alone.
  expect(await seen(subagent)).toEqual([
    { share: '20 %', amount: '140', reserve: '1360', price: '1500', kind: 'sale' },
  ]);
  expect(await seen(agent)).toEqual([{ share: null, amount: '560', reserve: '800', price: '1360', kind: 'sale' }]);
  // A second one waits behind the first, and is given back whole.
  const between = await shop.money();
  const queued = await shop.order(user, cardId, listing);
  await shop.pay(queued);
  await shop.workOrder(queued);
  await unsubscribe(under, '11', [1], { usages: 'waiting' });
  await workOff(under);
  const back = gained(between, await shop.money());
  expect(back('customer 11 profitFrozen')).toBe(0n);
  expect(back('customer 10 profitFrozen')).toBe(0n);
  expect(back('platform 1 revenue')).toBe(0n);
  expect((await seen(subagent)).map(({ amount }) => amount).sort()).toEqual(['-140', '140', '140']);
  expect((await seen(agent)).map(({ amount }) => amount).sort()).toEqual(['-560', '560', '560']);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a new retail price is the price of the listing from its moment on', async () => {
  const share = { retailPrice: '1800', shareKind: 'fixed', shareValue: '200', effective: 0 } as const;
  under.clock.advance(60_000);
  await agent.ask(distributePackageShares, { body: { customerIds: ['11'], packageId, ...share } });
  const [row] = (await subagent.ask(listListings, { query: {} })).list;
  expect(row).toMatchObject({ price: '1800', reserve: '1600', margin: '200' });
  const user = await shop.signIn('2');
  const cardId = await shop.bind(user, 2);
  await expect(shop.order(user, cardId, listing, '1500')).rejects.toThrow('4091984');
  const before = await shop.money();
  const orderId = await shop.order(user, cardId, listing, '1800');
  await shop.pay(orderId);
  await shop.workOrder(orderId);
  const of = gained(before, await shop.money());
  expect([of('customer 11 profitFrozen'), of('customer 10 profitFrozen')]).toEqual([200n, 800n]);
  expect(of('platform 1 revenue')).toBe(800n);
});
