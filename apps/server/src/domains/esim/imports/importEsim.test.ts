import { chipImports, numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { invalidateNumbers, listNumbers, viewActivationCode } from '@cardinal/contract/api/esim/numbers.ts';
import { listChips } from '@cardinal/contract/api/esimOperations/chips.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { eidCheckDigits } from '@cardinal/primitives/eid.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { rowsOfSheet, sheetOf } from '@cardinal/testing/sheets.ts';
import { expect, test } from 'vitest';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';
import { workTasks } from '../../tasks/leases/workTasks.ts';
import { checkImportJob } from './importJobs.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const operator = await host.as('operator');
const admin = await host.as('admin');
const rival = await host.as('rival');
const open = (name: string, adapter: string) =>
  openCarrierAccount(ctx, { customerId: '1', name, adapter, baseUrl: 'http://127.0.0.1:9' });
const gj = await open('国际测试', 'international');
const smdp = await open('SM-DP+ 测试', 'esim');
const product = await sellProduct(ctx, { carrierAccountId: smdp, platform: 7, kind: 4 });

const check = (batchId: string) => checkImportJob.run(ctx, { batchId }, new AbortController().signal);
const work = () => workTasks(ctx, new AbortController().signal);

const eid = (n: number) => {
  const first30 = `890490329900${String(n).padStart(18, '0')}`;
  return `${first30}${eidCheckDigits(first30)}`;
};
const CHIP_TITLES = ['EID*', '架构*', '产品编码*', '备注'];
const chipRow = (value: string) => [value, 'iot', product, '第一批'];

async function uploadChips(rows: string[][], name = 'chips.xlsx') {
  const content = await sheetOf(CHIP_TITLES, rows);
  const { batchId } = await operator.ask(chipImports.upload, {
    body: { carrierAccountId: smdp },
    file: { name, content },
  });
  await check(batchId);
  return batchId;
}
const chipBatch = (esimBatchId: string) => operator.ask(chipImports.detail, { query: { esimBatchId } });

test('a maker’s list: wrong check digits are warned of, left out by choice, the others are chips in stock', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => chipRow(eid(n)));
  for (const n of [3, 7]) rows[n] = chipRow(eid(n).replace(/..$/, '00'));
  rows.push(chipRow(eid(0)), ['8904', 'iot', product], [eid(900), 'iot', 'NO-SUCH']);
  const batchId = await uploadChips(rows);
  const checked = await chipBatch(batchId);
  expect(checked).toMatchObject({ state: 'waiting', rows: 53, good: 50, bad: 3, already: 0, warned: 2 });
  expect(checked.warnedRows.map((row) => row.rowNumber)).toEqual([5, 9]);
  expect(checked.badRows.map((row) => [row.rowNumber, row.words])).toEqual([
    [52, '与第 2 行的 EID 重复'],
    [53, 'EID 应为 14 到 64 位字母、数字'],
    [54, '产品 NO-SUCH 不存在、未分配或不是 eSIM 产品'],
  ]);
  await operator.ask(chipImports.decide, { body: { esimBatchId: batchId, choice: 'withoutWarned' } });
  await work();
  expect(await chipBatch(batchId)).toMatchObject({ state: 'done', imported: 48 });
  const listed = await operator.ask(listChips, { query: { importBatchId: [batchId], pageSize: 100 } as never });
  expect(listed.total).toBe(48);
  expect(listed.list[0]).toMatchObject({ state: 'INVENTORY', architecture: 'iot', productCode: product, numbers: 0 });

  // The same numbers exist already; the same file is recognised.
  const again = await uploadChips(rows, 'again.xlsx');
  expect(await chipBatch(again)).toMatchObject({ good: 2, already: 48, sameFileAs: checked.batchNo });
  await operator.ask(chipImports.cancel, { body: { esimBatchId: again } });

  // One chip is in use by now: it stays, the others are removed.
  await host.db.updateTable('esim.chip').set({ state: 'ACTIVATED' }).where('eid', '=', eid(1)).execute();
  await operator.ask(chipImports.undo, { body: { esimBatchId: batchId } });
  await work();
  expect(await chipBatch(batchId)).toMatchObject({ state: 'undone', removed: 47, kept: 1 });
});

