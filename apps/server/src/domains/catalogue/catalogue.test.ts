import * as give from '@cardinal/contract/api/catalogue/productDistributions.ts';
import * as api from '@cardinal/contract/api/catalogue/products.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { openCarrierAccount } from '../carriers/accounts/openAccount.ts';
import { productHeldBy } from './face.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const [operator, agent, subagent, rival] = (await Promise.all(
  ['operator', 'agent', 'subagent', 'rival'].map((name) => host.as(name)),
)) as [Caller, Caller, Caller, Caller];
const account: string = await openCarrierAccount(ctx, {
  customerId: '1',
  name: '联通测试',
  adapter: 'jasper',
  baseUrl: 'http://127.0.0.1:9',
});

const terms = (more: object = {}) => ({
  name: '联通流量卡',
  carrierAccountId: account,
  kind: 1 as const,
  sizes: [1, 3] as (1 | 3)[],
  communicationPlan: 'DATA',
  businessMode: 2 as const,
  imeiLock: 'none' as const,
  testDays: 7,
  silentDays: 90,
  ...more,
});

let codes = 0;
async function makeProduct(who = operator, more: object = {}, isOn = true): Promise<{ id: string; code: string }> {
  codes += 1;
  const code = `P-${codes}`;
  const { id } = await who.ask(api.createProduct, { body: { code, ...terms(more) } });
  if (isOn) await who.ask(api.shelveProduct, { body: { id, state: 'on' } });
  return { id, code };
}
const distribute = (
  who: Caller,
  productId: string,
  customerIds: string[],
  price: object,
  effect: object = { effective: 0 },
) =>
  who.call(give.distributeProducts, {
    body: { customerIds, lines: [{ productId, ...price }], ...effect } as never,
  });
const given = async (who: Caller, productId: string) =>
  (await who.ask(give.listDistributions, { query: { productId: [productId] } as never })).list;
const listed = async (who: Caller, query: object = {}) =>
  (await who.ask(api.listProducts, { query: query as never })).list;

let cards = 0;
async function addCards(
  code: string,
  customerId: string,
  count: number,
  lifecycle = 'activated',
  version: number | null = 1,
) {
  const now = ctx.clock.now();
  const columns = [
    'id',
    'iccid',
    'platform',
    'carrier_account_id',
    'kind',
    'carrier_status',
    'lifecycle',
    'customer_id',
    'product_code',
    'product_version',
    'created_at',
    'updated_at',
  ];
  const rows = Array.from({ length: count }, () => {
    cards += 1;
    return [
      String(5_000_000 + cards),
      `8986019${String(cards).padStart(13, '0')}`,
      1,
      account,
      1,
      'ACTIVATED',
      lifecycle,
      customerId,
      code,
      version,
      now,
      now,
    ];
  });
  await ctx.copyRows('cards.card', columns, rows);
}

test('a carrier that is offered nowhere is in no picker, while its products stay in the list', async () => {
  const carrierAccountId = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '广电测试',
    adapter: 'broadnet',
    baseUrl: 'http://127.0.0.1:9',
  });
  const hidden = await makeProduct(operator, { carrierAccountId });
  const offered = await makeProduct();
  const codesIn = async (query: object) => (await operator.ask(api.productOptions, { query })).map(({ code }) => code);
  expect(await codesIn({})).toContain(offered.code);
  expect(await codesIn({})).not.toContain(hidden.code);
  expect(await codesIn({ platform: 8 })).toEqual([]);
  expect(await codesIn({ platform: 1, kind: 1 })).toContain(offered.code);
  expect(await codesIn({ platform: 1, kind: 2 })).not.toContain(offered.code);
  expect(await codesIn({ id: offered.id })).toEqual([offered.code]);
  expect(await codesIn({ code: offered.code })).toEqual([offered.code]);
  await operator.ask(api.shelveProduct, { body: { id: offered.id, state: 'off' } });
  expect(await codesIn({})).not.toContain(offered.code);
  expect(await codesIn({ id: offered.id })).toEqual([offered.code]);
  expect(await rival.ask(api.productOptions, { query: { id: offered.id } })).toEqual([]);
  expect((await listed(operator, { platform: ['8'] })).map(({ code }) => code)).toEqual([hidden.code]);
});

