import { listApiOrders } from '@cardinal/contract/api/orders/apiOrders.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openOrdersUnderTest } from '@cardinal/testing/openOrdersUnderTest.ts';
import { balanceOf, ordersWorkOff } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { signed } from './signedUnderTest.ts';

const under = await forThisFile(cardsUnderTest());
const { packageCode, keyOf, newCards } = await openOrdersUnderTest(under);
const [agent, rival, operator, child] = [
  await under.as('agent'),
  await under.as('rival'),
  await under.as('operator'),
  await under.as('enterprise'),
];
const keys = { child: await keyOf(child), rival: await keyOf(rival), operator: await keyOf(operator) };
type Who = keyof typeof keys;
const get = (who: Who, path: string, query?: string) =>
  signed(under, keys[who], 'GET', `/openapi/v1/${path}`, query ? { query } : {});
const post = (who: Who, path: string, body: unknown, given = {}) =>
  signed(under, keys[who], 'POST', `/openapi/v1/${path}`, { body, ...given });

const orderOf = (outOrderNo: string, numbers: readonly number[], more = {}) => ({
  outOrderNo,
  packageCode,
  iccids: numbers.map(iccid),
  ...more,
});
test('a customer’s system finds what it may order, orders it, follows the order, and unsubscribes', async () => {
  const numbers = await newCards(10);
  const packages = await get('child', 'packages', 'type=month');
  expect(packages.body.list).toContainEqual(
    expect.objectContaining({ code: packageCode, price: '1000', currency: 'CNY', whyNot: null, whyNotWords: null }),
  );
  // One is cancelled after the order was accepted: it is held for, and released.
  const before = await balanceOf(under, '12');
  const accepted = await post('child', 'orders', orderOf('SO-1', numbers));
  expect(accepted).toMatchObject({
    status: 202,
    body: { outOrderNo: 'SO-1', total: 10, skipped: [], price: '1000', amount: '10000', currency: 'CNY' },
  });
  expect(await balanceOf(under, '12')).toMatchObject({ frozen: 10_000n });
  const last = iccid(numbers[9] as number);
  await under.db.updateTable('cards.card').set({ carrier_status: 'RETIRED' }).where('iccid', '=', last).execute();
  await ordersWorkOff(under, accepted.body);
  const order = await get('child', 'orders/SO-1');
  expect(order.body).toMatchObject({
    orderNo: accepted.body.orderNo,
    taskNo: accepted.body.taskNo,
    state: FulfilmentState.values.partly,
    lines: 10,
    settledLines: 9,
    failedLines: 1,
    paid: '9000',
    refunded: '0',
    finishedAt: expect.any(String),
  });
  expect(order.body.items).toHaveLength(10);
  expect(order.body.items.find((item: { iccid: string }) => item.iccid === last)).toMatchObject({
    state: FulfilmentState.values.failed,
    code: 'cancelled',
    reason: expect.any(String),
    startsAt: null,
  });
  expect(await balanceOf(under, '12')).toMatchObject({ balance: before.balance - 9_000n, frozen: 0n });

  const renewed = await post('child', 'orders/renew', orderOf('SO-1R', numbers.slice(0, 2)));
  expect(renewed).toMatchObject({ status: 202, body: { amount: '2000' } });
  await ordersWorkOff(under, renewed.body);
  const refund = await post('child', 'orders/refund', { iccids: numbers.slice(0, 2).map(iccid), usages: 'waiting' });
  expect(refund).toMatchObject({ status: 202, body: { total: 2, amount: '2000', currency: 'CNY' } });
  await ordersWorkOff(under, refund.body);
  expect((await get('child', 'orders/SO-1R')).body).toMatchObject({ paid: '2000', refunded: '2000' });
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('one number is one order: the same again is answered the same, anything else is refused, twenty at once order once', async () => {
  const numbers = await newCards(2);
  const first = await post('child', 'orders', orderOf('SO-2', numbers));
  const again = await post('child', 'orders', orderOf('SO-2', [...numbers].reverse()));
  expect([again.status, again.body]).toEqual([202, first.body]);
  for (const body of [
    orderOf('SO-2', numbers.slice(1)),
    orderOf('SO-2', numbers, { effectiveType: 1 }),
    orderOf('SO-2', numbers, { periods: 2 }),
    orderOf('SO-2', numbers, { packageCode: 'other' }),
  ]) {
    expect((await post('child', 'orders', body)).code).toBe('4091824');
  }
  expect((await post('child', 'orders/renew', orderOf('SO-2', numbers))).code).toBe('4091824');
  const other = await newCards(1);
  const before = await balanceOf(under, '12');
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('child', 'orders', orderOf('SO-3', other))));
  expect(new Set(answers.map(({ body }) => body.orderNo)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  expect((await balanceOf(under, '12')).frozen - before.frozen).toBe(1_000n);
  const listed = await child.ask(listApiOrders, { query: { outOrderNo: ['SO-3'] } });
  expect(listed.list).toMatchObject([{ outOrderNo: 'SO-3', keyName: 'ERP 1', repeats: 19, lines: 1 }]);
});

test('what is refused claims no number and holds nothing, and names the field', async () => {
  const numbers = await newCards(1);
  const before = await balanceOf(under, '12');
  const wrong = await post('child', 'orders', orderOf('SO-4', numbers, { packageCode: 'NO-SUCH' }));
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'packageCode' }] } });
  const payer = await post('child', 'orders', orderOf('SO-4', numbers, { payerId: '20' }));
  expect(payer.body.errors).toMatchObject([{ field: 'payerId' }]);
  for (const outOrderNo of ['', 'x'.repeat(65), '单号', 'a b']) {
    expect((await post('child', 'orders', orderOf(outOrderNo, numbers))).body.errors).toMatchObject([
      { field: 'outOrderNo' },
    ]);
  }
  // The number is still free.
  expect((await post('child', 'orders', orderOf('SO-4', numbers))).status).toBe(202);
  // Nobody pays for cards of another tree, nor learns that they exist.
  const theirs = await post('rival', 'orders', orderOf('SO-5', numbers));
  expect([theirs.status, theirs.body.errors?.[0]?.field]).toEqual([422, 'packageCode']);
  expect((await get('rival', 'orders/SO-4')).status).toBe(404);
  expect((await balanceOf(under, '12')).frozen - before.frozen).toBe(1_000n);
});

