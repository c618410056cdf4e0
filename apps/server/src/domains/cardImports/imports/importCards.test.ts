import * as api from '@cardinal/contract/api/cardImports/imports.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { editDictItem, restoreDictItem } from '@cardinal/contract/api/settings/dictionaries.ts';
import { cancelTask } from '@cardinal/contract/api/tasks/tasks.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { rowsOfSheet, sheetOf } from '@cardinal/testing/sheets.ts';
import { expect, test } from 'vitest';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';
import { sweepBatches } from '../../sheetImports/face.ts';
import { workTasks } from '../../tasks/leases/workTasks.ts';
import { importReactions } from './importAction.ts';
import { checkImportJob } from './importJobs.ts';
import { CARD_IMPORT } from './importKind.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const agent = await host.as('agent');
const account = await openCarrierAccount(ctx, {
  customerId: '1',
  name: '联通测试',
  adapter: 'jasper',
  baseUrl: 'http://127.0.0.1:9',
});
const product = await sellProduct(ctx, { carrierAccountId: account, customerIds: ['10', '11', '12', '20'] });

const unicom = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);
const cards = (from: number, count: number): string[][] => Array.from({ length: count }, (_, n) => [unicom(from + n)]);

const check = (batchId: string) => checkImportJob.run(ctx, { batchId }, new AbortController().signal);
const work = () => workTasks(ctx, new AbortController().signal);

type Terms = Partial<Parameters<typeof agent.ask<typeof api.uploadImport>>[1] & object>['body'];

/** Uploads a sheet and lets the worker read it. */
async function upload(content: Buffer, more: object = {}, who = agent, name = 'cards.xlsx'): Promise<string> {
  const body = { carrierAccountId: account, kind: 1, productCode: product, ...more } as Terms;
  const { batchId } = await who.ask(api.uploadImport, { body, file: { name, content } });
  await check(batchId);
  return batchId;
}
const detail = (batchId: string, who = agent): Promise<AnswerOf<typeof api.readImport>> =>
  who.ask(api.readImport, { query: { batchId } });

async function bring(content: Buffer, more: object = {}, choice: 'goodOnly' | 'allOrNothing' = 'goodOnly') {
  const batchId = await upload(content, more);
  await agent.ask(api.decideImport, { body: { batchId, choice } });
  await work();
  return detail(batchId);
}
const cardsOf = (batchId: string) =>
  host.db.selectFrom('cards.card').selectAll().where('import_batch_id', '=', batchId).orderBy('iccid').execute();