test('a draft becomes a product once it is complete, and its code is never used again', async () => {
  const { id, code } = await makeProduct(operator, { communicationPlan: null }, false);
  expect(await listed(operator, { keyword: code })).toMatchObject([
    { id, code, state: 'draft', gaps: ['communicationPlan'], isOwn: true, cards: 0, version: 1, platform: 1 },
  ]);
  expect((await listed(operator, { incomplete: 'true' })).map((row) => row.id)).toContain(id);
  const refused = await operator.call(api.shelveProduct, { body: { id, state: 'on' } });
  expect(refused).toMatchObject({ code: '4090702', message: '产品尚不完整：缺 通信计划' });
  await operator.ask(api.editProduct, { body: { id, version: 1, ...terms() } });
  await operator.ask(api.shelveProduct, { body: { id, state: 'on' } });
  expect((await operator.call(api.deleteProduct, { body: { id } })).code).toBe('4090704');
  const gone = await makeProduct(operator, {}, false);
  await operator.ask(api.deleteProduct, { body: { id: gone.id } });
  for (const again of [gone.code, gone.code.toLowerCase()]) {
    const answer = await operator.call(api.createProduct, { body: { code: again, ...terms() } });
    expect(answer).toMatchObject({ code: '4090701', data: { errors: [{ field: 'code' }] } });
  }
});

test('bad terms are told at their fields', async () => {
  const bad = await operator.call(api.createProduct, {
    raw: { body: { code: '坏 码', ...terms({ name: '短', sizes: [], testDays: -1, cardPrice: '1.5' }), name: 'x' } },
  });
  expect(bad.status).toBe(422);
  const fields = (bad.data as unknown as { errors: { field: string }[] }).errors.map((each) => each.field);
  expect(fields).toEqual(expect.arrayContaining(['code', 'name', 'sizes', 'testDays', 'cardPrice']));
  const account = await agent.call(api.createProduct, { body: { code: 'AGENT-OWN', ...terms() } });
  expect(account).toMatchObject({ status: 422, data: { errors: [{ field: 'carrierAccountId' }] } });
});

test('every edit is a version with its differences; a second editor is told to look again', async () => {
  const { id, code } = await makeProduct();
  await addCards(code, '10', 3);
  await addCards(code, '10', 1, 'cancelled');
  const edited = await operator.ask(api.editProduct, {
    body: { id, version: 1, ...terms({ testDays: 3, sizes: [1] }) },
  });
  expect(edited).toEqual({ id, version: 2, cards: 3 });
  const late = await operator.call(api.editProduct, { body: { id, version: 1, ...terms({ testDays: 5 }) } });
  expect(late.code).toBe('4090002');
  const moved = await operator.call(api.editProduct, { body: { id, version: 2, ...terms({ kind: 3 }) } });
  expect(moved).toMatchObject({ code: '4090703', data: { errors: [{ field: 'kind' }] } });
  const [second, first] = await operator.ask(api.readProductVersions, { query: { id } });
  expect(first).toMatchObject({ version: 1, by: 'operator', changes: [] });
  expect(second?.changes.map(({ label, from, to }) => [label, from, to])).toEqual([
    ['卡片规格', expect.stringContaining('、'), expect.not.stringContaining('、')],
    ['测试期（天）', '7', '3'],
  ]);
  expect(await operator.ask(api.readProduct, { query: { id } })).toMatchObject({ cards: 4, olderCards: 3, version: 2 });
});

