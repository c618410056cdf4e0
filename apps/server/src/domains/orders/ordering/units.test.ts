import { MOST_PERIODS } from '@cardinal/contract/api/orders/batchActions.ts';
import { listPackageOrderRecords, listUnsubscribeRecords } from '@cardinal/contract/api/orders/packageOrders.ts';
import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { balanceOf, fund, order, ordersWorkOff, sellPackage, unsubscribe } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';

const under = await forThisFile(cardsUnderTest());
await fund(under, '12', 100_000);
await addCards(
  under,
  Array.from({ length: 9 }, (_, at) => ({ n: at + 1, customerId: '12' })),
);
const quarter = await sellPackage(
  under,
  { 1: 1_500, 10: 2_400, 12: 3_000 },
  { name: '季包', units: 3, refund_rule: 'wholeUnstarted', max_renewals: 1 },
);
const recordsOf = async (versionId: string) =>
  under.db
    .selectFrom('orders.package_usage')
    .select(['iccid', 'state', 'starts_at', 'ends_at'])
    .where('package_version_id', '=', versionId)
    .orderBy('id')
    .execute();
const lookUp = { query: { pageNum: 1, pageSize: 100 } };

test('a package of three gives a card three records, one behind the other, for one price', async () => {
  const [before, above] = [await balanceOf(under, '12'), await balanceOf(under, '10')];
  await ordersWorkOff(under, await order(under, quarter, '12', [1]));
  const records = await recordsOf(quarter.versionId);
  expect(records.map(({ state }) => state)).toEqual([1, 0, 0]);
  const [first, second, third] = records;
  expect([second?.starts_at, third?.starts_at]).toEqual([first?.ends_at, second?.ends_at]);
  expect((await balanceOf(under, '12')).balance - before.balance).toBe(-3_000n);
  expect((await balanceOf(under, '10')).profitFrozen - above.profitFrozen).toBe(600n);
  const { list } = await (await under.as('enterprise')).ask(listPackageOrderRecords, lookUp as never);
  expect(list.map(({ price }) => price)).toEqual(['1000', '1000', '1000']);
});

test('what has not begun is given back at every level, and one record stays in use', async () => {
  const [before, above] = [await balanceOf(under, '12'), await balanceOf(under, '10')];
  await ordersWorkOff(under, await unsubscribe(under, '12', [1], { usages: 'waiting' }));
  expect((await recordsOf(quarter.versionId)).map(({ state }) => state)).toEqual([1, 3, 3]);
  expect((await balanceOf(under, '12')).balance - before.balance).toBe(2_000n);
  expect((await balanceOf(under, '10')).profitFrozen - above.profitFrozen).toBe(-400n);
  const { list } = await (await under.as('agent')).ask(listUnsubscribeRecords, lookUp as never);
  expect(list.map(({ amount, marginBack }) => [amount, marginBack])).toEqual([
    ['1000', '200'],
    ['1000', '200'],
  ]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('cents that do not divide are of the first records, and all given back is all that was paid', async () => {
  const odd = await sellPackage(
    under,
    { 1: 500, 10: 800, 12: 1_000 },
    { name: '零头', units: 3, refund_rule: 'wholeUnstarted', effective_type: 2, postpone_days: 5 },
  );
  const before = [await balanceOf(under, '12'), await balanceOf(under, '10')];
  await ordersWorkOff(under, await order(under, odd, '12', [2, 3], { effectiveType: 2, postponeDays: 5 }));
  expect((await recordsOf(odd.versionId)).map(({ state }) => state)).toEqual([0, 0, 0, 0, 0, 0]);
  await ordersWorkOff(under, await unsubscribe(under, '12', [2, 3], { usages: 'all' }));
  const amounts = await under.db
    .selectFrom('orders.unsubscription as n')
    .innerJoin('orders.package_usage as u', 'u.id', 'n.usage_id')
    .select('n.amount')
    .where('u.package_version_id', '=', odd.versionId)
    .orderBy('u.id')
    .execute();
  expect(amounts.map(({ amount }) => amount)).toEqual(['334', '333', '333', '334', '333', '333']);
  expect([await balanceOf(under, '12'), await balanceOf(under, '10')]).toEqual(before);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('three of a package of three are nine records for three prices, and each gives back its own', async () => {
  const many = await sellPackage(
    under,
    { 1: 500, 10: 800, 12: 1_000 },
    { name: '三个季包', units: 3, refund_rule: 'wholeUnstarted' },
  );
  const [before, above] = [await balanceOf(under, '12'), await balanceOf(under, '10')];
  await ordersWorkOff(under, await order(under, many, '12', [5], { periods: 3 }));
  const records = await recordsOf(many.versionId);
  expect(records.map(({ state }) => state)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(records.slice(1).map((each) => each.starts_at)).toEqual(records.slice(0, -1).map((each) => each.ends_at));
  expect((await balanceOf(under, '12')).balance - before.balance).toBe(-3_000n);
  expect((await balanceOf(under, '10')).profitFrozen - above.profitFrozen).toBe(600n);
  await ordersWorkOff(under, await unsubscribe(under, '12', [5], { usages: 'waiting' }));
  // 30.00 in nine: three of 3.34 are the first, one of which is in use.
  expect((await balanceOf(under, '12')).balance - before.balance).toBe(-334n);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('as many as there may be of the largest package are delivered and paid to the cent', async () => {
  const most = await sellPackage(under, { 1: 500, 10: 800, 12: 1_000 }, { name: '24 个月包', units: 24 });
  const before = await balanceOf(under, '12');
  await ordersWorkOff(under, await order(under, most, '12', [6], { periods: MOST_PERIODS }));
  const records = await recordsOf(most.versionId);
  expect(records).toHaveLength(24 * MOST_PERIODS);
  expect((await balanceOf(under, '12')).balance - before.balance).toBe(-1_000n * BigInt(MOST_PERIODS));
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('it is renewed as often as it allows, counted by packages and not by records', async () => {
  await ordersWorkOff(under, await order(under, quarter, '12', [4]));
  await ordersWorkOff(under, await order(under, quarter, '12', [4]));
  await ordersWorkOff(under, await order(under, quarter, '12', [4]));
  const orders = await under.db
    .selectFrom('orders.order_line')
    .select(['state', 'failure_code', 'unit'])
    .where('iccid', '=', iccid(4))
    .orderBy('id')
    .execute();
  expect(orders.filter(({ failure_code }) => failure_code !== null)).toMatchObject([{ failure_code: 'renewedEnough' }]);
  expect(orders.filter(({ failure_code }) => failure_code === null)).toHaveLength(6);
});
