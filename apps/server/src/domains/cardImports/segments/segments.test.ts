import * as api from '@cardinal/contract/api/cardImports/cardScopes.ts';
import { undoImport } from '@cardinal/contract/api/cardImports/imports.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { sheetOf } from '@cardinal/testing/sheets.ts';
import { expect, test } from 'vitest';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';
import { workTasks } from '../../tasks/leases/workTasks.ts';
import { noteUnmatchedCards } from '../unmatched/unmatchedCards.ts';
import { takeInSegments } from './takeInSegments.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const [admin, agent] = [await host.as('admin'), await host.as('agent')];
const carrierAccountId = await openCarrierAccount(ctx, {
  customerId: '1',
  name: '联通测试',
  adapter: 'jasper',
  baseUrl: 'http://127.0.0.1:9',
});
const productCode = await sellProduct(ctx, { carrierAccountId, customerIds: ['20'] });

const number = (n: number) => `898606${String(n).padStart(13, '0')}`;
const row = (from: number, to: number) => ({ startIccid: number(from), endIccid: number(to) });
const register = (rows: object[], who = admin, more: object = {}) =>
  who.call(api.importCardScopes, { body: { carrierAccountId, productCode, rows, ...more } as never });
const segments = async (query: object, who = admin) =>
  (await who.ask(api.listCardScopes, { query: query as never })).list;
const work = () => workTasks(ctx, new AbortController().signal);

test('rows that overlap are named both, and nothing is saved', async () => {
  const answer = await register([row(0, 9), row(20, 29), row(40, 49), row(60, 69), row(29, 35)]);
  expect(answer).toMatchObject({ code: '4090830' });
  expect(answer.message).toContain(`2: ${number(20)}-${number(29)}`);
  expect(answer.message).toContain(`5: ${number(29)}-${number(35)}`);
  expect(await segments({})).toEqual([]);
  expect(await register([row(0, 9), row(20, 29)])).toMatchObject({ data: { segments: 2, numbers: 20 } });
  // With and without the check digit it is the same Unicom number.
  const again = await register([{ startIccid: `${number(5)}1`, endIccid: `${number(6)}9` }]);
  expect(again).toMatchObject({ code: '4090830' });
  expect(again.message).toContain(number(9));
});

test('a bad row is told with its number; a product of another carrier or one’s own lack of it at the product', async () => {
  const bad = await register([row(100, 109), { startIccid: number(120), endIccid: number(110) }]);
  expect(bad).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'rows', message: '第 2 行：结束号码不能小于起始号码' }] },
  });
  expect((await register([row(100, 10_101)])).status).toBe(422);
  const other = await sellProduct(ctx, { carrierAccountId, platform: 2 });
  expect(await register([row(100, 109)], admin, { productCode: other })).toMatchObject({
    data: { errors: [{ field: 'productCode', message: '产品与通道的运营商不一致' }] },
  });
  expect(await register([row(100, 109)], admin, { productCode: 'NOBODYS' })).toMatchObject({
    data: { errors: [{ field: 'productCode', message: '产品不存在' }] },
  });
});

test('a segment makes its cards once, under its product, and can be undone like any import', async () => {
  await register([row(1_000, 1_099)]);
  const [segment] = await segments({ iccid: number(1_050) });
  expect(segment).toMatchObject({ numbers: 100, cards: 0, missing: 100, operator: 'admin' });
  const id = String(segment?.id);
  const made = await admin.ask(api.generateCardScope, { body: { id } });
  expect(made.cards).toBe(100);
  await work();
  const cards = await host.db
    .selectFrom('cards.card')
    .select(['iccid', 'product_code', 'product_version', 'customer_id'])
    .where('import_batch_id', '=', made.batchId)
    .execute();
  expect(cards).toHaveLength(100);
  expect(cards[0]).toMatchObject({ product_code: productCode, product_version: 1, customer_id: '1' });
  expect(cards[0]?.iccid).toHaveLength(20);
  expect(await segments({ iccid: number(1_050) })).toMatchObject([{ cards: 100, missing: 0 }]);
  expect((await segments({ incomplete: 'true' })).map((each) => each.id)).not.toContain(id);
  expect((await admin.call(api.generateCardScope, { body: { id } })).code).toBe('4090832');
  expect(await admin.call(api.deleteCardScope, { body: { id } })).toMatchObject({
    code: '4090831',
    message: '号段内已有 100 张卡，不能删除',
  });
  await admin.ask(undoImport, { body: { batchId: made.batchId } });
  await work();
  expect((await admin.call(api.deleteCardScope, { body: { id } })).code).toBe('200');
});