test('prices rise down the tree and never go below what their giver owes', async () => {
  const { id, code } = await makeProduct();
  expect((await distribute(operator, id, ['11'], { reservePrice: '500' })).code).toBe('4000702');
  expect((await distribute(agent, id, ['11'], { reservePrice: '500' })).code).toBe('4040001');
  expect(await distribute(operator, id, ['10'], { reservePrice: '500' })).toMatchObject({
    data: { given: 1, repriced: 0 },
  });
  expect(await listed(agent, { keyword: code })).toMatchObject([
    { isOwn: false, myReservePrice: '500', cardPrice: null },
  ]);
  const low = await distribute(agent, id, ['11'], { reservePrice: '499' });
  expect(low).toMatchObject({
    code: '4000701',
    message: '价格不能低于底价 5.00',
    data: { errors: [{ field: 'lines.0.reservePrice' }] },
  });
  const floor = await distribute(agent, id, ['11'], { reservePrice: '600', minPrice: '599' });
  expect(floor).toMatchObject({ code: '4000701', data: { errors: [{ field: 'lines.0.minPrice' }] } });
  expect((await distribute(agent, id, ['11'], { reservePrice: '600', minPrice: '650' })).code).toBe('200');
  await addCards(code, '11', 4);
  await addCards(code, '11', 2, 'stopped');
  expect(await given(agent, id)).toMatchObject([
    { customerId: '11', state: 'on', reservePrice: '600', minPrice: '650', margin: '100', cards: 6, activated: 4 },
  ]);
  expect(await given(operator, id)).toMatchObject([{ customerId: '10', margin: '500', cards: 6, further: 1 }]);
  expect(await given(rival, id)).toEqual([]);
  expect(await listed(rival, { keyword: code })).toEqual([]);
  expect((await rival.call(api.readProduct, { query: { id } })).code).toBe('4040001');
});

test('a floor that rises over a child’s price stops the sale until the child is repriced, from its day on', async () => {
  const { id, code } = await makeProduct();
  await distribute(operator, id, ['10'], { reservePrice: '500' });
  await distribute(agent, id, ['11'], { reservePrice: '520' });
  const [toAgent] = await given(operator, id);
  await operator.ask(give.editDistributionPrice, {
    body: { id: String(toAgent?.id), reservePrice: '530', effective: 1 },
  });
  expect(await given(operator, id)).toMatchObject([
    { reservePrice: '500', nextReservePrice: '530', nextFrom: '2026-11-30T16:00:00.000Z' },
  ]);
  expect(await given(agent, id)).toMatchObject([{ state: 'on' }]);
  const held = async () => (await productHeldBy(ctx, code, ['11'])).get('11')?.notSold?.zh;
  expect(await held()).toBeUndefined();
  // A price agreed for next month must reach next month's floor already.
  const early = await distribute(agent, id, ['11'], { reservePrice: '525' }, { effective: 1 });
  expect(early.code).toBe('4000701');
  // The effective day has come; moving the clock would end the sessions.
  await host.db
    .deleteFrom('catalogue.card_price')
    .where('distribution_id', '=', String(toAgent?.id))
    .where('reserve_price', '=', '500')
    .execute();
  await host.db
    .updateTable('catalogue.card_price')
    .set({ effective_at: new Date(ctx.clock.now().getTime() - 1) })
    .where('distribution_id', '=', String(toAgent?.id))
    .where('effective_at', '>', ctx.clock.now())
    .execute();
  expect(await given(agent, id)).toMatchObject([{ state: 'toReprice' }]);
  expect((await agent.ask(give.listDistributions, { query: { state: ['toReprice'] } as never })).list).toHaveLength(1);
  expect(await held()).toBe('待调价');
  expect(await distribute(agent, id, ['11'], { reservePrice: '530' })).toMatchObject({ data: { repriced: 1 } });
  expect(await held()).toBeUndefined();
});

test('a day that has come is refused, and a waiting price is replaced by the next', async () => {
  const { id } = await makeProduct();
  await distribute(operator, id, ['10'], { reservePrice: '500' });
  const [row] = await given(operator, id);
  const change = (body: object) =>
    operator.call(give.editDistributionPrice, { body: { id: String(row?.id), reservePrice: '510', ...body } as never });
  expect(await change({ effective: 2 })).toMatchObject({ status: 422, data: { errors: [{ field: 'effectiveOn' }] } });
  expect((await change({ effective: 2, effectiveOn: '2026-11-20' })).status).toBe(422);
  expect((await change({ effective: 2, effectiveOn: '2026-12-24' })).code).toBe('200');
  expect((await change({ effective: 1, reservePrice: '520' })).code).toBe('200');
  expect(await given(operator, id)).toMatchObject([{ nextReservePrice: '520', nextFrom: '2026-11-30T16:00:00.000Z' }]);
  expect(
    (await agent.call(give.editDistributionPrice, { body: { id: String(row?.id), reservePrice: '510', effective: 0 } }))
      .code,
  ).toBe('4040001');
});

