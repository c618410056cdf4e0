import { listProducts } from '@cardinal/contract/api/catalogue/products.ts';
import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { listAccounts } from '@cardinal/contract/api/identity/accounts.ts';
import { editCustomerSetting } from '@cardinal/contract/api/settings/settings.ts';
import {
  deleteDownload,
  downloadByPath,
  exportAgain,
  fetchFile,
  listDownloads,
  orderExport,
  stopDownload,
  tooManyRows,
} from '@cardinal/contract/api/tasks/downloads.ts';
import { readTray } from '@cardinal/contract/api/tasks/tasks.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { storedFile } from '../../../framework/storedFiles.ts';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';
import { workTasks } from '../leases/workTasks.ts';
import { exportFile } from './exportAction.ts';
import { sweepDownloads } from './removeDownloads.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
let agent: Caller = await host.as('agent');
const rival = await host.as('rival');

const work = () => workTasks(ctx, new AbortController().signal);
const order = (caller: Caller, body: object = {}) =>
  caller.call(orderExport, { body: { list: 'customers.list', query: {}, format: 'csv', ...body } as never });
const rowOf = async (caller: Caller, id: string) =>
  (await caller.ask(listDownloads, { query: { pageSize: 200 } })).list.find((row) => row.id === id);
/** Orders and makes an export, and returns its row. */
async function made(caller: Caller, body: object = {}) {
  host.clock.advance(120_000);
  const answer = await order(caller, body);
  if (answer.code !== '200') throw new Error(`${answer.code} ${answer.message}`);
  await work();
  const row = await rowOf(caller, answer.data.downloadId);
  if (!row) throw new Error('not in the list');
  return row;
}
const stored = (id: string) => storedFile(ctx, exportFile({ id, format: 'csv' }));
const ticketOf = async (caller: Caller, path: string) => {
  host.clock.advance(6_000);
  return (await caller.ask(downloadByPath, { query: { path } })).ticketPath.slice(1);
};
const fetchBy = (ticket: string, headers: Record<string, string> = {}) =>
  host.nobody.call(fetchFile, { params: { ticket }, raw: { headers } });

test('the file holds what the list showed: rows, columns and words of the asker', async () => {
  const shown = await agent.ask(listCustomers, { query: { pageSize: 200, sort: 'name' } });
  const row = await made(agent, {
    query: { sort: 'name' },
    columns: ['name', 'kind', 'createdAt'],
    total: shown.total,
  });
  expect(row).toMatchObject({ state: 'ready', rows: shown.total, percent: null });
  const file = await fetchBy(await ticketOf(agent, row.path ?? ''));
  expect(file.status).toBe(200);
  const lines = String(file.data).replace(/^﻿/, '').trim().split(/\r?\n/);
  expect(lines[0]).toBe('客户名称,客户类型,创建时间');
  expect(lines).toHaveLength(shown.total + 1);
  expect(lines[1]?.startsWith(shown.list[0]?.name ?? '?')).toBe(true);
  expect(file.headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''.+\.csv$/);
});

test('what a page counts beside its rows stands in the file too', async () => {
  const shown = await agent.ask(listCustomers, { query: { pageSize: 200, sort: 'name' } });
  const row = await made(agent, {
    query: { sort: 'name' },
    columns: ['code', 'children', 'cards'],
    total: shown.total,
  });
  const file = await fetchBy(await ticketOf(agent, row.path ?? ''));
  const lines = String(file.data).trim().split(/\r?\n/).slice(1);
  expect(lines).toEqual(shown.list.map(({ code, children, cards }) => [code, children, cards].join(',')));
  expect(shown.list.some(({ children }) => children > 0)).toBe(true);
});

