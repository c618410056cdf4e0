import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listSourceOrders } from '@cardinal/contract/api/externalPackages/sourceOrders.ts';
import { readSource } from '@cardinal/contract/api/externalPackages/sources.ts';
import { addCards, card, cardsUnderTest, iccid, item, listSource, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { externalOrdersUnderTest } from '@cardinal/testing/externalOrdersUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openOrdersUnderTest } from '@cardinal/testing/openOrdersUnderTest.ts';
import { allow, balanceOf, fund, ordersWorkOff, unsubscribe } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { afterEach, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { tellOfUnclear } from './ordering/placeOrders.ts';

const under = await forThisFile(cardsUnderTest());
const { external, step } = await externalOrdersUnderTest(under);
await fund(under, '10', 1_000_000);

// Those of the open interface's test come first.
let cards = 100;
async function newCards(count: number): Promise<number[]> {
  const numbers = Array.from({ length: count }, () => (cards += 1));
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  return numbers;
}
const fault = (body: object) => control(under.jasper, 'POST', '/faults', { carrier: 'source', ...body });
const later = (ms: number) => under.clock.set(new Date(under.clock.now().getTime() + ms));
const calm = () => control(under.jasper, 'DELETE', '/faults');
/** Steps as time passes, until nothing is due within a while. */
async function settle(ms = 400_000) {
  for (let passed = 0; passed <= ms; passed += 100_000) {
    await step();
    later(100_000);
  }
  await step();
}
const openGate = (id: string) =>
  under.db
    .updateTable('external_packages.gate')
    .set({ failures: 0, opened: 0, open_until: null })
    .where('account_id', '=', id)
    .execute();
const orderOf = (taskId: string) =>
  under.db
    .selectFrom('orders.package_order')
    .select(['settled_lines', 'fulfil_state', 'finished_at'])
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();

afterEach(async () => {
  await calm();
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('an order is held until the source has delivered, then paid to every level; what the source charged stands beside what was agreed', async () => {
  const one = await external();
  await one.source.account({ deliverAfterMs: 60_000 });
  const [n = 0] = await newCards(1);
  const before = await balanceOf(under, '10');
  const { taskId } = await one.order([n]);
  await workOff(under);
  expect(await one.here()).toMatchObject([{ state: 'waiting', agreed: '600', most: '660' }]);
  await step();
  expect(await one.here()).toMatchObject([{ state: 'accepted', sends: 1 }]);
  await foldPostings(under.ctx);
  expect(await balanceOf(under, '10')).toMatchObject({
    balance: before.balance - 800n,
    frozen: before.frozen + 800n,
  });
  expect((await card(under, n)).package_name).toBeNull();
  await settle();
  expect(await one.here()).toMatchObject([{ state: 'delivered', charged: '600', charged_currency: 'CNY' }]);
  await ordersWorkOff(under, { taskId });
  expect(await balanceOf(under, '10')).toMatchObject({ balance: before.balance - 800n, frozen: before.frozen });
  expect(await orderOf(taskId)).toMatchObject({ settled_lines: 1, fulfil_state: 2 });
  expect((await card(under, n)).package_name).toBe('外部 1');
  expect(await one.there()).toMatchObject([{ iccid: iccid(n), failure: null }]);
});

test('what the source refuses is released with its reason for us and without it for the customer', async () => {
  const one = await external();
  const [a = 0, b = 0] = await newCards(2);
  await one.source.account({ refusesCards: [iccid(b)] });
  const before = await balanceOf(under, '10');
  const { taskId } = await one.order([a, b]);
  await workOff(under);
  await settle();
  await ordersWorkOff(under, { taskId });
  expect(await one.here()).toMatchObject([
    { iccid: iccid(a), state: 'delivered' },
    { iccid: iccid(b), state: 'refused', words_en: 'Source: Card not eligible' },
  ]);
  const line = await under.db
    .selectFrom('orders.order_line')
    .select(['failure_code', 'failure_en'])
    .where('iccid', '=', iccid(b))
    .executeTakeFirstOrThrow();
  expect(line).toEqual({
    failure_code: 'notDelivered',
    failure_en: 'The package could not be delivered; the amount was returned',
  });
  expect(await balanceOf(under, '10')).toMatchObject({ balance: before.balance - 800n, frozen: before.frozen });
  expect(await orderOf(taskId)).toMatchObject({ settled_lines: 1, fulfil_state: 3 });
});

test('a price that moved between the sync and the order beyond the tolerance orders nothing; within it the difference is kept', async () => {
  const one = await external();
  const [a = 0, b = 0] = await newCards(2);
  await one.source.sells(one.code, { price: '661' });
  const before = await balanceOf(under, '10');
  const first = await one.order([a]);
  await workOff(under);
  await settle();
  await ordersWorkOff(under, first);
  expect(await one.there()).toEqual([]);
  expect(await one.here()).toMatchObject([{ state: 'refused' }]);
  expect((await one.here())[0]?.words_en).toContain('4092400');
  expect(await balanceOf(under, '10')).toMatchObject({ balance: before.balance, frozen: before.frozen });
  await one.source.sells(one.code, { price: '660' });
  await one.source.sync();
  const second = await one.order([b]);
  await workOff(under);
  await settle();
  await ordersWorkOff(under, second);
  expect((await one.here())[1]).toMatchObject({ state: 'delivered', agreed: '600', charged: '660' });
});

test('an answer that is lost is asked after under the same number, and nothing is ordered twice', async () => {
  const one = await external();
  const numbers = await newCards(2);
  await fault({ kind: 'lostConfirmation', operation: 'order', count: 1, seed: 1 });
  await fault({ kind: 'dropBeforeEffect', operation: 'order', count: 1, seed: 1 });
  const { taskId } = await one.order(numbers);
  await workOff(under);
  await step();
  expect((await one.here()).map(({ state }) => state).sort()).not.toContain('returned');
  await openGate(one.source.id);
  await settle(1_500_000);
  await ordersWorkOff(under, { taskId });
  expect((await one.here()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  expect((await one.there()).map(({ iccid: each }) => each).sort()).toEqual(numbers.map(iccid).sort());
});

test('without a clear answer the amount stays held and those who watch the source are told once', async () => {
  const one = await external();
  const [n = 0] = await newCards(1);
  const before = await balanceOf(under, '10');
  await fault({ kind: 'lostConfirmation', operation: 'order', seed: 1 });
  await fault({ kind: 'httpError', operation: 'orderState', httpStatus: 500, seed: 1 });
  const { taskId } = await one.order([n]);
  await workOff(under);
  await step();
  later(31 * 60_000);
  await step();
  await tellOfUnclear(under.ctx);
  const [row] = await one.here();
  expect(row).toMatchObject({ state: 'sent', told_at: expect.any(Date) });
  await tellOfUnclear(under.ctx);
  expect((await one.here())[0]?.told_at).toEqual(row?.told_at);
  // However long it takes: it may be there.
  later(48 * 3_600_000);
  await step();
  await foldPostings(under.ctx);
  expect(await balanceOf(under, '10')).toMatchObject({ frozen: before.frozen + 800n });
  await calm();
  await openGate(one.source.id);
  await settle();
  await ordersWorkOff(under, { taskId });
  expect(await one.here()).toMatchObject([{ state: 'delivered', sends: 1 }]);
});

test('while a source is down orders wait for its hours and are then given back whole', async () => {
  const one = await external({ waitHours: 2 });
  const [n = 0] = await newCards(1);
  const before = await balanceOf(under, '10');
  await under.db
    .updateTable('external_packages.source')
    .set({ base_url: 'http://127.0.0.1:9' })
    .where('id', '=', one.source.id)
    .execute();
  const { taskId } = await one.order([n]);
  await workOff(under);
  await step();
  expect(await one.here()).toMatchObject([{ state: 'waiting', sends: 0, words_en: expect.any(String) }]);
  later(2 * 3_600_000);
  await step();
  await ordersWorkOff(under, { taskId });
  expect(await one.here()).toMatchObject([{ state: 'returned' }]);
  expect(await balanceOf(under, '10')).toMatchObject({ balance: before.balance, frozen: before.frozen });
  expect(await orderOf(taskId)).toMatchObject({ settled_lines: 0, fulfil_state: 4 });
});

test('what waits of a package that is gone is given back at once', async () => {
  const one = await external();
  const [n = 0] = await newCards(1);
  const before = await balanceOf(under, '10');
  const { taskId } = await one.order([n]);
  await workOff(under);
  await one.source.drops(one.code);
  await one.source.sync();
  await step();
  await ordersWorkOff(under, { taskId });
  expect(await one.here()).toMatchObject([{ state: 'returned', sends: 0 }]);
  expect(await one.there()).toEqual([]);
  expect(await balanceOf(under, '10')).toMatchObject({ balance: before.balance, frozen: before.frozen });
});

test('the open interface of this platform takes the order within the price it is told, and its delivery is ours', async () => {
  const sold = await openOrdersUnderTest(under);
  const key = await sold.keyOf(await under.anew('enterprise'));
  const baseUrl = await under.app.http.listen({ port: 0, host: '127.0.0.1' });
  await makePackage(under.ctx, {
    code: 'SELF-1',
    products: ['TEST-ORDERS'],
    given: [
      { to: '10', from: '1', reserve: 800 },
      { to: '12', from: '10', reserve: 1_000 },
    ],
  });
  const [n = 0] = await sold.newCards(1);
  const { appKey, secret } = key;
  const one = await external({ code: 'SELF-1', price: '1000', baseUrl, credentials: { appKey, secret } });
  const [ours, theirs] = [await balanceOf(under, '10'), await balanceOf(under, '12')];
  const { taskId } = await one.order([n]);
  await workOff(under);
  await step();
  const [row] = await one.here();
  expect(row).toMatchObject({ state: 'accepted', their_order_no: expect.any(String) });
  const there = await under.db
    .selectFrom('orders.package_order')
    .select('task_id')
    .where('order_no', '=', row?.their_order_no ?? '')
    .executeTakeFirstOrThrow();
  await ordersWorkOff(under, { taskId: there.task_id });
  await settle();
  await ordersWorkOff(under, { taskId });
  expect(await one.here()).toMatchObject([{ state: 'delivered', agreed: '1000', charged: '1000' }]);
  expect((await balanceOf(under, '10')).balance).toBe(ours.balance - 1_200n);
  expect((await balanceOf(under, '12')).balance).toBe(theirs.balance - 1_000n);
});

test('the orders are listed for whose source it is and for nobody else; what it delivered is not unsubscribed here', async () => {
  const one = await external();
  const [n = 0] = await newCards(1);
  const first = await one.order([n]);
  await workOff(under);
  const operator = await under.anew('operator');
  const mine = () => operator.ask(listSourceOrders, { query: { sourceId: [one.source.id] } as never });
  expect((await mine()).list).toMatchObject([{ iccid: iccid(n), state: 'waiting', isOpen: true, difference: null }]);
  const shown = await operator.ask(readSource, { query: { id: one.source.id } });
  expect(shown).toMatchObject({ openOrders: 1, oldestOrderAt: expect.any(String) });
  await settle();
  await ordersWorkOff(under, first);
  expect((await mine()).list).toMatchObject([{ state: 'delivered', isOpen: false, difference: '0' }]);
  const refused = await under.anew('rival');
  expect((await refused.call(listSourceOrders, {})).status).toBe(403);
  await allow(under, 'agent', ['outPackagemanage.view']);
  const foreign = await under.anew('agent');
  const seen = await foreign.call(listSourceOrders, { query: { sourceId: [one.source.id] } as never });
  expect(seen.status === 403 || seen.data.list.length === 0).toBe(true);
  const refund = await unsubscribe(under, '10', [n], { usages: 'all' });
  await ordersWorkOff(under, refund);
  expect(await item(under, refund.taskId, n)).toMatchObject({ state: 'failed', code: 'notBySource' });
  const preview = await operator.ask(previewSelection, {
    body: { action: 'refund_package', source: listSource([n]), parameters: { usages: 'all' } },
  });
  expect(preview.willTouch).toBe(0);
  expect(JSON.stringify(preview)).toContain('来源不支持退订');
});
