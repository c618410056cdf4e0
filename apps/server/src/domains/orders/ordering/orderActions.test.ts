import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { insufficientBalance } from '@cardinal/contract/api/ledger/refusals.ts';
import type { OrderAction } from '@cardinal/contract/api/orders/batchActions.ts';
import { orderablePackages } from '@cardinal/contract/api/orders/orderablePackages.ts';
import { administratorsDoNotOrder, packageNotOrderable } from '@cardinal/contract/api/orders/refusals.ts';
import { addCards, card, cardsUnderTest, iccid, listSource, task } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { addRecord, balanceOf, fund, ordersWorkOff } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');
const child = await under.as('enterprise');
const rival = await under.as('rival');
const operator = await under.as('operator');
const admin = await under.as('admin');
const given = [
  { to: '10', from: '1', reserve: 800 },
  { to: '12', from: '10', reserve: 1_000 },
];
const product = await sellProduct(under.ctx, {
  carrierAccountId: under.accountId,
  customerIds: ['10', { to: '12', from: '10' }],
});
const pack = (rest = {}) => makePackage(under.ctx, { name: '1GB 月包', products: [product], given, ...rest });
const monthly = await pack();
let n = 0;
/** New cards of a customer, of the product unless another is named. */
async function cardsOf(customerId: string, count: number, rest: { productCode?: string | null } = {}) {
  const numbers = Array.from({ length: count }, () => (n += 1));
  await addCards(
    under,
    numbers.map((each) => ({ n: each, customerId })),
  );
  await under.db
    .updateTable('cards.card')
    .set({ product_code: product, ...('productCode' in rest ? { product_code: rest.productCode ?? null } : {}) })
    .where('iccid', 'in', numbers.map(iccid))
    .execute();
  return numbers;
}
type Caller = typeof agent;
const preview = (
  caller: Caller,
  numbers: readonly number[],
  parameters: object,
  action: OrderAction = 'order_package',
) => caller.call(previewSelection, { body: { action, source: listSource(numbers), parameters } });
const start = async (caller: Caller, numbers: readonly number[], parameters: object, action?: OrderAction) => {
  const { previewId } = (await preview(caller, numbers, parameters, action)).data as { previewId: string };
  return caller.call(startAction, { body: { previewId } });
};
const problemsOf = (answer: Awaited<ReturnType<typeof preview>>) =>
  ((answer.data ?? {}) as { errors?: { field: string; message: string }[] }).errors;
await fund(under, '12', 100_000);
await fund(under, '10', 100_000);