test('a recall says what it touches, goes all the way down, and leaves the cards', async () => {
  const { id, code } = await makeProduct();
  await distribute(operator, id, ['10', '20'], { reservePrice: '500' });
  await distribute(agent, id, ['11', '12'], { reservePrice: '600' });
  const { id: variant } = await agent.ask(api.createProduct, {
    body: { code: 'A-VARIANT', baseId: id, ...terms({ name: '甲车联卡', testDays: 3, cardPrice: '800' }) },
  });
  await agent.ask(api.shelveProduct, { body: { id: variant, state: 'on' } });
  await distribute(agent, variant, ['12'], { reservePrice: '700' });
  await addCards(code, '11', 5);
  const row = (await given(operator, id)).find((each) => each.customerId === '10');
  const preview = await operator.ask(give.previewRecall, { query: { id: String(row?.id) } });
  expect(preview).toMatchObject({ levels: 2, cards: 5, activated: 5, variants: [{ code: 'A-VARIANT' }] });
  expect(preview.customers.map((each) => [each.id, each.depth, each.cards])).toEqual([
    ['10', 0, 0],
    ['11', 1, 5],
    ['12', 1, 0],
  ]);
  expect(await operator.ask(give.recallProduct, { body: { id: String(row?.id) } })).toEqual({
    customers: 3,
    variants: 1,
  });
  expect((await productHeldBy(ctx, code, ['11'])).get('11')?.notSold?.zh).toBe('产品已停止下发');
  expect((await productHeldBy(ctx, code, ['20'])).get('20')?.notSold).toBeUndefined();
  expect(await listed(subagent, { keyword: code })).toEqual([]);
  expect(await listed(agent, { keyword: 'A-VARIANT' })).toMatchObject([{ state: 'off', gaps: ['baseGone'] }]);
  expect((await agent.call(api.shelveProduct, { body: { id: variant, state: 'on' } })).code).toBe('4090702');
  expect((await operator.call(give.recallProduct, { body: { id: String(row?.id) } })).code).toBe('4090707');
  const kept = await host.db.selectFrom('cards.card').select('id').where('product_code', '=', code).execute();
  expect(kept).toHaveLength(5);
  expect(await distribute(operator, id, ['10'], { reservePrice: '510' })).toMatchObject({ data: { given: 1 } });
  expect((await productHeldBy(ctx, code, ['10'])).get('10')?.notSold).toBeUndefined();
});

test('a variant only narrows, and what it takes over changes with its base', async () => {
  const { id } = await makeProduct();
  await distribute(operator, id, ['10'], { reservePrice: '500', minPrice: '550' });
  const make = (code: string, more: object) =>
    agent.call(api.createProduct, { body: { code, baseId: id, ...terms(more) } as never });
  expect(await make('V-WIDE', { testDays: 8, sizes: [1, 2] })).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'sizes' }, { field: 'testDays' }] },
  });
  expect(await make('V-CHEAP', { cardPrice: '549' })).toMatchObject({
    code: '4000701',
    data: { errors: [{ field: 'cardPrice' }] },
  });
  const made = await make('V-GOOD', { testDays: 5, cardPrice: '900' });
  const variant = (made.data as { id: string }).id;
  // The price owed for the base product is the floor of its variant, and the variant's margin counts from there.
  await agent.ask(api.shelveProduct, { body: { id: variant, state: 'on' } });
  expect(await distribute(agent, variant, ['11'], { reservePrice: '549' })).toMatchObject({ code: '4000701' });
  await distribute(agent, variant, ['11'], { reservePrice: '700' });
  expect(await given(agent, variant)).toMatchObject([{ margin: '200', state: 'on' }]);
  expect((await rival.call(api.createProduct, { body: { code: 'V-RIVAL', baseId: id, ...terms() } })).code).toBe(
    '4040001',
  );
  expect((await agent.call(api.editProduct, { body: { id, version: 1, ...terms() } })).code).toBe('4030701');
  await operator.ask(api.editProduct, {
    body: { id, version: 1, ...terms({ communicationPlan: 'DATA-2', testDays: 4 }) },
  });
  expect(await agent.ask(api.readProduct, { query: { id: variant } })).toMatchObject({
    communicationPlan: 'DATA-2',
    testDays: 5,
    version: 2,
    gaps: ['base'],
  });
});

