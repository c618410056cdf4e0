import * as api from '@cardinal/contract/api/cardImports/importSources.ts';
import { decideImport, listImports, readImport } from '@cardinal/contract/api/cardImports/imports.ts';
import { listUnmatchedCards } from '@cardinal/contract/api/cardImports/unmatchedCarrierCards.ts';
import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { remarkOf } from '../../cards/remarks.ts';
import { readChanges } from '../../carrierSync/sync/carrierPass.ts';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';
import { workTasks } from '../../tasks/leases/workTasks.ts';
import { noteUnmatchedCards } from '../unmatched/unmatchedCards.ts';
import { checkImportJob } from './importJobs.ts';

const never = new AbortController().signal;

const under = await forThisFile(cardsUnderTest());
const [admin, agent] = [await under.as('admin'), await under.as('agent')];
const carrierAccountId = under.accountId;
const productCode = await sellProduct(under.ctx, { carrierAccountId, customerIds: ['10'] });
const terms = { carrierAccountId, kind: 1 as const, productCode };

const number = (n: number) => iccid(n).slice(0, 19);
const line = (from: number, to: number) => ({ startIccid: number(from), endIccid: number(to) });
const bySegments = (rows: object[], more: object = {}, who = admin) =>
  who.call(api.importFromSegments, { body: { ...terms, rows, ...more } as never });
const detail = (batchId: string) => admin.ask(readImport, { query: { batchId } });

async function run(batchId: string, choice: 'goodOnly' | 'allOrNothing' = 'goodOnly') {
  await checkImportJob.run(under.ctx, { batchId }, never);
  const checked = await detail(batchId);
  await admin.ask(decideImport, { body: { batchId, choice } });
  await workTasks(under.ctx, never);
  return { checked, done: await detail(batchId) };
}
const match = (batchId: string, more: object = {}, who = admin) =>
  who.call(api.listMatched, { query: { batchId: [batchId], pageNum: 1, pageSize: 100, ...more } as never });

test('segments become cards by the same dry run as a sheet: what is there already is told, defaults fill what rows lack', async () => {
  await addCards(under, [{ n: 103 }]);
  const begun = await bySegments([line(100, 109), line(120, 124)], { size: 3, remark: '三月到货' });
  const { checked, done } = await run(begun.data.batchId);
  expect(checked).toMatchObject({ state: 'waiting', mode: 'segment', rows: 15, good: 14, already: 1, bad: 0 });
  expect(checked.fileName).toBe(`${number(100)}-${number(109)} (+1)`);
  expect(checked.badRows).toMatchObject([{ rowNumber: 5, iccid: iccid(103), words: 'ICCID 已存在' }]);
  expect(done).toMatchObject({ state: 'done', imported: 14 });
  const made = await under.db
    .selectFrom('cards.card as c')
    .select(['iccid', 'size', remarkOf('c').as('remark'), 'product_code'])
    .where('import_batch_id', '=', done.id)
    .orderBy('iccid')
    .execute();
  expect(made[0]).toEqual({ iccid: iccid(100), size: 3, remark: '三月到货', product_code: terms.productCode });
  expect(made.at(-1)?.iccid).toBe(iccid(124));
  const listed = await admin.ask(listImports, { query: { mode: ['segment'] } as never });
  expect(listed.list.map(({ id }) => id)).toEqual([done.id]);
});

test('every wrong line is told at its own field with its number; so is one that meets another', async () => {
  const wrong = await bySegments([line(200, 209), line(220, 210), { startIccid: number(230), endIccid: '' }]);
  expect(wrong).toMatchObject({
    status: 422,
    data: {
      errors: [
        { field: 'rows.1.endIccid', message: '第 2 行：结束号码不能小于起始号码' },
        { field: 'rows.2.endIccid', message: '第 3 行：请输入结束号码' },
      ],
    },
  });
  expect(await bySegments([line(200, 10_201)])).toMatchObject({ data: { errors: [{ field: 'rows.0.endIccid' }] } });
  const mobile = { startIccid: '89860012345678900000', endIccid: '89860012345678900009' };
  expect(await bySegments([mobile])).toMatchObject({ data: { errors: [{ field: 'rows.0.startIccid' }] } });
  expect(await bySegments([line(200, 209), line(205, 215)])).toMatchObject({
    data: { errors: [{ field: 'rows.1.startIccid', message: '第 2 行：与第 1 行重叠' }] },
  });
  const none = await under.as('norole');
  expect((await bySegments([line(200, 209)], {}, none)).code).toBe('4030002');
});