test('foreign, invented and hostile paths read alike, and nothing leaves the folder', async () => {
  const row = await made(agent, { query: { nameContains: '代理' } });
  const climbs = ['../', '..\\', '..%2f', '%2e%2e/', '..%5c', '....//', '..;/', '%252e%252e%252f', '..%c0%af', '/'];
  const wanted = [
    'etc/passwd',
    'secrets.key',
    `downloads/${row.id}.csv`,
    `${row.id}.csv`,
    '\u0000',
    'C:\\Windows\\win.ini',
  ];
  const hostile = climbs.flatMap((climb) => wanted.map((file) => climb.repeat(3) + file));
  hostile.push(row.path?.slice(1) ?? '', `${row.path}x`, row.id, '.');
  const answers = await Promise.all(
    [rival.call(downloadByPath, { query: { path: row.path ?? '' } })].concat(
      hostile.map((path) => agent.call(downloadByPath, { query: { path } })),
    ),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.code} ${answer.message}`)).size).toBe(1);
  expect(answers[0]?.code).toBe('4040001');
  for (const ticket of ['%2e%2e%2f', 'x'.repeat(43), '../../etc/passwd', '..\\..\\secrets.key']) {
    const answer = await fetchBy(ticket);
    expect([ticket, answer.status, answer.code]).toEqual([ticket, 404, '4040001']);
  }
});

test('a ticket is worth one answer, for a minute at most; the button works again', async () => {
  const row = await made(agent, { columns: ['name', 'code', 'status'] });
  const path = row.path ?? '';
  const first = await ticketOf(agent, path);
  expect((await agent.call(downloadByPath, { query: { path } })).code).toBe('4090513');
  const both = await Promise.all([fetchBy(first), fetchBy(first), fetchBy(first)]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 404, 404]);
  const second = await ticketOf(agent, path);
  host.clock.advance(61_000);
  expect((await fetchBy(second)).status).toBe(404);
  const third = await ticketOf(agent, path);
  const part = await fetchBy(third, { range: 'bytes=3-9' });
  expect([part.status, part.headers['content-length']]).toEqual([206, '7']);
  expect((await rowOf(agent, row.id))?.fetched).toBe(2);
});

test('each fetch is one line of the operation log, type 85, by the account', async () => {
  const row = await made(agent, { columns: ['code'] });
  await fetchBy(await ticketOf(agent, row.path ?? ''));
  const lines = await host.db
    .selectFrom('audit.operation_log')
    .selectAll()
    .where('object_id', '=', row.id)
    .where('object_kind', '=', 'download')
    .orderBy('id')
    .execute();
  expect(lines.map((line) => [line.operation_type, line.endpoint, line.actor_name])).toEqual([
    [85, 'downloads.export', 'agent'],
    [85, 'downloads.file', 'agent'],
  ]);
});

test('nothing to export, too much, twice the same, another total, unknown columns and lists', async () => {
  host.clock.advance(120_000);
  expect((await order(agent, { query: { nameContains: 'there is no such name' } })).code).toBe('4090511');
  expect((await order(agent, { query: {}, total: 1 })).code).toBe('4090514');
  expect((await order(agent, { columns: ['name', 'noSuchColumn'] })).code).toBe('4000422');
  expect((await order(agent, { query: { noSuchKey: 'x' } })).code).toBe('4000422');
  expect((await order(agent, { list: 'downloads.list' })).code).toBe('4040511');
  const synchronised = await Promise.all([1, 2, 3].map(() => order(agent, { query: { nameContains: '甲' } })));
  expect(synchronised.map((answer) => answer.code).sort()).toEqual(['200', '4090513', '4090513']);
  await work();
  expect((await order(agent, { query: { nameContains: '甲' } })).code).toBe('4090513');
  host.clock.advance(61_000);
  expect((await order(agent, { query: { nameContains: '甲' } })).code).toBe('200');
  await work();
});

/** The account of the enterprise, and how to say what it may. */
async function enterpriseWith() {
  const enterprise = await host.as('enterprise');
  const { customer_id, role_id } = await host.db
    .selectFrom('identity.account as a')
    .innerJoin('identity.account_role as r', 'r.account_id', 'a.id')
    .select(['a.customer_id', 'r.role_id'])
    .where('a.account', '=', 'enterprise')
    .executeTakeFirstOrThrow();
  const set = async (permissions: string[]) => {
    await host.db.updateTable('identity.role').set({ permissions }).where('id', '=', role_id).execute();
    await host.db
      .updateTable('identity.rights_version')
      .set((on) => ({ version: on('version', '+', '1') }))
      .execute();
  };
  return { enterprise, customerId: customer_id, set };
}

test('a column the caller may not see is refused by name, and is not among all columns either', async () => {
  const { enterprise, customerId, set } = await enterpriseWith();
  const carrierAccountId = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '联通',
    adapter: 'jasper',
    baseUrl: 'http://127.0.0.1:9',
  });
  await sellProduct(ctx, { carrierAccountId, customerIds: [customerId] });
  const list = { list: listProducts.name };
  const mine = ['production.view', 'production.export', 'downloadTask.view', 'downloadTask.download'];
  const headings = async () => {
    const row = await made(enterprise, list);
    const file = await fetchBy(await ticketOf(enterprise, row.path ?? ''));
    return (
      String(file.data)
        .replace(/^\uFEFF/, '')
        .split(/\r?\n/)[0] ?? ''
    );
  };
  const { zh } = listProducts.fields.myReservePrice.label;
  await set(mine);
  const refused = await order(enterprise, { ...list, columns: ['name', 'myReservePrice'] });
  expect(refused).toMatchObject({ status: 422, data: { errors: [{ field: 'columns' }] } });
  expect(await headings()).not.toContain(zh);
  await set([...mine, 'proDistribute.money']);
  expect(await headings()).toContain(zh);
  // The right is asked again when the file is made.
  const row = await order(enterprise, { ...list, columns: ['code', 'myReservePrice'] });
  await set(mine);
  await work();
  expect(await rowOf(enterprise, row.data.downloadId)).toMatchObject({ state: 'failed' });
});

test('who may not export the list may not order it, and loses the file with the right', async () => {
  const { enterprise, set } = await enterpriseWith();
  await set(['user.view', 'downloadTask.view', 'downloadTask.download']);
  expect((await order(enterprise)).code).toBe('4030001');
  await set(['user.view', 'user.export', 'downloadTask.view', 'downloadTask.download']);
  const row = await made(enterprise);
  const ticket = await ticketOf(enterprise, row.path ?? '');
  await set(['user.view', 'downloadTask.view', 'downloadTask.download']);
  host.clock.advance(6_000);
  expect((await enterprise.call(downloadByPath, { query: { path: row.path ?? '' } })).status).toBe(403);
  await set(['user.view', 'user.export', 'downloadTask.view']);
  expect((await fetchBy(ticket)).status).toBe(404);
});

test('supervisors see that a file exists, and cannot fetch it', async () => {
  const row = await made(agent, { columns: ['name'] });
  const admin = await host.as('admin');
  expect(await rowOf(admin, row.id)).toBeUndefined();
  const seen = (await admin.ask(listDownloads, { query: { all: true, downloadNo: [row.downloadNo] } })).list[0];
  expect(seen).toMatchObject({ id: row.id, accountName: 'agent', path: null, offered: { download: false } });
  expect((await rival.ask(listDownloads, { query: { all: true, downloadNo: [row.downloadNo] } })).total).toBe(0);
  const under = async (caller: Caller, underCustomerId: string) =>
    (await caller.ask(listDownloads, { query: { underCustomerId, downloadNo: [row.downloadNo] } })).total;
  expect([await under(admin, '10'), await under(admin, '11'), await under(rival, '10')]).toEqual([1, 0, 0]);
});

test('after its days the file is gone and can be made again', async () => {
  const row = await made(agent, { query: { codeContains: '1' } });
  expect((await stored(row.id))?.bytes).toBe(Number(row.size));
  expect((await agent.ask(readTray)).downloads.map((each) => each.downloadId)).toContain(row.id);
  host.clock.advance(7 * 86_400_000 + 1);
  await sweepDownloads(ctx);
  expect(await stored(row.id)).toBeUndefined();
  const fresh = host.withToken(await signIn('agent'));
  expect(await rowOf(fresh, row.id)).toMatchObject({ state: 'expired', offered: { again: true, download: false } });
  const again = await fresh.ask(exportAgain, { body: { downloadId: row.id } });
  await work();
  expect(await rowOf(fresh, again.downloadId)).toMatchObject({ state: 'ready', rows: row.rows });
  await fresh.ask(deleteDownload, { body: { downloadId: again.downloadId } });
  expect(await rowOf(fresh, again.downloadId)).toBeUndefined();
  await sweepDownloads(ctx);
  expect(await stored(again.downloadId)).toBeUndefined();
});

test('a customer may keep its files for less, those there already too', async () => {
  const fresh = host.withToken(await signIn('agent'));
  const row = await made(fresh, { query: { codeContains: '1' }, format: 'csv' });
  const keep = (value: number | null) => fresh.ask(editCustomerSetting, { body: { name: 'exportFileDays', value } });
  host.clock.advance(3_600_000);
  await sweepDownloads(ctx);
  expect(await stored(row.id)).toBeDefined();
  await keep(1);
  host.clock.advance(23 * 3_600_000 + 1);
  await sweepDownloads(ctx);
  expect(await stored(row.id)).toBeUndefined();
  await host
    .withToken(await signIn('agent'))
    .ask(editCustomerSetting, { body: { name: 'exportFileDays', value: null } });
});

test('stopped before it was made', async () => {
  const fresh = host.withToken(await signIn('agent'));
  const { downloadId } = await fresh.ask(orderExport, { body: { list: 'customers.list', query: {}, format: 'xlsx' } });
  await fresh.ask(stopDownload, { body: { downloadId } });
  await work();
  expect(await rowOf(fresh, downloadId)).toMatchObject({ state: 'stopped' });
  expect((await fresh.call(stopDownload, { body: { downloadId } })).code).toBe('4090515');
});

/** A new session: a week later the old one has ended. */
async function signIn(account: string): Promise<string> {
  const captcha = await host.app.http.inject({ url: '/api/auth/v1/captcha' });
  const { captchaId } = captcha.json().data as { captchaId: string };
  const answer = await host.app.http.inject({
    method: 'POST',
    url: '/api/auth/v1/login',
    payload: { account, password: 'Cardinal@2026', captchaId, captchaCode: '2468', remember: false },
  });
  return (answer.json().data as { token: string }).token;
}

test('an export of accounts as well: any list with an export permission', async () => {
  const admin = host.withToken(await signIn('admin'));
  const row = await made(admin, { list: listAccounts.name, format: 'xlsx' });
  expect(row).toMatchObject({ state: 'ready', format: 'xlsx' });
});

test('a customer may mark each row with who took it away, and allow its accounts fewer rows', async () => {
  agent = host.withToken(await signIn('agent'));
  const set = (name: 'hasWatermark' | 'exportRows', value: boolean | number | null) =>
    agent.ask(editCustomerSetting, { body: { name, value } });
  await set('hasWatermark', true);
  const row = await made(agent, { columns: ['name', 'kind'] });
  await set('hasWatermark', null);
  const file = await fetchBy(await ticketOf(agent, row.path ?? ''));
  const [head, ...lines] = String(file.data)
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  expect(head).toBe('客户名称,客户类型,导出标识');
  expect(lines).toHaveLength(row.rows ?? -1);
  for (const line of lines) expect(line).toMatch(new RegExp(`,agent \\d{4}-\\d\\d-\\d\\d ${row.downloadNo}$`));
  await set('exportRows', 1);
  expect((await order(agent, { columns: ['name'] })).code).toBe(tooManyRows.code);
  await set('exportRows', null);
});