const NUMBER_TITLES = ['ICCID*', 'IMSI*', '码号类型*', '国家*', 'SM-DP+ 地址', 'matchingId', '激活码', '成本'];
const iccid = (n: number) => withCheckDigit(`894930${String(n).padStart(13, '0')}`);
const numberRow = (n: number, matchingId = `MATCHING-${n}`): string[] => [
  iccid(n),
  `26201${String(n).padStart(10, '0')}`,
  'DE-TEST',
  'DE',
  '',
  '',
  `LPA:1$smdp.example.com$${matchingId}`,
  '8.60',
];
async function uploadNumbers(rows: string[][], more: Partial<BodyOf<typeof numberImports.upload>> = {}) {
  const { batchId } = await operator.ask(numberImports.upload, {
    body: { carrierAccountId: gj, smdpAccountId: smdp, ...more },
    file: { name: 'numbers.xlsx', content: await sheetOf(NUMBER_TITLES, rows) },
  });
  await check(batchId);
  return batchId;
}
const numberBatch = (esimBatchId: string) => operator.ask(numberImports.detail, { query: { esimBatchId } });

test('a supplier’s sheet becomes stock with a card each; activation codes stand nowhere in the clear', async () => {
  const rows = Array.from({ length: 30 }, (_, n) => numberRow(n));
  rows.push(
    numberRow(1, 'OTHER'),
    numberRow(40, 'MATCHING-2'),
    numberRow(41, 'BAD CODE'),
    numberRow(42, 'MATCHING-42'),
  );
  const secrets = ['MATCHING-2', 'BAD CODE', 'OTHER'];
  const batchId = await uploadNumbers(rows);
  const checked = await numberBatch(batchId);
  expect(checked).toMatchObject({ state: 'waiting', good: 31, bad: 3, warned: 0 });
  const wrong = await host.app.http.inject({
    url: `/api/codeNumberImports/v1/wrongRows?esimBatchId=${batchId}`,
    headers: { authorization: operator.token ?? '' },
  });
  const given = await rowsOfSheet(wrong.rawPayload);
  expect(given.slice(1).map((row) => row.at(-1))).toEqual([
    '与第 3 行的 ICCID 重复',
    '与第 4 行的 matchingId 重复',
    '激活码格式不正确，应为 LPA:1$地址$matchingId',
  ]);
  expect(secrets.filter((secret) => JSON.stringify(given).includes(`$${secret}`))).toEqual([]);
  await operator.ask(numberImports.decide, { body: { esimBatchId: batchId, choice: 'all' } });
  await work();
  const done = await numberBatch(batchId);
  expect(done).toMatchObject({ state: 'done', imported: 31 });
  expect(done.stock).toEqual([{ profileType: 'DE-TEST', before: 0, after: 31 }]);
  const listed = await operator.ask(listNumbers, { query: { importBatchId: [batchId], pageSize: 100 } as never });
  expect(listed.total).toBe(31);
  expect(listed.list[0]).toMatchObject({ enableState: 0, rspState: 'Available', eid: null, cost: '860' });
  const cards = await host.db
    .selectFrom('cards.card')
    .select(['kind', 'carrier_status', 'lifecycle', 'carrier_account_id'])
    .where('iccid', 'in', [iccid(0), iccid(29)])
    .execute();
  expect(cards).toEqual(
    Array(2).fill({ kind: 4, carrier_status: 'INVENTORY', lifecycle: 'unactivated', carrier_account_id: gj }),
  );
  const stored = await host.db.selectFrom('esim.code_number').selectAll().execute();
  const staged = await host.db.selectFrom('esim.import_row').selectAll().execute();
  expect(JSON.stringify([stored, staged])).not.toMatch(/LPA:|MATCHING-\d/);

  const spent = listed.list.filter((row) => row.iccid === iccid(28) || row.iccid === iccid(29)).map((row) => row.id);
  await operator.ask(invalidateNumbers, { body: { numberIds: spent, reason: '供应商收回' } });
  const { summary } = await operator.ask(listNumbers, { query: { importBatchId: [batchId] } as never });
  expect(summary).toMatchObject({ inStock: 29, invalid: 2, invalidCost: [{ currency: 'CNY', amount: '1720' }] });

  const number = listed.list.find((row) => row.iccid === iccid(5));
  const shown = await admin.ask(viewActivationCode, { body: { numberId: String(number?.id) } });
  expect(shown).toMatchObject({ activationCode: 'LPA:1$smdp.example.com$MATCHING-5', needsConfirmationCode: false });
  const [logged] = await host.db
    .selectFrom('audit.operation_log')
    .selectAll()
    .where('object_id', '=', String(number?.id))
    .execute();
  expect(logged).toMatchObject({ operation_type: 87 });
  expect(JSON.stringify(logged)).not.toContain('MATCHING-5');

  await operator.ask(numberImports.undo, { body: { esimBatchId: batchId } });
  await work();
  expect(await numberBatch(batchId)).toMatchObject({ state: 'undone', removed: 29, kept: 2 });
  // Their claims are released.
  const second = await uploadNumbers(rows.slice(0, 3));
  expect(await numberBatch(second)).toMatchObject({ good: 3, bad: 0 });
});