test('an enterprise orders at its own price; the levels above earn theirs, to the cent', async () => {
  const numbers = await cardsOf('12', 10);
  const answer = await preview(child, numbers, { packageId: monthly.id });
  expect(answer.data).toMatchObject({
    willTouch: 10,
    money: { total: '10000', currency: 'CNY', groups: [{ words: '1GB 月包', quantity: 10, unitPrice: '1000' }] },
  });
  const before = await balanceOf(under, '12');
  const started = await start(child, numbers, { packageId: monthly.id });
  const { taskId } = started.data as { taskId: string };
  expect(await balanceOf(under, '12')).toMatchObject({ balance: before.balance - 10_000n, frozen: 10_000n });
  const profit = await balanceOf(under, '10');
  await ordersWorkOff(under, { taskId });
  expect(await balanceOf(under, '12')).toMatchObject({ balance: before.balance - 10_000n, frozen: 0n });
  expect((await balanceOf(under, '10')).profitFrozen - profit.profitFrozen).toBe(2_000n);
  const steps = await under.db
    .selectFrom('orders.order_step as s')
    .innerJoin('orders.package_order as o', 'o.id', 's.order_id')
    .select(['s.customer_id', 's.reserve', 's.price', 's.margin'])
    .where('o.task_id', '=', taskId)
    .orderBy('s.level')
    .execute();
  // The platform earns what is left over its cost.
  expect(steps).toEqual([
    { customer_id: '1', reserve: '500', price: '800', margin: '300' },
    { customer_id: '10', reserve: '800', price: '1000', margin: '200' },
  ]);
  expect(await task(under, taskId)).toMatchObject({ done: 10, failed: 0, charged: '10000' });
  expect(await card(under, numbers[0] as number)).toMatchObject({ package_name: '1GB 月包' });
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('several periods are bought at once: each at its price at every level, one behind the other, as often as it may be renewed', async () => {
  const twice = await pack({ name: '可续一次', terms: { max_renewals: 1 } });
  const [first, second] = await cardsOf('12', 2);
  const two = { packageId: twice.id, periods: 2 };
  const shown = await preview(child, [first, second] as number[], two);
  expect(shown.data).toMatchObject({
    willTouch: 2,
    money: { total: '4000', groups: [{ words: '可续一次 × 2 期', quantity: 2, unitPrice: '2000' }] },
  });
  const [before, above] = [await balanceOf(under, '12'), await balanceOf(under, '10')];
  await ordersWorkOff(under, (await start(child, [first as number], two)).data as { taskId: string });
  expect((await balanceOf(under, '12')).balance - before.balance).toBe(-2_000n);
  expect((await balanceOf(under, '10')).profitFrozen - above.profitFrozen).toBe(400n);
  const records = await under.db
    .selectFrom('orders.package_usage')
    .select(['state', 'starts_at', 'ends_at'])
    .where('iccid', '=', iccid(first as number))
    .orderBy('starts_at')
    .execute();
  expect(records.map(({ state }) => state)).toEqual([1, 0]);
  expect(records[1]?.starts_at).toEqual(records[0]?.ends_at);
  // It had two of them, and one renewal is all there may be.
  const third = await preview(child, [first, second] as number[], { packageId: twice.id });
  expect(third.data).toMatchObject({ willTouch: 1, skipped: [{ reason: 'renewedEnough', count: 1 }] });
  const three = await preview(child, [second as number], { packageId: twice.id, periods: 3 });
  expect(three.data).toMatchObject({ willTouch: 0, skipped: [{ reason: 'renewedEnough', count: 1 }] });
  const once = await pack({ name: '不可续', terms: { renewable: false } });
  const both = await preview(child, [second as number], { packageId: once.id, periods: 2 });
  expect(both.data).toMatchObject({ willTouch: 0, skipped: [{ reason: 'notRenewable', count: 1 }] });
  for (const periods of [0, 13, 1.5, '2']) {
    const refused = await preview(child, [second as number], { packageId: twice.id, periods });
    expect(problemsOf(refused)).toMatchObject([{ field: 'parameters.periods' }]);
  }
  const added = await preview(child, [first as number], { packageId: twice.id, periods: 2 }, 'order_flow_refuel');
  expect(problemsOf(added)?.map(({ field }) => field)).toContain('parameters.periods');
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('what is offered for named cards is what one of their products may order', async () => {
  const [mine] = await cardsOf('12', 1);
  const [other] = await cardsOf('12', 1, { productCode: null });
  const idOf = async (number: number | undefined) => (await card(under, number as number)).id;
  const [withProduct, without] = [await idOf(mine), await idOf(other)];
  const [foreign] = await cardsOf('20', 1);
  const whyNot = async (cardIds?: readonly string[]) => {
    const query = { action: 'order_package', ...(cardIds ? { cardIds: [...cardIds] } : {}) } as const;
    const { packages } = await child.ask(orderablePackages, { query });
    return packages.find(({ id }) => id === monthly.id)?.whyNot;
  };
  expect(await whyNot()).toBeNull();
  expect(await whyNot([withProduct])).toBeNull();
  expect(await whyNot([without])).toBe('product');
  expect(await whyNot([without, withProduct])).toBeNull();
  // A package of another carrier is not offered at all, on the shelf or off it.
  const elsewhere = await pack({ name: '他网套餐', platform: 2, shelf_state: 0 });
  const offered = async (cardIds: readonly string[] = []) =>
    (await child.ask(orderablePackages, { query: { action: 'order_package', cardIds: [...cardIds] } })).packages.some(
      ({ id }) => id === elsewhere.id,
    );
  expect([await offered(), await offered([withProduct])]).toEqual([true, false]);
  // A card of another tree says nothing about itself.
  expect(await whyNot([await idOf(foreign)])).toBeNull();
  const many = Array.from({ length: 101 }, (_, at) => String(at + 1));
  expect((await child.call(orderablePackages, { query: { action: 'order_package', cardIds: many } })).status).toBe(422);
});

test('an agent pays its own price for cards of its customers; the platform names who pays; administrators do not order', async () => {
  const numbers = await cardsOf('12', 2);
  const own = await preview(agent, numbers, { packageId: monthly.id });
  expect(own.data).toMatchObject({ willTouch: 2, money: { total: '1600' } });
  expect(problemsOf(await preview(operator, numbers, { packageId: monthly.id }))).toMatchObject([
    { field: 'parameters.payerId', message: '请选择付款客户' },
  ]);
  const named = await preview(operator, numbers, { packageId: monthly.id, payerId: '12' });
  expect(named.data).toMatchObject({ willTouch: 2, money: { total: '2000', payer: expect.any(String) } });
  expect(problemsOf(await preview(agent, numbers, { packageId: monthly.id, payerId: '12' }))).toMatchObject([
    { field: 'parameters.payerId', message: '只能由本客户付款' },
  ]);
  expect(problemsOf(await preview(agent, numbers, { packageId: monthly.id, payerId: '20' }))).toMatchObject([
    { field: 'parameters.payerId', message: '客户不存在' },
  ]);
  const refused = await preview(admin, numbers, { packageId: monthly.id, payerId: '12' });
  expect([refused.code, refused.message]).toEqual([administratorsDoNotOrder.code, '管理员不能订购套餐']);
  // Cards of the agent itself are not the enterprise's to pay for.
  const others = await cardsOf('10', 1);
  const skipped = await preview(operator, [...numbers, ...others], { packageId: monthly.id, payerId: '12' });
  expect(skipped.data).toMatchObject({ willTouch: 2, skipped: [{ reason: 'notOfPayer', count: 1 }] });
});

test('a package that another tree has does not exist, nor one that is unknown', async () => {
  const numbers = await cardsOf('20', 1);
  for (const packageId of [monthly.id, '999999999999']) {
    expect(problemsOf(await preview(rival, numbers, { packageId }))).toMatchObject([
      { field: 'parameters.packageId', message: '套餐不存在' },
    ]);
  }
  expect(problemsOf(await preview(rival, numbers, {}))).toMatchObject([{ field: 'parameters.packageId' }]);
});

test('each switch skips its cards by its own words', async () => {
  const wordsOf = async (packageId: string, numbers: readonly number[], action?: OrderAction) => {
    const { data } = await preview(child, numbers, { packageId }, action);
    return (data as { skipped: { words: string; count: number }[] }).skipped.map(({ words, count }) => [words, count]);
  };
  const bound = await cardsOf('12', 1);
  const without = await cardsOf('12', 1, { productCode: null });
  expect(await wordsOf(monthly.id, [...bound, ...without])).toEqual([['套餐未绑定该产品', 1]]);
  expect(await wordsOf((await pack({ shelf_state: 0 })).id, bound)).toEqual([['套餐已下架', 1]]);
  expect(await wordsOf((await pack({ channels: ['api'] })).id, bound)).toEqual([['该渠道未上架', 1]]);
  expect(await wordsOf((await pack({ platform: 2 })).id, bound)).toEqual([['套餐属于其他运营商', 1]]);
  const named = await pack({ terms: { real_name_required: true } });
  expect(await wordsOf(named.id, bound)).toEqual([['套餐要求实名，卡未实名', 1]]);
  const recalled = await pack();
  await under.db
    .updateTable('packages.package_distribution')
    .set({ state: 'recalled' })
    .where('package_id', '=', recalled.id)
    .where('customer_id', '=', '10')
    .execute();
  expect(await wordsOf(recalled.id, bound)).toEqual([['套餐已停止分配（上级）', 1]]);
  expect(await wordsOf(monthly.id, bound, 'renew_package')).toEqual([['卡没有使用中的套餐，请用订购', 1]]);
  const addOn = await pack({ type: 'flowRefueling', scope: 2, terms: { follow_main: 2, renewable: false } });
  expect(await wordsOf(addOn.id, bound, 'order_flow_refuel')).toEqual([['无使用中的主套餐，不能订购加油包', 1]]);
  expect(problemsOf(await preview(child, bound, { packageId: addOn.id }))).toMatchObject([
    { field: 'parameters.packageId', message: '该操作不能订购此类型的套餐' },
  ]);
  expect(problemsOf(await preview(child, bound, { packageId: monthly.id }, 'order_voice_refuel'))).toMatchObject([
    { field: 'parameters.packageId' },
  ]);
});

test('what changes between preview and start is refused with its reason, and nothing is held', async () => {
  const numbers = await cardsOf('12', 1);
  const late = await pack();
  const { previewId } = (await preview(child, numbers, { packageId: late.id })).data as { previewId: string };
  await under.db.updateTable('packages.package').set({ shelf_state: 0 }).where('id', '=', late.id).execute();
  const before = await balanceOf(under, '12');
  const refused = await child.call(startAction, { body: { previewId } });
  expect([refused.code, refused.message]).toEqual([packageNotOrderable.code, '套餐当前不能订购：套餐已下架']);
  const dear = await pack({
    given: [
      { to: '10', from: '1', reserve: 1 },
      { to: '12', from: '10', reserve: 9_000_000 },
    ],
  });
  const short = await preview(child, numbers, { packageId: dear.id });
  expect((short.data as { money: { short: string } }).money.short).toContain('余额不足');
  expect((await start(child, numbers, { packageId: dear.id })).code).toBe(insufficientBalance.code);
  expect(await balanceOf(under, '12')).toEqual(before);
});

test('a renewal waits for what the card has; an add-on begins at once and ends with it', async () => {
  const [number] = (await cardsOf('12', 1)) as [number];
  const { id } = await card(under, number);
  const running = await addRecord(under, { id, iccid: iccid(number) }, -1, 5, { state: 1, customer_id: '12' });
  const renewed = await start(child, [number], { packageId: monthly.id }, 'renew_package');
  await ordersWorkOff(under, renewed.data as { taskId: string });
  const addOn = await pack({ type: 'flowRefueling', scope: 2, terms: { follow_main: 2, renewable: false } });
  const added = await start(child, [number], { packageId: addOn.id }, 'order_flow_refuel');
  await ordersWorkOff(under, added.data as { taskId: string });
  const [first, second, third] = await under.db
    .selectFrom('orders.package_usage')
    .select(['id', 'state', 'starts_at', 'ends_at'])
    .where('card_id', '=', id)
    .orderBy('id')
    .execute();
  expect([first?.id, second?.state, second?.starts_at]).toEqual([running, 0, first?.ends_at]);
  expect([third?.state, third?.ends_at]).toEqual([1, first?.ends_at]);
});

test('the picker names what the payer has, at its price, with what keeps it from being ordered', async () => {
  const off = await pack({ name: '旧包', shelf_state: 0 });
  const apart = await pack({ name: '接口包', channels: ['api'] });
  const { packages, mustNamePayer } = await child.ask(orderablePackages, {
    query: { action: 'order_package' },
  });
  expect(mustNamePayer).toBe(false);
  expect(packages.find((each) => each.id === monthly.id)).toMatchObject({ price: '1000', whyNot: null });
  expect(packages.find((each) => each.id === off.id)).toMatchObject({ whyNot: 'shelf' });
  // What is sold elsewhere alone is told here, not by the preview that refuses it.
  expect(packages.find((each) => each.id === apart.id)).toMatchObject({ whyNot: 'channel' });
  expect(packages.every(({ type }) => type === 'month')).toBe(true);
  const foreign = await rival.ask(orderablePackages, { query: { action: 'order_package' } });
  expect(foreign.packages.some((each) => each.id === monthly.id)).toBe(false);
  expect(await operator.ask(orderablePackages, { query: { action: 'order_package' } })).toEqual({
    mustNamePayer: true,
    packages: [],
  });
  const refused = await admin.call(orderablePackages, { query: { action: 'order_package' } });
  expect(refused.code).toBe(administratorsDoNotOrder.code);
});

test('of twenty starts at once on one balance only those it pays for are held, and each once', async () => {
  const numbers = await cardsOf('12', 20);
  const spare = await balanceOf(under, '12');
  const dear = await pack({
    given: [
      { to: '10', from: '1', reserve: 800 },
      { to: '12', from: '10', reserve: Number(spare.balance / 5n) },
    ],
  });
  const answers = await Promise.all(numbers.map((each) => start(child, [each], { packageId: dear.id })));
  const ok = answers.filter(({ code }) => code === '200');
  expect(ok).toHaveLength(5);
  expect(answers.every(({ code }) => code === '200' || code === insufficientBalance.code)).toBe(true);
  expect((await balanceOf(under, '12')).balance).toBe(spare.balance - 5n * (spare.balance / 5n));
  for (const { data } of ok) await ordersWorkOff(under, data as { taskId: string });
  expect((await balanceOf(under, '12')).frozen).toBe(0n);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