const count = async (table: 'cards.card' | 'cards.card_identifier' | 'cards.card_event') => {
  const row = await host.db
    .selectFrom(table)
    .select((on) => on.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
};

test('a clean sheet becomes cards of the importer that wait for their first synchronisation', async () => {
  const done = await bring(
    await sheetOf(
      ['ICCID*', '备注'],
      cards(0, 300).map(([iccid]) => [iccid, '第一批']),
    ),
  );
  expect(done).toMatchObject({ state: 'done', rows: 300, good: 300, bad: 0, imported: 300, progress: 300 });
  const made = await cardsOf(done.id);
  expect(made).toHaveLength(300);
  expect(made[0]).toMatchObject({
    iccid: unicom(0),
    platform: 1,
    carrier_status: 'INVENTORY',
    lifecycle: 'unactivated',
    last_sync_at: null,
    customer_id: '10',
    carrier_account_id: account,
  });
  const listed = await agent.ask(listCards, { query: { importBatchId: [done.id], pageNum: 1, pageSize: 10 } as never });
  expect(listed.total).toBe(300);
  expect(listed.list[0]).toMatchObject({ remark: '第一批' });
  const story = await host.db
    .selectFrom('cards.card_event')
    .selectAll()
    .where('card_id', '=', String(made[0]?.id))
    .execute();
  expect(story).toMatchObject([
    {
      operation_type: 4,
      action: 'import_card',
      result: 'done',
      source: 'import',
      actor_name: 'agent',
      task_id: done.taskId,
    },
  ]);
  const lines = await host.db
    .selectFrom('cards.card_event')
    .select('is_lead')
    .where('task_id', '=', done.taskId)
    .execute();
  expect([lines.length, lines.filter((line) => line.is_lead).length]).toEqual([300, 1]);
});

test('a size is understood by the words said for it now and by its own', async () => {
  const words = { type: 'cardSize', value: '3' };
  const admin = await host.as('admin');
  await admin.ask(editDictItem, { body: { ...words, zh: '小卡', en: 'Nano', version: 0 } });
  const sizes = ['小卡', 'nano', '塑料插拔卡 4FF', '3'];
  const rows = cards(700_000, sizes.length).map(([iccid = ''], at) => [iccid, sizes[at] ?? '']);
  const done = await bring(await sheetOf(['ICCID', '规格'], rows));
  await admin.ask(restoreDictItem, { body: words });
  expect(done).toMatchObject({ state: 'done', imported: sizes.length, bad: 0 });
  expect((await cardsOf(done.id)).map(({ size }) => size)).toEqual(sizes.map(() => 3));
});

test('every wrong row is named once with its number and its reason, and the others go in', async () => {
  const rows = cards(1_000, 1_000);
  for (const at of [10, 500, 900]) (rows[at] as string[])[0] = withCheckDigit(`898600${String(at).padStart(13, '0')}`);
  (rows[21] as string[])[0] = unicom(1_020);
  (rows[999] as string[])[0] = unicom(1_020);
  const batchId = await upload(await sheetOf(['iccid'], rows));
  const checked = await detail(batchId);
  expect(checked).toMatchObject({ state: 'waiting', rows: 1_000, good: 995, bad: 5, already: 0 });
  expect(checked.badRows.map((row) => row.rowNumber)).toEqual([12, 23, 502, 902, 1_001]);
  expect(checked.badRows[0]?.words).toBe('ICCID 号段属于中国移动，与所选通道不一致');
  expect(checked.badRows[1]?.words).toBe('与第 22 行的 ICCID 重复');
  expect(checked.reasons).toEqual([
    { words: 'ICCID 号段属于中国移动，与所选通道不一致', count: 3 },
    { words: '文件内 ICCID 重复', count: 2 },
  ]);
  await agent.ask(api.decideImport, { body: { batchId, choice: 'goodOnly' } });
  await work();
  expect((await detail(batchId)).imported).toBe(995);
  expect(await cardsOf(batchId)).toHaveLength(995);
});

test('the wrong rows come back in their own columns with the reason, and go in once they are right', async () => {
  const batchId = await upload(
    await sheetOf(
      ['批次', 'ICCID', '规格'],
      [
        ['A', unicom(5_000), '3'],
        ['B', '12345', '3'],
        ['C', unicom(5_001), '99'],
      ],
    ),
  );
  const answer = await agent.call(api.wrongRowsSheet, { query: { batchId } });
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('cards-错误行.xlsx');
  const back = await rowsOfSheet(answer.data as unknown as Buffer);
  expect(back).toEqual([
    ['批次', 'ICCID', '规格', '原行号', '错误原因'],
    ['B', '12345', '3', '3', 'ICCID 格式不正确，应为 19 到 20 位字母或数字'],
    ['C', unicom(5_001), '99', '4', '卡片规格应为 1 到 10 或其名称'],
  ]);
  const [titles, , third] = back as [string[], string[], string[]];
  const again = await upload(await sheetOf(titles, [third.with(2, '塑料插拔卡 2FF')]));
  expect(await detail(again)).toMatchObject({ good: 1, bad: 0 });
});

test('the same sheet a second time adds nothing, and does not tell whose the cards are', async () => {
  const content = await sheetOf(['ICCID'], cards(10_000, 50));
  const first = await bring(content);
  expect(first.sameFileAs).toBeNull();
  const before = await count('cards.card');
  const second = await upload(content);
  expect(await detail(second)).toMatchObject({ good: 0, already: 50, bad: 0, sameFileAs: first.batchNo });
  expect(await agent.ask(api.decideImport, { body: { batchId: second, choice: 'goodOnly' } })).toEqual({
    taskId: null,
  });
  expect(await detail(second)).toMatchObject({ state: 'done', imported: 0 });
  const rival = await host.as('rival');
  const theirs = await detail(await upload(content, {}, rival), rival);
  const reasons = [{ words: 'ICCID 已存在', count: 50 }];
  expect(theirs).toMatchObject({ good: 0, already: 50, reasons, sameFileAs: null });
  expect(await count('cards.card')).toBe(before);
});

test('a Unicom card is the same with and without its check digit', async () => {
  const [[whole], [other]] = cards(20_000, 2) as [string[], string[]];
  await bring(await sheetOf(['ICCID'], [[whole]]));
  const batchId = await upload(
    await sheetOf(['ICCID'], [[String(whole).slice(0, 19)], [other], [String(other).slice(0, 19)]]),
  );
  expect(await detail(batchId)).toMatchObject({ good: 1, already: 1, bad: 1 });
});

test('numbers that one card alone may have are not given twice', async () => {
  const row = (n: number, imsi: string, number: string) => [unicom(30_000 + n), imsi, number];
  const titles = ['ICCID', 'IMSI', 'Business number'];
  await bring(await sheetOf(titles, [row(0, '460010000000001', '1440000000001')]));
  const batchId = await upload(
    await sheetOf(titles, [
      row(1, '460010000000001', '1440000000002'),
      row(2, '460010000000002', '1440000000001'),
      row(3, '460010000000003', '1440000000003'),
      row(4, '460010000000003', '1440000000004'),
    ]),
  );
  const { badRows, good } = await detail(batchId);
  expect(good).toBe(1);
  expect(badRows.map((each) => each.words)).toEqual(['IMSI 已存在', '业务号码已存在', '与第 4 行的 IMSI 重复']);
});

test('the prefix nobody owns has to be confirmed', async () => {
  const content = await sheetOf(['ICCID'], [[withCheckDigit(`898608${'0'.repeat(12)}7`)]]);
  expect(await detail(await upload(content))).toMatchObject({ good: 0, bad: 1 });
  expect(await detail(await upload(content, { unknownPrefixConfirmed: true }))).toMatchObject({ good: 1, bad: 0 });
});

test('what cannot be read as cards is refused with the reason, at once where it shows at once', async () => {
  const body = { carrierAccountId: account, kind: 1, productCode: product } as Terms;
  const text = await agent.call(api.uploadImport, {
    body,
    file: { name: 'cards.xlsx', content: Buffer.from('iccid\n1') },
  });
  expect(text).toMatchObject({ status: 422, data: { errors: [{ field: 'file' }] } });
  const foreign = await agent.call(api.uploadImport, {
    body: { ...body, customerId: '20' } as Terms,
    file: { name: 'a.XLSX', content: await sheetOf(['ICCID'], cards(0, 1)) },
  });
  expect(foreign).toMatchObject({ status: 422, data: { errors: [{ field: 'customerId' }] } });
  const unknown = await agent.call(api.uploadImport, {
    body: { ...body, carrierAccountId: '99' } as Terms,
    file: { name: 'a.xlsx', content: await sheetOf(['ICCID'], cards(0, 1)) },
  });
  expect(unknown).toMatchObject({ status: 422, data: { errors: [{ field: 'carrierAccountId' }] } });
  const { batchId } = await agent.ask(api.uploadImport, {
    body,
    file: { name: 'a\u0000\u0007b.XLSX', content: await sheetOf(['ICCID'], cards(0, 1)) },
  });
  expect((await detail(batchId)).fileName).not.toMatch(/\p{Cc}/u);
  await agent.ask(api.cancelImport, { body: { batchId } });
  await check(batchId);
  const untitled = await detail(await upload(await sheetOf([unicom(1)], cards(2, 3))));
  expect(untitled).toMatchObject({ state: 'failed', failure: '第一行没有 ICCID 列标题，请使用导入模板' });
  const empty = await detail(await upload(await sheetOf(['ICCID'], [])));
  expect(empty).toMatchObject({ state: 'failed', failure: '表格中没有数据' });
  expect(await host.db.selectFrom('runtime.stored_file').selectAll().execute()).toEqual([]);
});

test('a check that cannot be done ends its batch with the reason', async () => {
  const body = { carrierAccountId: account, kind: 1, productCode: product } as Terms;
  const file = { name: 'cards.xlsx', content: await sheetOf(['ICCID'], cards(90_000, 2)) };
  const { batchId } = await agent.ask(api.uploadImport, { body, file });
  await checkImportJob.gaveUp?.(ctx, { batchId });
  expect(await detail(batchId)).toMatchObject({ state: 'failed', failure: '系统出错，未能读取文件，请重新上传' });
  expect(await host.db.selectFrom('runtime.stored_file').selectAll().execute()).toEqual([]);
});

test('all or nothing needs a sheet without a wrong row, and takes everything back when a number is taken meanwhile', async () => {
  const wrong = await upload(await sheetOf(['ICCID'], [...cards(40_000, 3), ['1']]));
  const refused = await agent.call(api.decideImport, { body: { batchId: wrong, choice: 'allOrNothing' } });
  expect(refused).toMatchObject({ code: '4090813', message: '有 1 行不能导入，不能整批导入' });

  const first = await upload(await sheetOf(['ICCID'], cards(41_000, 40)));
  const second = await upload(await sheetOf(['ICCID'], cards(41_030, 40)));
  await agent.ask(api.decideImport, { body: { batchId: first, choice: 'allOrNothing' } });
  await work();
  expect(await detail(first)).toMatchObject({ state: 'done', imported: 40 });
  await agent.ask(api.decideImport, { body: { batchId: second, choice: 'allOrNothing' } });
  await work();
  expect(await detail(second)).toMatchObject({
    state: 'failed',
    imported: 0,
    failure: '第 2 行的号码在导入期间被占用，整批未导入',
  });
  expect(await cardsOf(second)).toEqual([]);
});

test('good only leaves out what was taken since the check and says so', async () => {
  const first = await upload(await sheetOf(['ICCID', 'IMSI'], [[unicom(50_000), '460010000050000']]));
  const second = await upload(
    await sheetOf(
      ['ICCID', 'IMSI'],
      [
        [unicom(50_000), '460010000050001'],
        [unicom(50_001), '460010000050000'],
        [unicom(50_002), '460010000050002'],
      ],
    ),
  );
  for (const batchId of [first, second]) await agent.ask(api.decideImport, { body: { batchId, choice: 'goodOnly' } });
  await work();
  expect(await detail(second)).toMatchObject({ state: 'done', good: 1, already: 1, bad: 1, imported: 1 });
  const claims = await host.db
    .selectFrom('cards.card_identifier')
    .select('value')
    .where('value', 'in', ['460010000050001', '460010000050002', unicom(50_001)])
    .execute();
  expect(claims).toEqual([{ value: '460010000050002' }]);
});

test('a batch is seen from above, and reads as unknown from beside', async () => {
  const batchId = await upload(await sheetOf(['ICCID'], cards(60_000, 1)));
  const [rival, operator] = [await host.as('rival'), await host.as('operator')];
  expect(await detail(batchId, operator)).toMatchObject({ state: 'waiting' });
  const unknown = { query: { batchId: '7' } };
  for (const endpoint of [api.readImport, api.wrongRowsSheet] as const) {
    const asked = await rival.call(endpoint, { query: { batchId } });
    expect([asked.status, asked.code]).toEqual([200, '4040811']);
    expect((await rival.call(endpoint, unknown)).code).toBe('4040811');
  }
  const decided = await rival.call(api.decideImport, { body: { batchId, choice: 'goodOnly' } });
  expect(decided.code).toBe('4040811');
  expect((await rival.ask(api.listImports, {})).list.map((row) => row.id)).not.toContain(batchId);
  await agent.ask(api.cancelImport, { body: { batchId } });
  expect((await agent.call(api.decideImport, { body: { batchId, choice: 'goodOnly' } })).code).toBe('4090811');
});

test('an undo takes back the cards nobody has used, and frees their numbers', async () => {
  const content = await sheetOf(['ICCID'], cards(70_000, 20));
  const { id } = await bring(content);
  const [tagged, moved] = await cardsOf(id);
  await host.db
    .insertInto('cards.card_tag')
    .values({ card_id: String(tagged?.id), tag_id: '1', customer_id: '10' })
    .execute();
  await host.db.updateTable('cards.card').set({ customer_id: '11' }).where('id', '=', String(moved?.id)).execute();
  await agent.ask(api.undoImport, { body: { batchId: id } });
  await work();
  expect(await detail(id)).toMatchObject({ state: 'undone', removed: 18, kept: 2 });
  expect(await cardsOf(id)).toHaveLength(2);
  expect(await detail(await upload(content))).toMatchObject({ good: 18, already: 2 });
});

test('a task that is cancelled ends its batch, before a row was written or after', async () => {
  const batchId = await upload(await sheetOf(['ICCID'], cards(75_000, 5)));
  const { taskId } = await agent.ask(api.decideImport, { body: { batchId, choice: 'goodOnly' } });
  await agent.ask(cancelTask, { body: { taskId: String(taskId) } });
  await work();
  const told = { taskId, action: 'import_card', customerId: '10', accountId: null, state: 'cancelled' };
  const payload = { ...told, total: 5, done: 0, failed: 0, skipped: 5 };
  for (const reaction of importReactions) await reaction.run(ctx, payload);
  for (const reaction of importReactions) await reaction.run(ctx, payload);
  expect(await detail(batchId)).toMatchObject({ state: 'cancelled', imported: 0 });
  expect((await agent.call(api.undoImport, { body: { batchId } })).code).toBe('4090811');
});

test('a check that lost its worker is queued again, and given up after a day', async () => {
  const content = await sheetOf(['ICCID'], cards(90_000, 1));
  const body = { carrierAccountId: account, kind: 1, productCode: product } as Terms;
  const { batchId } = await agent.ask(api.uploadImport, { body, file: { name: 'cards.xlsx', content } });
  host.clock.advance(2 * 86_400_000);
  await sweepBatches(ctx, CARD_IMPORT);
  host.clock.advance(-2 * 86_400_000);
  expect(await detail(batchId)).toMatchObject({ state: 'failed' });
});
