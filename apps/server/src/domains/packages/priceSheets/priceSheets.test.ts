import { distributePackageShares } from '@cardinal/contract/api/packageShares/packageShares.ts';
import * as api from '@cardinal/contract/api/packages/packageDistributions.ts';
import * as sheets from '@cardinal/contract/api/packages/priceSheets.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { rowsOfSheet, sheetOf } from '@cardinal/testing/sheets.ts';
import { expect, test } from 'vitest';
import { HOSTILE_SHEETS } from '../../../sheets/hostileSheets.ts';
import { workTasks } from '../../tasks/leases/workTasks.ts';
import { checkPriceSheet } from './priceSheetKind.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const [operator, agent, rival] = (await Promise.all(['operator', 'agent', 'rival'].map((name) => host.as(name)))) as [
  Caller,
  Caller,
  Caller,
];
const customers = await host.db.selectFrom('customers.v_customer').select(['id', 'code']).execute();
const code = (id: string) => String(customers.find((each) => each.id === id)?.code);

const TITLES = ['客户编码*', '套餐编码*', '币种', '结算价*', '最低售价', '建议价', '生效日期'];
const pack = (id: string) => `PACK-${id}`;
async function upload(who: Caller, rows: readonly (readonly string[])[], titles = TITLES) {
  const { batchId } = await who.ask(sheets.uploadPriceSheet, {
    body: {},
    file: { name: '价格.xlsx', content: await sheetOf(titles, rows) },
  });
  await checkPriceSheet.run(ctx, { batchId }, new AbortController().signal);
  return batchId;
}
const read = (who: Caller, priceSheetId: string) => who.ask(sheets.readPriceSheet, { query: { priceSheetId } });
const decide = (who: Caller, priceSheetId: string, choice: 'all' | 'withoutWarned' = 'withoutWarned') =>
  who.call(sheets.decidePriceSheet, { body: { priceSheetId, choice } });
const file = async (who: Caller, path: string) => {
  const answer = await host.app.http.inject({ url: path, headers: { authorization: who.token ?? '' } });
  return rowsOfSheet(answer.rawPayload);
};
const given = async (who: Caller, packageId: string) =>
  (await who.ask(api.listPackageDistributions, { query: { packageId: [packageId] } as never })).list;

test('a sheet is checked as a whole: what is new, changed and unchanged, and what is wrong with which column', async () => {
  const [one, two, off, own] = await Promise.all([
    makePackage(ctx, {
      given: [
        { to: '10', from: '1', reserve: 800 },
        { to: '11', from: '10', reserve: 900 },
      ],
    }),
    makePackage(ctx, {
      given: [
        { to: '10', from: '1', reserve: 800 },
        { to: '11', from: '10', reserve: 900 },
      ],
    }),
    makePackage(ctx, { shelf_state: 0, given: [{ to: '10', from: '1', reserve: 800 }] }),
    makePackage(ctx),
  ]);
  const [child, other] = [code('11'), code('12')];
  const id = await upload(agent, [
    [child, pack(one.id), 'CNY', '9.50', '', '12'],
    [child, pack(two.id), '', '9'],
    [other, pack(one.id).toLowerCase(), '', '10.00', '11', '', '2027/1/1'],
    [child, pack(one.id), '', '9.60'],
    [other, pack(two.id), '', '7.99'],
    [other, pack(off.id), '', '9'],
    [other, pack(own.id), '', '9'],
    [code('20'), pack(two.id), '', '9'],
    [other, 'NO-SUCH', 'USD', '9'],
    [other, `${pack(two.id)}`, 'USD', '9'],
  ]);
  expect(await read(agent, id)).toMatchObject({
    state: 'waiting',
    rows: 10,
    good: 2,
    fresh: 1,
    changed: 1,
    already: 1,
    bad: 7,
    warned: 0,
  });
  const { badRows } = await read(agent, id);
  expect(badRows.map((row) => [row.rowNumber, row.words])).toEqual([
    [5, '与第 2 行的客户和套餐重复'],
    [6, '结算价：价格不能低于底价 8.00'],
    [7, expect.stringContaining('套餐编码：套餐当前不能分配')],
    [8, `您没有编码为 ${pack(own.id)} 的套餐`],
    [9, `客户编码 ${code('20')} 不是您的直属下级`],
    [10, '您没有编码为 NO-SUCH 的套餐'],
    [11, '与第 6 行的客户和套餐重复'],
  ]);
  // The check writes no price.
  expect(await given(agent, one.id)).toMatchObject([{ customerId: '11', reservePrice: '900' }]);
  const wrong = await file(agent, `${sheets.wrongPriceRows.path}?priceSheetId=${id}`);
  expect(wrong[0]?.slice(-2)).toEqual(['原行号', '错误原因']);
  expect(wrong.some((row) => row.at(-2) === '3')).toBe(false);
  expect(wrong.find((row) => row.at(-2) === '6')?.at(-1)).toBe('结算价：价格不能低于底价 8.00');
  // Nobody else knows of it, neither beside nor above.
  for (const who of [rival, operator]) {
    expect(await who.call(sheets.readPriceSheet, { query: { priceSheetId: id } })).toMatchObject({ code: '4041739' });
    expect(await decide(who, id)).toMatchObject({ code: '4041739' });
  }
  expect(await decide(agent, id)).toMatchObject({ code: '200', data: { taskId: null } });
  expect(await read(agent, id)).toMatchObject({ state: 'done', imported: 2 });
  const rows = await given(agent, one.id);
  expect(rows.find(({ customerId }) => customerId === '11')).toMatchObject({
    reservePrice: '950',
    minPrice: '950',
    suggestPrice: '1200',
  });
  expect(rows.find(({ customerId }) => customerId === '12')).toMatchObject({ reservePrice: '1000', minPrice: '1100' });
  expect(await decide(agent, id)).toMatchObject({ code: '4091740' });
});