test('a template child is copied; a wrong line saves nothing unless only the valid are asked for', async () => {
  const [one, two] = [await makeProduct(), await makeProduct()];
  await distribute(operator, one.id, ['20'], { reservePrice: '500', minPrice: '600' });
  await distribute(operator, two.id, ['20'], { reservePrice: '700' });
  await operator.ask(api.shelveProduct, { body: { id: two.id, state: 'off' } });
  const copy = (validOnly: boolean) =>
    operator.call(give.copyDistributions, { body: { templateCustomerId: '20', customerIds: ['3'], validOnly } });
  expect((await copy(false)).code).toBe('4090706');
  expect(await given(operator, one.id)).toHaveLength(1);
  const done = await copy(true);
  expect(done.data).toMatchObject({ wrong: [{ code: two.code, words: '已下架' }] });
  expect((await given(operator, one.id)).find((row) => row.customerId === '3')).toMatchObject({
    reservePrice: '500',
    minPrice: '600',
  });
  expect((await given(operator, two.id)).some((row) => row.customerId === '3')).toBe(false);
});

test('a carrier account that is switched off shows on its products and stops their giving', async () => {
  const { id } = await makeProduct();
  await host.db.updateTable('carriers.account').set({ state: 'off' }).where('id', '=', account).execute();
  expect((await operator.ask(api.readProduct, { query: { id } })).gaps).toEqual(['account']);
  expect(await distribute(operator, id, ['10'], { reservePrice: '500' })).toMatchObject({
    code: '4090705',
    message: '产品当前不能下发：通道停用',
  });
  await host.db.updateTable('carriers.account').set({ state: 'on' }).where('id', '=', account).execute();
});

test('a margin makes the price from what the giver pays when it begins', async () => {
  const { id } = await makeProduct();
  await distribute(operator, id, ['10'], { reservePrice: '500' });
  expect(await distribute(agent, id, ['11'], { margin: '120' })).toMatchObject({ code: '200' });
  expect(await given(agent, id)).toMatchObject([{ reservePrice: '620', margin: '120' }]);
  for (const wrong of [{}, { reservePrice: '700', margin: '1' }]) {
    expect(await distribute(agent, id, ['11'], wrong)).toMatchObject({
      data: { errors: [{ field: 'lines.0.reservePrice' }] },
    });
  }
});

test('the matrix finds what was not given, and what earns too little', async () => {
  const [one, two] = [await makeProduct(), await makeProduct()];
  for (const { id } of [one, two]) await distribute(operator, id, ['10'], { reservePrice: '500' });
  await distribute(agent, one.id, ['11', '12'], { margin: '80' });
  await distribute(agent, two.id, ['11'], { margin: '10' });
  await addCards(one.code, '12', 3);
  const ask = (query: object, who = agent) => who.ask(give.readDistributionMatrix, { query: query as never });
  const names = ({ children }: Awaited<ReturnType<typeof ask>>) => children.map(({ id }) => id);
  const both = await ask({ product: 'P-' });
  expect(both.products.map(({ code }) => code)).toEqual(expect.arrayContaining([one.code, two.code]));
  const cells = both.children.find(({ id }) => id === '12')?.cells;
  expect(cells?.find(({ productId }) => productId === one.id)).toMatchObject({ state: 'on', margin: '80', cards: 3 });
  expect(cells?.some(({ productId }) => productId === two.id)).toBe(false);
  expect(names(await ask({ product: two.code, find: 'missing' }))).not.toContain('11');
  expect(names(await ask({ product: two.code, find: 'missing' }))).toContain('12');
  expect(names(await ask({ product: two.code, find: 'belowMargin', marginBelow: '50' }))).toEqual(['11']);
  expect((await ask({ product: one.code }, rival)).products).toEqual([]);
});
