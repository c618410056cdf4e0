import {
  listPackageOrderRecords,
  listUnsubscribeRecords,
  readPackageOrder,
} from '@cardinal/contract/api/orders/packageOrders.ts';
import { editCustomerSetting } from '@cardinal/contract/api/settings/settings.ts';
import { notFound, periodTooLong } from '@cardinal/contract/framework/standardRefusals.ts';
import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { fund, order, ordersWorkOff, sellPackage, unsubscribe } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(cardsUnderTest());
// 1 platform, 10 agent, 12 enterprise below it; 20 is another tree.
const sold = await sellPackage(under, { 1: 500, 10: 800, 12: 1_000 }, { refund_rule: 'wholeUnstarted' });
await fund(under, '12', 50_000);
await addCards(
  under,
  [1, 2, 3].map((n) => ({ n, customerId: '12' })),
);
// The third is cancelled after the order was accepted.
const first = await order(under, sold, '12', [1, 2, 3]);
await under.db.updateTable('cards.card').set({ carrier_status: 'RETIRED' }).where('iccid', '=', iccid(3)).execute();
await ordersWorkOff(under, first);
// One waits behind the first, and is given back.
await ordersWorkOff(under, await order(under, sold, '12', [1]));
await ordersWorkOff(under, await unsubscribe(under, '12', [1], { usages: 'waiting' }));

const [admin, agent, enterprise, rival, norole] = await Promise.all(
  ['admin', 'agent', 'enterprise', 'rival', 'norole'].map((name) => under.as(name)),
);
const orderOf = async (taskId: string) =>
  under.db.selectFrom('orders.package_order').selectAll().where('task_id', '=', taskId).executeTakeFirstOrThrow();
const placed = await orderOf(first.taskId);
const recordsOf = async (who = admin, query = {}) => (await who!.ask(listPackageOrderRecords, { query })).list;

test('an order of three cards is three records: what each level pays and earns is its own', async () => {
  const query = { orderNo: [placed.order_no] };
  const [failed, , done] = (await recordsOf(enterprise, query)).sort((a, b) => b.lineState - a.lineState);
  expect(done).toMatchObject({ price: '1000', cost: '1000', margin: null, usageState: 1, failure: null });
  expect(failed).toMatchObject({ price: null, cost: null, usageState: null, startsAt: null });
  expect(failed?.failure).toBeTruthy();
  const money = async (who: typeof admin) =>
    (await recordsOf(who, { ...query, lineState: [2] })).map(({ price, cost, margin }) => [price, cost, margin]);
  expect(await money(agent)).toEqual(Array.from({ length: 2 }, () => ['1000', '800', '200']));
  expect(await money(admin)).toEqual(Array.from({ length: 2 }, () => ['1000', '500', '300']));
  expect(await recordsOf(rival, query)).toEqual([]);
});

test('the failure is said in the caller’s language', async () => {
  const query = { orderNo: [placed.order_no], lineState: [4] };
  const [zh] = await recordsOf(agent, query);
  const en = await agent!.ask(listPackageOrderRecords, { query, language: 'en' });
  expect([zh?.failure, en.list[0]?.failure]).toEqual(['卡已销户', expect.stringMatching(/cancelled/i)]);
});

test('records are found by card, segment, package, state and customer', async () => {
  const countOf = async (query: object) => (await recordsOf(agent, query)).length;
  expect(await countOf({ identifierType: 1, identifiers: iccid(1) })).toBe(2);
  expect(await countOf({ startIccid: iccid(2), endIccid: iccid(3) })).toBe(2);
  expect(await countOf({ packageNameContains: '月包' })).toBe(4);
  expect(await countOf({ packageNameContains: '没有' })).toBe(0);
  expect(await countOf({ usageState: [3] })).toBe(1);
  expect(await countOf({ under: '12', platform: [1] })).toBe(4);
  expect(await countOf({ under: '20' })).toBe(0);
});