test('a plain card becomes a code number by explicit choice alone, and an undo leaves it', async () => {
  const cardId = ctx.ids.next();
  await host.db
    .insertInto('cards.card')
    .values({
      id: cardId,
      iccid: iccid(500),
      platform: 6,
      carrier_account_id: gj,
      kind: 1,
      carrier_status: 'INVENTORY',
      lifecycle: 'unactivated',
      customer_id: '1',
      created_at: ctx.clock.now(),
      updated_at: ctx.clock.now(),
    } as never)
    .execute();
  await host.db
    .insertInto('cards.card_identifier')
    .values({ kind: 1, value: iccid(500), card_id: cardId })
    .execute();
  const refused = await numberBatch(await uploadNumbers([numberRow(500)]));
  expect(refused).toMatchObject({ good: 0, bad: 1 });
  expect(refused.badRows[0]?.words).toContain('已是普通卡');
  const batchId = await uploadNumbers([numberRow(500)], { takesCards: true });
  expect(await numberBatch(batchId)).toMatchObject({ good: 1, warned: 1 });
  await operator.ask(numberImports.decide, { body: { esimBatchId: batchId, choice: 'all' } });
  await work();
  const shown = await admin.ask(viewActivationCode, { body: { numberId: cardId } });
  expect(shown.matchingId).toBe('MATCHING-500');
  await operator.ask(numberImports.undo, { body: { esimBatchId: batchId } });
  await work();
  expect(await numberBatch(batchId)).toMatchObject({ removed: 0, kept: 1 });
});

test('sheets of another carrier, wrong accounts and foreign batches are refused', async () => {
  const lt = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '联通',
    adapter: 'jasper',
    baseUrl: 'http://127.0.0.1:9',
  });
  const crossed = await numberBatch(await uploadNumbers([numberRow(600)], { carrierAccountId: lt }));
  expect(crossed.badRows[0]?.words).toContain('894930');
  const yd = [withCheckDigit('8986040000000000001'), ...numberRow(601).slice(1)];
  const across = await numberBatch(await uploadNumbers([yd], { carrierAccountId: lt }));
  expect(across.badRows[0]?.words).toContain('号段不能跨平台');
  const wrong = await operator.call(numberImports.upload, {
    body: { carrierAccountId: smdp, smdpAccountId: smdp },
    file: { name: 'numbers.xlsx', content: await sheetOf(NUMBER_TITLES, [numberRow(700)]) },
  });
  expect((wrong.data as unknown as { errors: { field: string }[] }).errors[0]?.field).toBe('carrierAccountId');
  const foreign = await rival.call(numberImports.detail, { query: { esimBatchId: crossed.id } });
  expect(foreign.code).toBe('4041404');
  expect((await operator.call(chipImports.detail, { query: { esimBatchId: crossed.id } })).code).toBe('4041404');
});
