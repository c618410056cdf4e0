import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { addCards, card, cardsUnderTest, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { balanceOf, fund, order, ordersWorkOff, sellPackage, unsubscribe } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';

const under = await forThisFile(cardsUnderTest());
const { unused, using, used, unsubscribed } = PackageUsageState.values;
// 1 platform, 10 agent, 12 enterprise below it.
const sold = await sellPackage(under, { 1: 500, 10: 800, 12: 1_000 });
await fund(under, '12', 100_000);

const usages = (n: number) =>
  under.db.selectFrom('orders.package_usage').selectAll().where('iccid', '=', iccid(n)).orderBy('id').execute();
const money = async () => ({
  payer: (await balanceOf(under, '12')).balance,
  agent: (await balanceOf(under, '10')).profitFrozen,
});
const buy = async (n: number, given: Parameters<typeof order>[4] = {}) =>
  ordersWorkOff(under, await order(under, sold, '12', [n], given));
const giveBack = async (n: number, parameters: Parameters<typeof unsubscribe>[3]) =>
  ordersWorkOff(under, await unsubscribe(under, '12', [n], parameters));

test('what has not begun is given back whole, at every level; what waits behind it moves up', async () => {
  await addCards(under, [{ n: 1, customerId: '12' }]);
  for (let n = 0; n < 3; n += 1) await buy(1);
  const before = await money();
  const [first, second] = await usages(1);
  await giveBack(1, { usages: 'waiting', usageId: second!.id });
  expect(await money()).toEqual({ payer: before.payer + 1_000n, agent: before.agent - 200n });
  const after = await usages(1);
  expect(after.map(({ state }) => state)).toEqual([using, unsubscribed, unused]);
  expect(after[2]).toMatchObject({ starts_at: first!.ends_at, ends_at: second!.ends_at });
  const rows = await under.db
    .selectFrom('orders.unsubscription')
    .select(['amount', 'state_before', 'rule'])
    .where('usage_id', '=', second!.id)
    .execute();
  expect(rows).toEqual([{ amount: '1000', state_before: unused, rule: 'proRataDays' }]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('what is in use is given back by its days; the next begins at once, and the card shows it', async () => {
  const before = await money();
  await giveBack(1, { usages: 'using' });
  const given = (await money()).payer - before.payer;
  const [taken, , next] = await usages(1);
  // The days of the month that have not begun, of those since it was bought.
  const days = Math.round((+taken!.ends_at - +taken!.starts_at) / 86_400_000 + 0.5);
  expect(given).toBe(BigInt(Math.round((1_000 * (days - 1)) / days)));
  expect([taken?.state, next?.state]).toEqual([unsubscribed, using]);
  expect(next!.starts_at).toEqual(under.clock.now());
  expect((await card(under, 1)).package_ends_at).toEqual(next!.ends_at);
});

test('an add-on that follows goes with its main package, in a row of its own', async () => {
  await addCards(under, [{ n: 2, customerId: '12' }]);
  const addOn = await sellPackage(
    under,
    { 1: 50, 10: 80, 12: 100 },
    { type: 'flowRefueling', follow_main: 2, refund_rule: 'none' },
  );
  await buy(2);
  await ordersWorkOff(under, await order(under, addOn, '12', [2]));
  await giveBack(2, { usages: 'using' });
  expect((await usages(2)).map(({ state }) => state)).toEqual([unsubscribed, unsubscribed]);
  const rows = await under.db
    .selectFrom('orders.unsubscription')
    .select('amount')
    .where('iccid', '=', iccid(2))
    .orderBy('id')
    .execute();
  expect(rows.map(({ amount }) => amount === '0')).toEqual([false, true]);
  expect(await card(under, 2)).toMatchObject({ package_name: null, package_ends_at: null, flow_total: null });
});

test('twenty refunds of one record at once, twenty-five times: one gives back', async () => {
  await addCards(under, [{ n: 20, customerId: '12' }]);
  for (let round = 0; round < 25; round += 1) {
    await buy(20, { effectiveType: 1 });
    const before = await money();
    await Promise.all(Array.from({ length: 20 }, () => unsubscribe(under, '12', [20], { usages: 'all' })));
    await Promise.all([workOff(under), workOff(under), workOff(under), workOff(under)]);
    expect((await money()).payer - before.payer).toBe(1_000n);
  }
  expect(await verifyLedger(under.ctx)).toEqual([]);
}, 300_000);

test('by volume nothing is given back of what is in use until its usage is known', async () => {
  await addCards(under, [{ n: 30, customerId: '12' }]);
  const byVolume = await sellPackage(under, { 1: 500, 12: 1_000 }, { refund_rule: 'proRataVolume' });
  await ordersWorkOff(under, await order(under, byVolume, '12', [30]));
  const before = await money();
  await giveBack(30, { usages: 'using' });
  expect(await money()).toEqual(before);
  expect((await usages(30)).map(({ state }) => state)).toEqual([using]);
});

test('what waits is taken out just after the main package ended: the one behind begins, the ended one has ended', async () => {
  await addCards(under, [{ n: 60, customerId: '12' }]);
  for (let n = 0; n < 3; n += 1) await buy(60);
  const [first, second] = await usages(60);
  under.clock.advance(+first!.ends_at - +under.clock.now() + 5_000);
  await giveBack(60, { usages: 'all', usageId: second!.id });
  expect((await usages(60)).map(({ state }) => state)).toEqual([used, unsubscribed, using]);
  expect((await card(under, 60)).package_ends_at).toEqual((await usages(60))[2]!.ends_at);
});