test('a record says the number of its card to whoever sees the card, and the whole number finds it', async () => {
  const number = '1064900000001';
  await under.db.updateTable('cards.card').set({ business_number: number }).where('iccid', '=', iccid(1)).execute();
  const numbers = async (query: object) =>
    (await recordsOf(agent, query)).map(({ businessNumber }) => businessNumber).sort();
  expect(await numbers({ iccid: [iccid(1)] })).toEqual([number, number]);
  expect(await numbers({ businessNumber: number })).toEqual([number, number]);
  expect(await numbers({ businessNumber: number.slice(0, 8) })).toEqual([]);
  const given = (await agent!.ask(listUnsubscribeRecords, { query: { businessNumber: number } })).list;
  expect(given.map(({ businessNumber }) => businessNumber)).toEqual([number]);
  await agent!.ask(editCustomerSetting, { body: { name: 'masksNumbers', value: true } });
  expect(await numbers({ iccid: [iccid(1)] })).toEqual(Array(2).fill(expect.stringMatching(/\*+0001$/)));
  // A card that was given to another customer is not the payer's any more: the record stays, without the number.
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('iccid', '=', iccid(1)).execute();
  expect(await numbers({ iccid: [iccid(1)] })).toEqual([null, null]);
  expect(await numbers({ businessNumber: number })).toEqual([]);
  await under.db.updateTable('cards.card').set({ customer_id: '12' }).where('iccid', '=', iccid(1)).execute();
});

test('a failed record names the task that retries it, to whoever sees that task', async () => {
  const query = { orderNo: [placed.order_no] };
  const tasksOf = async (who: typeof admin) =>
    (await recordsOf(who, query)).map(({ lineState, taskId }) => [lineState, taskId]).sort();
  const expected = [
    [2, null],
    [2, null],
    [4, first.taskId],
  ];
  expect(await tasksOf(enterprise)).toEqual(expected);
  expect(await tasksOf(admin)).toEqual(expected);
});

test('a period of more than three months is refused', async () => {
  const query = { createdAtFrom: '2026-01-01T00:00:00Z', createdAtTo: '2026-11-01T00:00:00Z' };
  expect((await admin!.call(listPackageOrderRecords, { query })).code).toBe(periodTooLong.code);
  expect((await admin!.call(listUnsubscribeRecords, { query })).code).toBe(periodTooLong.code);
  expect((await norole!.call(listPackageOrderRecords, {})).status).toBe(403);
});

test('what was unsubscribed: given back to the payer, and at the caller’s own level', async () => {
  const moneyOf = async (who: typeof admin) => {
    const { list, summary } = await who!.ask(listUnsubscribeRecords, {});
    return [list.map(({ amount, costBack, marginBack }) => [amount, costBack, marginBack]), summary.sums];
  };
  const sums = [{ currency: 'CNY', rows: 1, amount: '1000' }];
  expect(await moneyOf(enterprise)).toEqual([[['1000', '1000', null]], sums]);
  expect(await moneyOf(agent)).toEqual([[['1000', '800', '200']], sums]);
  expect(await moneyOf(admin)).toEqual([[['1000', '500', '300']], sums]);
  expect(await moneyOf(rival)).toEqual([[], []]);
  const [record] = (await agent!.ask(listUnsubscribeRecords, {})).list;
  expect(record).toMatchObject({
    stateBefore: 0,
    rule: 'wholeUnstarted',
    left: { of: '1', whole: '1' },
    price: '1000',
  });
});

test('the panel shows the steps from the caller down, failures, and the postings that add up', async () => {
  const read = (who: typeof admin) => who!.ask(readPackageOrder, { query: { id: placed.id } });
  const stepsOf = async (who: typeof admin) =>
    (await read(who)).steps.map(({ customerId, cost, price, margin }) => [customerId, cost, price, margin]);
  expect(await stepsOf(admin)).toEqual([
    ['1', '500', '800', '300'],
    ['10', '800', '1000', '200'],
  ]);
  expect(await stepsOf(agent)).toEqual([['10', '800', '1000', '200']]);
  expect(await stepsOf(enterprise)).toEqual([]);
  const { transactions, ...shown } = await read(agent);
  expect(shown).toMatchObject({ name: placed.order_no, lines: 3, settledLines: 2, paid: '2000', refunded: '0' });
  expect(shown.failures).toEqual([{ words: '卡已销户', lines: 1 }]);
  expect(transactions.map(({ step, balance, frozen, earned }) => [step, balance, frozen, earned])).toEqual([
    ['hold', '-3000', '3000', '0'],
    ['settle', '0', '-2000', '400'],
    ['release', '1000', '-1000', '0'],
  ]);
  expect((await read(admin)).transactions.map(({ earned }) => earned)).toEqual(['0', '1600', '0']);
  expect((await rival!.call(readPackageOrder, { query: { id: placed.id } })).code).toBe(notFound.code);
});