test('each cell is refused at its column: amounts, days and missing values', async () => {
  const { id } = await makePackage(ctx, { given: [{ to: '10', from: '1', reserve: 800 }] });
  const wrongs: readonly (readonly [string[], string])[] = [
    [['', pack(id), '', '9'], '缺少客户编码'],
    [[code('11'), pack(id), '', ''], '缺少结算价'],
    [[code('11'), pack(id), '', '9.005'], '结算价：金额最多 2 位小数'],
    [[code('11'), pack(id), '', '-9'], '结算价：金额格式不正确'],
    [[code('11'), pack(id), '', '九元'], '结算价：金额格式不正确'],
    [[code('11'), pack(id), '', '9', '8.99'], '最低售价：价格不能低于底价 9.00'],
    [[code('11'), pack(id), '', '9', '10', '9.99'], '建议价：价格不能低于底价 10.00'],
    [[code('11'), pack(id), '', '9', '', '', '2026-11-20'], '生效日期：请选择将来的日期'],
    [[code('11'), pack(id), '', '9', '', '', '2027-02-30'], '生效日期应为 YYYY-MM-DD，如 2027-01-01'],
    [[code('11'), pack(id), 'USD', '9'], '币种应为该客户的 CNY'],
  ];
  for (const [row, words] of wrongs) {
    const { badRows, good } = await read(agent, await upload(agent, [row]));
    expect([good, badRows.map((each) => each.words)]).toEqual([0, [words]]);
  }
});

test('the downloaded sheet, uploaded as it is, changes nothing; a sheet that is none is refused at its file', async () => {
  await makePackage(ctx, {
    given: [
      { to: '10', from: '1', reserve: 800 },
      { to: '12', from: '10', reserve: 905, min: 1000 },
    ],
  });
  const [titles = [], ...rows] = await file(agent, sheets.downloadPriceSheet.path);
  expect(rows.length).toBeGreaterThan(0);
  const found = await read(agent, await upload(agent, rows, titles));
  expect(found).toMatchObject({ good: 0, bad: 0, already: rows.length });
  const before = await host.db.selectFrom('packages.import_batch').select('id').execute();
  for (const hostile of HOSTILE_SHEETS.slice(0, 3)) {
    const refused = await agent.call(sheets.uploadPriceSheet, {
      body: {},
      file: { name: hostile.fileName, content: hostile.bytes() },
    });
    if (refused.code === '200') {
      const { batchId } = refused.data as { batchId: string };
      await checkPriceSheet.run(ctx, { batchId }, new AbortController().signal);
      expect(await read(agent, batchId)).toMatchObject({ state: 'failed' });
    } else expect(refused.data).toMatchObject({ errors: [{ field: 'file' }] });
  }
  const after = await host.db.selectFrom('packages.import_batch').select(['id', 'state']).execute();
  const added = after.filter((each) => !before.some(({ id }) => id === each.id));
  expect(added.every(({ state }) => state === 'failed')).toBe(true);
});