test('what the carrier lists and nobody has is offered, taken in by a batch, and offered again when that is left', async () => {
  under.jasper.addDevices({ iccids: [300, 301, 302].map(iccid), status: 'ACTIVATED' });
  await admin.ask(api.listInventoryNow, { body: { carrierAccountId: under.accountId } });
  expect((await readChanges(under.ctx, under.accountId, never)).kind).toBe('finished');
  const inventory = await admin.ask(api.readInventory, { query: { carrierAccountId: under.accountId } });
  expect(inventory).toMatchObject({ isListed: true, isReading: false, fresh: 3, halted: null });
  expect(inventory.listedAt).not.toBeNull();
  const query = { carrierAccountId: [under.accountId], pageNum: 1, pageSize: 10 } as never;
  const offered = (await admin.ask(api.listOffered, { query })).list;
  expect(offered.map((row) => row.iccid).sort()).toEqual([300, 301, 302].map(iccid));
  const one = offered.find((row) => row.iccid === iccid(300))?.id ?? '';
  const first = await admin.ask(api.importFromCarrier, { body: { ...terms, ids: [one] } });
  expect((await admin.ask(api.listOffered, { query })).total).toBe(2);
  expect((await admin.call(api.importFromCarrier, { body: { ...terms, ids: [one] } })).code).toBe('4090641');
  const { checked, done } = await run(first.batchId, 'allOrNothing');
  expect(checked).toMatchObject({ mode: 'pull', rows: 1, good: 1 });
  expect(done).toMatchObject({ state: 'done', imported: 1 });
  const rest = await admin.ask(api.importFromCarrier, { body: terms });
  expect((await admin.ask(api.listOffered, { query })).total).toBe(0);
  expect((await run(rest.batchId)).done).toMatchObject({ rows: 2, imported: 2 });
});

test('an account of the platform is nobody else’s to list', async () => {
  const query = { carrierAccountId: under.accountId };
  expect((await agent.call(api.readInventory, { query })).code).toBe('4040001');
  expect((await agent.call(api.listInventoryNow, { body: query })).code).toBe('4040001');
  expect((await agent.call(api.importFromCarrier, { body: terms })).code).toBe('4040001');
  const offered = { ...query, carrierAccountId: [under.accountId], pageNum: 1, pageSize: 10 } as never;
  expect((await agent.ask(api.listOffered, { query: offered })).total).toBe(0);
});

test('a batch is held against the list: the carrier has it, lacks it, or another account lists it', async () => {
  const other = await openCarrierAccount(under.ctx, {
    customerId: '1',
    name: '另一通道',
    adapter: 'jasper',
    baseUrl: 'http://127.0.0.1:9',
  });
  await noteUnmatchedCards(under.ctx, under.accountId, [{ iccid: iccid(401), status: 'INVENTORY' }]);
  await noteUnmatchedCards(under.ctx, other, [{ iccid: iccid(402), status: 'ACTIVATED' }]);
  const begun = await bySegments([line(400, 402)]);
  const batchId = begun.data.batchId as string;
  await checkImportJob.run(under.ctx, { batchId }, never);
  const waiting = await match(batchId);
  expect(waiting.data.summary).toMatchObject({ has: 1, absent: 1, elsewhere: 1, unknown: 0, isListed: true });
  expect(waiting.data.list).toMatchObject([
    { iccid: iccid(400), verdict: 'absent', otherAccount: null },
    { iccid: iccid(401), verdict: 'has', status: expect.any(String) },
    { iccid: iccid(402), verdict: 'elsewhere', otherAccount: '另一通道' },
  ]);
  await admin.ask(decideImport, { body: { batchId, choice: 'goodOnly' } });
  await workTasks(under.ctx, never);
  expect((await match(batchId)).data.summary).toMatchObject({ has: 1, absent: 1, elsewhere: 1, unknown: 0 });
  // Ours under one account, listed under another: reported where it is listed.
  const listed = await admin.ask(listUnmatchedCards, { query: { accountId: [other] } as never });
  expect(listed.list).toMatchObject([{ iccid: iccid(402), state: 'elsewhere' }]);
  expect((await match(batchId, { verdict: ['absent'] })).data).toMatchObject({ total: 1 });
  expect((await match(batchId, {}, agent)).code).toBe('4040811');
  expect((await match('1')).code).toBe('4040811');
});