test('the gaps of a segment are told as ranges, and go when their cards are made', async () => {
  await register([row(60_000, 60_009)]);
  const [segment] = await segments({ iccid: number(60_003) });
  const segmentId = String(segment?.id);
  const gaps = async () =>
    (
      await admin.ask(api.listCardScopeGaps, { query: { segmentId: [segmentId], pageNum: 1, pageSize: 10 } as never })
    ).list.map(({ startNumber, endNumber, numbers }) => [startNumber, endNumber, numbers]);
  expect(await gaps()).toEqual([[number(60_000), number(60_009), 10]]);
  const taken = [60_000, 60_004, 60_005, 60_009].map((n) => ({ iccid: withCheckDigit(number(n)), status: null }));
  await noteUnmatchedCards(ctx, carrierAccountId, taken);
  await takeInSegments(ctx);
  await work();
  expect(await gaps()).toEqual([
    [number(60_001), number(60_003), 3],
    [number(60_006), number(60_008), 3],
  ]);
  await admin.ask(api.generateCardScope, { body: { id: segmentId } });
  await work();
  expect(await gaps()).toEqual([]);
  expect((await agent.call(api.listCardScopeGaps, { query: { segmentId: [segmentId] } as never })).code).toBe(
    '4030001',
  );
});

test('segments are found by a range they share a number with', async () => {
  await register([row(61_000, 61_009), row(61_020, 61_029)]);
  const found = async (from: number, to: number) =>
    (await segments({ iccid: `${number(from)}-${number(to)}`, sort: 'startIccid' })).map((each) => each.startIccid);
  expect(await found(61_009, 61_020)).toEqual([number(61_000), number(61_020)]);
  expect(await found(61_010, 61_019)).toEqual([]);
  expect(await segments({ overlaps: 'true' })).toEqual([]);
});

test('the register is the platform’s alone', async () => {
  for (const who of [agent, await host.as('rival')]) {
    expect((await who.call(api.listCardScopes, {})).code).toBe('4030001');
    expect((await register([row(5_000, 5_009)], who)).code).toBe('4030001');
  }
});

test('a sheet gives the rows that are then registered; what is wrong with it is said by its row', async () => {
  const send = async (rows: readonly (readonly string[])[]) => {
    const content = await sheetOf(['起始 ICCID', '结束 ICCID'], rows);
    return admin.call(api.uploadCardScopes, { body: {}, file: { name: 'segments.xlsx', content } });
  };
  const read = await send([
    [number(7_000), number(7_009)],
    [number(7_100), number(7_109)],
  ]);
  expect(read.data).toEqual({ rows: [row(7_000, 7_009), row(7_100, 7_109)] });
  expect(await segments({ iccid: number(7_000) })).toEqual([]);
  expect(await register(read.data.rows)).toMatchObject({ data: { segments: 2, numbers: 20 } });
  expect(JSON.stringify((await send([[number(7_200), '']])).data)).toContain('第 2 行');
});

test('a card its carrier tells of within a known segment gets its product without hands, once; another account’s does not', async () => {
  await register([row(17_000, 17_099)]);
  const listed = [17_010, 17_011].map((n) => ({ iccid: withCheckDigit(number(n)), status: 'ACTIVATED' }));
  await noteUnmatchedCards(ctx, carrierAccountId, [...listed, { iccid: withCheckDigit(number(19_500)), status: null }]);
  const elsewhere = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '另一通道',
    adapter: 'jasper',
    baseUrl: 'http://127.0.0.1:9',
  });
  await noteUnmatchedCards(ctx, elsewhere, [{ iccid: withCheckDigit(number(17_020)), status: null }]);
  expect(await takeInSegments(ctx)).toBe(2);
  expect(await takeInSegments(ctx)).toBe(0);
  await work();
  const cards = await host.db
    .selectFrom('cards.card')
    .select(['iccid', 'product_code', 'customer_id', 'carrier_account_id'])
    .where('iccid', '>=', number(17_000))
    .where('iccid', '<', number(20_000))
    .orderBy('iccid')
    .execute();
  const facts = { product_code: productCode, customer_id: '1', carrier_account_id: carrierAccountId };
  expect(cards).toEqual(listed.map(({ iccid }) => ({ iccid, ...facts })));
  const [segment] = await segments({ iccid: number(17_050) });
  expect(segment).toMatchObject({ cards: 2, missing: 98 });
  const left = await host.db
    .selectFrom('card_imports.unmatched_carrier_card')
    .select('iccid')
    .where('state', '=', 'open')
    .execute();
  expect(left.map(({ iccid }) => iccid).sort()).toEqual([17_020, 19_500].map((n) => withCheckDigit(number(n))));
});

test('segments whose product is not to be had hold up no other', async () => {
  const gone = await sellProduct(ctx, { carrierAccountId });
  for (let n = 0; n < 21; n++) await register([row(30_000 + n, 30_000 + n)], admin, { productCode: gone });
  await host.db.updateTable('catalogue.product').set({ state: 'off' }).where('code', '=', gone).execute();
  await register([row(31_000, 31_009)]);
  const told = [...Array(21).keys()].map((n) => 30_000 + n).concat(31_005);
  await noteUnmatchedCards(
    ctx,
    carrierAccountId,
    told.map((n) => ({ iccid: withCheckDigit(number(n)), status: null })),
  );
  expect(await takeInSegments(ctx)).toBe(1);
  await work();
  expect((await segments({ iccid: number(31_005) }))[0]).toMatchObject({ cards: 1 });
  expect((await segments({ iccid: number(30_000) }))[0]).toMatchObject({ cards: 0 });
});