test('rows below which somebody would sell at a loss name them; they are left out, or that sale stops', async () => {
  const { id } = await makePackage(ctx, {
    given: [
      { to: '10', from: '1', reserve: 800 },
      { to: '11', from: '10', reserve: 900 },
    ],
  });
  const row = [code('10'), pack(id), '', '9.50'];
  const first = await upload(operator, [row]);
  const checked = await read(operator, first);
  expect(checked).toMatchObject({ good: 1, warned: 1 });
  expect(checked.warnedRows[0]?.words).toContain('将低于最低售价');
  expect(await decide(operator, first)).toMatchObject({ code: '200' });
  expect(await read(operator, first)).toMatchObject({ state: 'done', imported: 0 });
  expect(await given(operator, id)).toMatchObject([{ reservePrice: '800' }]);
  expect(await decide(operator, await upload(operator, [row]), 'all')).toMatchObject({ code: '200' });
  expect(await given(operator, id)).toMatchObject([{ reservePrice: '950' }]);
  expect(await given(agent, id)).toMatchObject([{ customerId: '11', state: 'toReprice' }]);
});

test('an own package below its cost is warned of, in its own currency only', async () => {
  const { id } = await makePackage(ctx, { cost_price: '500' });
  const { id: abroad } = await makePackage(ctx, { cost_price: '500', currency: 'USD' });
  const checked = await read(
    operator,
    await upload(operator, [
      [code('10'), pack(id), '', '4.99'],
      [code('10'), pack(abroad), '', '4.99'],
    ]),
  );
  expect(checked.warnedRows.map((row) => [row.rowNumber, row.words])).toEqual([
    [2, '低于您的成本 5.00，每卖一份都亏损'],
  ]);
});

test('a row that became invalid since the check refuses the whole sheet with its number', async () => {
  const [one, two] = await Promise.all([
    makePackage(ctx, { given: [{ to: '10', from: '1', reserve: 800 }] }),
    makePackage(ctx, { given: [{ to: '10', from: '1', reserve: 800 }] }),
  ]);
  const id = await upload(agent, [
    [code('11'), pack(one.id), '', '9'],
    [code('11'), pack(two.id), '', '9'],
  ]);
  await host.db.updateTable('packages.package').set({ shelf_state: 0 }).where('id', '=', two.id).execute();
  const refused = await decide(agent, id);
  expect(refused).toMatchObject({ code: '4091741' });
  expect(refused.message).toContain('第 3 行');
  expect(await given(agent, one.id)).toEqual([]);
  expect(await read(agent, id)).toMatchObject({ state: 'waiting' });
  expect(await agent.call(sheets.cancelPriceSheet, { body: { priceSheetId: id } })).toMatchObject({ code: '200' });
});

test('more than two hundred rows are a task; one that became invalid meanwhile is told with the others applied', async () => {
  const made = await Promise.all(
    Array.from({ length: 101 }, () => makePackage(ctx, { given: [{ to: '10', from: '1', reserve: 800 }] })),
  );
  const rows = made.flatMap(({ id }) => ['11', '12'].map((child) => [code(child), pack(id), '', '9']));
  const id = await upload(agent, rows);
  const gone = String(made[50]?.id);
  await host.db.updateTable('packages.package').set({ shelf_state: 0 }).where('id', '=', gone).execute();
  const started = await decide(agent, id);
  expect(started).toMatchObject({ code: '200', data: { taskId: expect.any(String) } });
  expect(await read(agent, id)).toMatchObject({ state: 'running', progress: 0 });
  await workTasks(ctx, new AbortController().signal);
  const done = await read(agent, id);
  expect(done).toMatchObject({ state: 'done', imported: 200, good: 200, bad: 2 });
  expect(done.badRows.map((row) => row.words)).toEqual(Array(2).fill(expect.stringContaining('套餐当前不能分配')));
  expect(await given(agent, String(made[0]?.id))).toHaveLength(2);
  expect(await given(agent, gone)).toEqual([]);
});

test('a row for what a child has for a share is wrong, and says why', async () => {
  const { id } = await makePackage(ctx, { given: [{ to: '10', from: '1', reserve: 800 }] });
  await agent.ask(distributePackageShares, {
    body: {
      customerIds: ['11'],
      packageId: id,
      retailPrice: '1500',
      shareKind: 'margin',
      shareValue: '2000',
      effective: 0,
    },
  });
  const sheet = await read(agent, await upload(agent, [[code('11'), pack(id), '', '9']]));
  expect(sheet).toMatchObject({ good: 0, bad: 1 });
  expect(sheet.badRows[0]?.words).toContain('另一种方式');
});
