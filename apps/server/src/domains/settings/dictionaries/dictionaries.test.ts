import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as api from '@cardinal/contract/api/settings/dictionaries.ts';
import { downloadByPath, fetchFile, listDownloads, orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { CardSize } from '@cardinal/contract/enumerations/card.ts';
import { say } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { objectsOf } from '@cardinal/testing/objects.ts';
import { expect, test } from 'vitest';
import { writeSheet } from '../../../sheets/writeSheet.ts';
import { workTasks } from '../../tasks/leases/workTasks.ts';
import { applyDictTexts } from './dictWords.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const admin = await host.as('admin');
const { card } = await objectsOf(host, '12');
await host.db.updateTable('cards.card').set({ size: 3 }).where('id', '=', card).execute();

const itemsOf = async (query: object) =>
  (await admin.ask(api.listDictItems, { query: { pageSize: 200, ...query } as never })).list;
const item = async (type: string, value: string) => (await itemsOf({ type: [type], value: [value] }))[0]!;

test('own and system dictionaries are listed, and found by any of their words', async () => {
  const all = await admin.ask(api.listDictTypes, {});
  expect(all.find((type) => type.code === 'cardSize')).toMatchObject({ isSystem: true, items: 10 });
  expect(all.find((type) => type.code === 'industry')).toMatchObject({ isSystem: false, items: 15 });
  const found = await admin.ask(api.listDictTypes, { query: { keyword: '顺丰' } });
  expect(found.map((type) => [type.code, type.hits])).toEqual([['expressCompany', 1]]);
});

test('a renamed card size is said so wherever it is written, and its own words come back', async () => {
  const before = await admin.ask(api.readDictWords, {});
  const size = CardSize.labelOf(3);
  await admin.ask(api.editDictItem, {
    body: { type: 'cardSize', value: '3', zh: '小卡', en: 'Nano', version: 0 },
  });
  const after = await admin.ask(api.readDictWords, {});
  expect(after.version).not.toBe(before.version);
  expect(after.words).toEqual([{ type: 'cardSize', value: '3', zh: '小卡', en: 'Nano' }]);
  await applyDictTexts(host.db as never);
  expect([say(size, 'zh_CN'), say(size, 'en')]).toEqual(['小卡', 'Nano']);
  expect(await item('cardSize', '3')).toMatchObject({ zh: '小卡', isReworded: true, used: 1, version: 1 });
  const stale = await admin.call(api.editDictItem, {
    body: { type: 'cardSize', value: '3', zh: '别的', en: 'Other', version: 0 },
  });
  expect(stale.code).toBe('4090002');
  await admin.ask(api.restoreDictItem, { body: { type: 'cardSize', value: '3' } });
  await applyDictTexts(host.db as never);
  expect(say(size, 'en')).toBe('Plastic plug-in 4FF');
});

test('an export writes the words in force when it is made', async () => {
  const sizeOfFile = async () => {
    host.clock.advance(120_000);
    const columns = ['iccid', 'size'];
    const { downloadId } = await admin.ask(orderExport, {
      body: { list: 'cards.list', query: { size: [3] }, format: 'csv', columns } as never,
    });
    await workTasks(host.app.systemContext('test'), new AbortController().signal);
    const { list } = await admin.ask(listDownloads, { query: { pageSize: 200 } });
    const path = list.find((row) => row.id === downloadId)?.path ?? '';
    const { ticketPath } = await admin.ask(downloadByPath, { query: { path } });
    const file = await host.nobody.call(fetchFile, { params: { ticket: ticketPath.slice(1) } });
    return String(file.data).trim().split(/\r?\n/)[1]?.split(',')[1];
  };
  const words = { type: 'cardSize', value: '3' };
  expect(await sizeOfFile()).toBe('塑料插拔卡 4FF');
  await admin.ask(api.editDictItem, { body: { ...words, zh: '小卡', en: 'Nano', version: 0 } });
  expect(await sizeOfFile()).toBe('小卡');
  await admin.ask(api.restoreDictItem, { body: words });
  expect(await sizeOfFile()).toBe('塑料插拔卡 4FF');
});

test('a value of the product is never deleted, and one in use says how often it is', async () => {
  const used = await admin.call(api.deleteDictItem, { body: { type: 'cardSize', value: '3' } });
  expect(used).toMatchObject({ code: '4090353', message: '「塑料插拔卡 4FF」正被 1 处使用，不能删除' });
  const unused = await admin.call(api.deleteDictItem, { body: { type: 'cardSize', value: '4' } });
  expect(unused.code).toBe('4090354');
  const added = await admin.call(api.addDictItem, {
    body: { type: 'cardSize', value: '11', zh: '新规格', en: 'New size' },
  });
  expect(added.code).toBe('4090354');
  expect((await itemsOf({ type: ['cardSize'], used: 'true' })).map((each) => each.value)).toEqual(['3']);
  expect(await itemsOf({ type: ['cardSize'], used: 'false' })).toHaveLength(9);
  expect((await item('addressTag', 'company')).used).toBeGreaterThan(0);
});

test('a dictionary of one’s own takes, changes and loses entries', async () => {
  await admin.ask(api.addDictType, { body: { code: 'colour', zh: '颜色', en: 'Colour' } });
  const entry = { type: 'colour', value: 'red', zh: '红', en: 'Red' };
  await admin.ask(api.addDictItem, { body: { ...entry, sort: 10, color: 'red' } });
  expect(await admin.call(api.addDictItem, { body: entry })).toMatchObject({
    code: '4090352',
    data: { errors: [{ field: 'value' }] },
  });
  const { version } = await item('colour', 'red');
  await admin.ask(api.editDictItem, { body: { ...entry, zh: '大红', isEnabled: false, version } });
  expect(await item('colour', 'red')).toMatchObject({ zh: '大红', isEnabled: false, color: 'red', sort: 10, used: 0 });
  expect(await admin.ask(api.dictOptions, { query: { type: 'colour' } })).toEqual([]);
  await admin.ask(api.deleteDictItem, { body: { type: 'colour', value: 'red' } });
  await admin.ask(api.deleteDictType, { body: { code: 'colour' } });
  expect((await admin.call(api.dictOptions, { query: { type: 'colour' } })).code).toBe('4040351');
});

test('a sheet adds and renames entries, whole or not at all', async () => {
  const heading = ['值', '中文', '英文', '排序'];
  const send = async (rows: string[][]) => {
    const path = join(host.dataDirectory, 'industry.xlsx');
    await writeSheet(path, { format: 'xlsx', columns: heading.map((title) => ({ title, kind: 'text' })), rows });
    const file = { name: 'industry.xlsx', content: await readFile(path) };
    return admin.call(api.importDictItems, { body: { type: 'industry' }, file });
  };
  const good = await send([
    ['education', '智慧教育', 'Education', '160'],
    ['home', '家居', 'Home'],
  ]);
  expect(good).toMatchObject({ code: '200', data: { added: 1, changed: 1 } });
  expect(await item('industry', 'home')).toMatchObject({ zh: '家居', version: 2 });
  const bad = await send([
    ['fishery', '渔业', 'Fishery'],
    ['no english', '没有', ''],
  ]);
  expect(bad).toMatchObject({ status: 422, data: { errors: [{ field: 'file' }] } });
  expect(JSON.stringify(bad.data)).toContain('第 3 行：英文');
  expect(await itemsOf({ type: ['industry'], value: ['fishery'] })).toEqual([]);
});

test('others neither read nor change the dictionary, but everybody hears its words', async () => {
  const agent = await host.as('agent');
  expect((await agent.call(api.listDictTypes, {})).code).toBe('4030001');
  const edit = { body: { type: 'cardSize', value: '3', zh: '小卡', en: 'Nano', version: 0 } };
  expect((await agent.call(api.editDictItem, edit)).code).toBe('4030001');
  expect((await agent.ask(api.readDictWords, {})).version).toMatch(/^\d+$/);
});