test('the platform names who pays; numbers of different customers do not meet', async () => {
  const numbers = await newCards(1);
  const unnamed = await post('operator', 'orders', orderOf('SO-4', numbers));
  expect(unnamed.body.errors).toMatchObject([{ field: 'payerId', message: '请选择付款客户' }]);
  const named = await post('operator', 'orders', orderOf('SO-4', numbers, { payerId: '12' }));
  expect(named).toMatchObject({ status: 202, body: { outOrderNo: 'SO-4', amount: '1000' } });
  await ordersWorkOff(under, named.body);
  expect((await get('operator', 'orders/SO-4')).body.orderNo).toBe(named.body.orderNo);
  expect((await get('child', 'orders/SO-4')).body.orderNo).not.toBe(named.body.orderNo);
  const usages = await under.db
    .selectFrom('orders.package_usage')
    .select(['state', 'customer_id'])
    .where('iccid', '=', iccid(numbers[0] as number))
    .execute();
  expect(usages).toEqual([{ state: PackageUsageState.values.using, customer_id: '12' }]);
});

test('orders of systems are listed by their numbers, keys and cards, with what failed and why; nobody beside sees them', async () => {
  const { list, summary } = await agent.ask(listApiOrders, { query: { under: '12', pageSize: 100 } });
  expect(list.find(({ outOrderNo }) => outOrderNo === 'SO-1')).toMatchObject({
    customerId: '12',
    lines: 10,
    settled: 9,
    failed: 1,
    failure: '卡已销户',
    paid: '9000',
    seconds: expect.any(String),
  });
  expect(summary).toMatchObject({ isPartial: false, failures: [{ words: '卡已销户', lines: 1 }] });
  const byCard = await agent.ask(listApiOrders, { query: { identifiers: iccid(1) } });
  expect(byCard.list.map(({ outOrderNo }) => outOrderNo).sort()).toEqual(['SO-1', 'SO-1R']);
  expect((await agent.ask(listApiOrders, { query: { keyNameContains: 'ERP 1', orderNo: ['nothing'] } })).list).toEqual(
    [],
  );
  expect((await rival.ask(listApiOrders, {})).list).toEqual([]);
});

test('an order of a thousand cards is one call: held once, settled by its lines', async () => {
  const numbers = await newCards(1_000);
  const started = performance.now();
  const accepted = await post('child', 'orders', orderOf('SO-BIG', numbers));
  expect(accepted).toMatchObject({ status: 202, body: { total: 1_000, amount: '1000000' } });
  expect(performance.now() - started).toBeLessThan(5_000);
  await under.db
    .updateTable('cards.card')
    .set({ carrier_status: 'RETIRED' })
    .where('iccid', 'in', numbers.slice(0, 7).map(iccid))
    .execute();
  const before = await balanceOf(under, '12');
  await ordersWorkOff(under, accepted.body);
  expect((await get('child', 'orders/SO-BIG')).body).toMatchObject({
    state: FulfilmentState.values.partly,
    settledLines: 993,
    failedLines: 7,
    paid: '993000',
  });
  const after = await balanceOf(under, '12');
  expect([after.balance - before.balance, before.frozen - after.frozen]).toEqual([7_000n, 1_000_000n]);
  const failedPage = await get('child', 'orders/SO-BIG', 'pageNum=11');
  expect(failedPage.body.items).toEqual([]);
});

test('above the price a caller would pay at most nothing is ordered and its number is free', async () => {
  const numbers = await newCards(1);
  const before = await balanceOf(under, '12');
  const dear = await post('child', 'orders', orderOf('MAX-1', numbers, { maxPrice: '999' }));
  expect(dear).toMatchObject({ status: 409, body: { code: '4092400' } });
  expect(await balanceOf(under, '12')).toEqual(before);
  const taken = await post('child', 'orders', orderOf('MAX-1', numbers, { maxPrice: '1000' }));
  expect(taken).toMatchObject({ status: 202, body: { price: '1000' } });
});
