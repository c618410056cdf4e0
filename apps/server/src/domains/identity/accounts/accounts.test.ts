import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import {
  accountOptions,
  addAccount,
  deleteAccount,
  editAccount,
  kickAccount,
  listAccounts,
  readAccount,
  readMainAccount,
  resetPassword,
  setAccountRoles,
  setAccountStatus,
  unlockAccount,
} from '@cardinal/contract/api/identity/accounts.ts';
import { changePassword, endMySessions, readAccountInfo, readMe } from '@cardinal/contract/api/identity/identity.ts';
import { putPreference, readPreferences } from '@cardinal/contract/api/identity/preferences.ts';
import { listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent, rival] = await Promise.all([it.as('admin'), it.as('agent'), it.as('rival')]);

const KEFU_ROLE = '2102';
const ALL = { query: { pageSize: 200 } } as const;

describe('the list', () => {
  test('shows my subtree only, phones masked', async () => {
    const { list } = await agent.ask(listAccounts, ALL);
    const names = list.map(({ account }) => account);
    expect(names).toEqual(expect.arrayContaining(['agent', 'kefu', 'subagent', 'enterprise', 'norole']));
    expect(names).not.toContain('rival');
    expect(names).not.toContain('admin');
    for (const { phone } of list) if (phone) expect(phone).toMatch(/^\d{3}\*{4}\d{4}$/);
    expect(list.find(({ account }) => account === 'agent')).toMatchObject({ isMe: true, isAdmin: false });
    const { list: rivals } = await rival.ask(listAccounts, ALL);
    expect(rivals.map(({ account }) => account)).not.toContain('agent');
  });

  test('finds by customer, role, words and what never signed in', async () => {
    const found = async (query: Record<string, unknown>) =>
      (await agent.ask(listAccounts, { query: { pageSize: 200, ...query } })).list.map(({ account }) => account);
    expect(await found({ roleId: KEFU_ROLE })).toEqual(['kefu']);
    expect(await found({ keyword: 'subag' })).toEqual(['subagent']);
    expect(await found({ under: '12' })).toEqual(['enterprise']);
    expect(await found({ under: '20' })).toEqual([]);
    expect(await found({ lastLoginAtHas: false })).toContain('norole');
    expect(await found({ isLocked: true })).toEqual([]);
  });

  test('is refused without the permission', async () => {
    const kefu = await it.as('kefu');
    expect(await kefu.call(listAccounts)).toMatchObject({ status: 403, code: '4030001', message: '无操作权限' });
  });
});

describe('a new account', () => {
  test('gets a password told once, must change it, and may do what its role may', async () => {
    const { id, password } = await agent.ask(addAccount, {
      body: { customerId: '10', account: 'kefu02', name: '王芳', roleIds: [KEFU_ROLE] },
    });
    expect(password).toHaveLength(12);
    const kefu = await it.as('kefu02', password ?? '');
    const me = await kefu.ask(readMe);
    expect(me).toMatchObject({ mustChangePassword: true, roles: ['客服'] });
    expect(me.permissions).toContain('flowCard.view');
    expect(me.permissions).not.toContain('flow.refund');
    const detail = await agent.ask(readAccount, { query: { id } });
    expect(detail.permissions.find(({ id: each }) => each === 'flowCard.view')).toMatchObject({ roles: ['客服'] });
    expect(detail.sessions).toHaveLength(1);
    expect(JSON.stringify(await it.db.selectFrom('audit.operation_log').selectAll().execute())).not.toContain(password);
  });

  test('has a name of its own, whatever the case', async () => {
    const body = { customerId: '10', account: 'AGENT', name: '重名', roleIds: [] };
    expect(await agent.call(addAccount, { body })).toMatchObject({ code: '4000111', message: '账号已存在' });
  });

  test('gets no role of another customer, none beyond my rights, and no foreign customer', async () => {
    const add = (caller: Caller, customerId: string, roleIds: string[]) =>
      caller.call(addAccount, { body: { customerId, account: 'refused01', name: '被拒', roleIds } });
    expect((await add(agent, '10', ['2005'])).code).toBe('4040101');
    expect(await add(agent, '20', [])).toMatchObject({ status: 404, code: '4040001' });
    const operator = await it.as('operator');
    const answer = await operator.call(addAccount, {
      body: { customerId: '1', account: 'refused01', name: '被拒', roleIds: ['2001'] },
    });
    // The operator's role lacks this permission, but still cannot be used to gain the administrator's.
    expect(answer.status).toBe(403);
  });

  test('works for chosen customers only, never for more than its maker sees', async () => {
    const { password, id } = await agent.ask(addAccount, {
      body: {
        customerId: '10',
        account: 'east.only',
        name: '华东专员',
        roleIds: ['3010'],
        dataScope: 'chosen',
        dataScopeCustomerIds: ['11'],
      },
    });
    const { app } = it;
    await app.asSystem('test', async (ctx) => {
      await ctx.db.updateTable('identity.account').set({ must_change_password: false }).where('id', '=', id).execute();
    });
    const east = await it.as('east.only', password ?? '');
    const ids = (await east.ask(listCustomers, ALL)).list.map((row) => row.id);
    expect(ids).toContain('11');
    expect(ids).not.toContain('10');
    expect(ids).not.toContain('12');
    const wide = await east.call(addAccount, {
      body: {
        customerId: '11',
        account: 'east.two',
        name: '越权',
        roleIds: [],
        dataScope: 'chosen',
        dataScopeCustomerIds: ['12'],
      },
    });
    expect(wide).toMatchObject({ code: '4030112' });
  });
});

describe('who may touch whom', () => {
  test('nobody changes his own roles, disables, resets, kicks or deletes himself', async () => {
    const self = { id: '1003' };
    const codes = [
      await agent.call(setAccountRoles, { body: { ...self, roleIds: [] } }),
      await agent.call(setAccountStatus, { body: { ...self, status: 0 } }),
      await agent.call(resetPassword, { body: self }),
      await agent.call(kickAccount, { body: self }),
      await agent.call(deleteAccount, { body: self }),
    ].map(({ code }) => code);
    expect(codes).toEqual(['4090112', '4090111', '4090111', '4090111', '4090111']);
  });

  test('the last administrator of a customer cannot be taken away', async () => {
    for (const answer of [
      await agent.call(setAccountStatus, { body: { id: '1004', status: 0 } }),
      await agent.call(deleteAccount, { body: { id: '1004' } }),
      await agent.call(setAccountRoles, { body: { id: '1004', roleIds: [] } }),
    ]) {
      expect(answer).toMatchObject({ code: '4090113', message: '至少保留一个管理员' });
    }
    const { id } = await agent.ask(addAccount, {
      body: { customerId: '11', account: 'second.admin', name: '第二管理员', roleIds: ['3011'] },
    });
    await agent.ask(setAccountRoles, { body: { id: '1004', roleIds: [] } });
    expect((await agent.call(deleteAccount, { body: { id } })).code).toBe('4090113');
    await agent.ask(setAccountRoles, { body: { id: '1004', roleIds: ['3011'] } });
    await agent.ask(deleteAccount, { body: { id } });
    expect((await agent.call(readAccount, { query: { id } })).status).toBe(404);
  });

  test('an account with rights I do not hold is out of my reach, also where I may reset passwords', async () => {
    await it.app.asSystem('test', async (ctx) => {
      await ctx.db
        .updateTable('identity.role')
        .set({ permissions: ['accountManagement.view', 'accountManagement.reset', 'accountManagement.kick'] })
        .where('id', '=', '2106')
        .execute();
      await ctx.db.updateTable('identity.rights_version').set({ version: '1000' }).execute();
    });
    const helper = await it.as('readonly');
    expect(await helper.call(resetPassword, { body: { id: '1003' } })).toMatchObject({ code: '4030113' });
    expect(await helper.call(kickAccount, { body: { id: '1003' } })).toMatchObject({ code: '4030113' });
    expect((await helper.call(resetPassword, { body: { id: '1008' } })).code).toBe('200');
  });

  test('a foreign account answers like none at all, for every operation', async () => {
    const body = (id: string) => ({ id });
    for (const id of ['1003', '999999']) {
      const answers = [
        await rival.call(readAccount, { query: body(id) }),
        await rival.call(setAccountStatus, { body: { id, status: 0 } }),
        await rival.call(setAccountRoles, { body: { id, roleIds: [] } }),
        await rival.call(unlockAccount, { body: body(id) }),
        await rival.call(resetPassword, { body: body(id) }),
        await rival.call(kickAccount, { body: body(id) }),
        await rival.call(deleteAccount, { body: body(id) }),
        await rival.call(editAccount, { body: { id, version: 1, name: '外人' } }),
      ];
      for (const { status, code, message } of answers) {
        expect({ status, code, message }).toEqual({ status: 404, code: '4040001', message: '内容不存在' });
      }
    }
    expect(await rival.ask(accountOptions, { query: { keyword: 'agent' } })).toEqual([]);
  });
});

test('the main account of a customer below is told for its password to be reset; a foreign one is not', async () => {
  const main = await agent.ask(readMainAccount, { query: { customerId: '11' } });
  expect(main).toEqual({ id: '1004', account: 'subagent', name: '华东分部管理员' });
  const { password } = await agent.ask(resetPassword, { body: { id: main.id } });
  expect(await (await it.as('subagent', password)).ask(readMe)).toMatchObject({ mustChangePassword: true });
  for (const customerId of ['10', '999999'])
    expect(await rival.call(readMainAccount, { query: { customerId } })).toMatchObject({
      status: 404,
      code: '4040001',
    });
  const kefu = await it.as('kefu');
  expect(await kefu.call(readMainAccount, { query: { customerId: '11' } })).toMatchObject({ status: 403 });
  await it.db.updateTable('identity.account').set({ deleted_at: it.clock.now() }).where('id', '=', '1004').execute();
  expect(await agent.call(readMainAccount, { query: { customerId: '11' } })).toMatchObject({ code: '4090114' });
  await it.db.updateTable('identity.account').set({ deleted_at: null }).where('id', '=', '1004').execute();
});

test('the place of the last sign-in is told where the address itself tells it, in the language asked', async () => {
  const placeIn = async (language: 'zh_CN' | 'en', lastAddress: string) => {
    await it.db
      .updateTable('identity.account')
      .set({ last_login_address: lastAddress })
      .where('id', '=', '1012')
      .execute();
    const { list } = await agent.ask(listAccounts, { query: { id: '1012' }, language });
    return list[0]?.lastLoginPlace;
  };
  expect([await placeIn('zh_CN', '10.20.1.2'), await placeIn('en', '::1')]).toEqual(['内网', 'Private network']);
  expect(await placeIn('zh_CN', '8.8.8.8')).toBeNull();
});

test('a second editor is told to reload', async () => {
  const { version } = await agent.ask(readAccount, { query: { id: '1012' } });
  await agent.ask(editAccount, { body: { id: '1012', version, name: '财务小李' } });
  expect(await agent.call(editAccount, { body: { id: '1012', version, name: '财务小王' } })).toMatchObject({
    code: '4090002',
    status: 409,
  });
});

test('my account tells who I am, and ends my other sessions', async () => {
  const info = await agent.ask(readAccountInfo);
  expect(info).toMatchObject({ account: 'agent', customer: { id: '10', path: [{ id: '10', name: '甲代理' }] } });
  expect(info.permissions.find(({ id }) => id === 'user.add')).toMatchObject({ zh: '新增客户', subject: 'user' });
  const { ended } = await agent.ask(endMySessions, { body: {} });
  expect(ended).toBeGreaterThanOrEqual(0);
  expect((await agent.call(readMe)).code).toBe('200');
});

test('preferences are each account’s own and leave no row in the log', async () => {
  await agent.ask(putPreference, { body: { key: 'columns.cards.list', value: ['iccid', 'status'] } });
  await agent.ask(putPreference, { body: { key: 'density', value: 'compact' } });
  expect(await agent.ask(readPreferences, { query: { prefix: 'columns' } })).toEqual({
    preferences: [{ key: 'columns.cards.list', value: ['iccid', 'status'] }],
  });
  expect(await rival.ask(readPreferences)).toEqual({ preferences: [] });
  expect((await agent.call(putPreference, { body: { key: 'density', value: 'x'.repeat(40_000) } })).code).toBe(
    '4000141',
  );
  await agent.ask(putPreference, { body: { key: 'density', value: null } });
  expect((await agent.ask(readPreferences)).preferences).toHaveLength(1);
  const rows = await it.db
    .selectFrom('audit.operation_log')
    .select('id')
    .where('endpoint', 'like', 'preferences.%')
    .execute();
  expect(rows).toEqual([]);
});

test('what a parent does to a child’s account stands in the child’s log without its name', async () => {
  await admin.ask(unlockAccount, { body: { id: '1006' } });
  const { list } = await rival.ask(listOperations, { query: { endpoint: ['accounts.unlock'] } });
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ actorName: '上级操作', address: '', objectId: '1006', operationType: 81 });
  expect((await agent.ask(listOperations, { query: { objectId: ['1006'] } })).list).toEqual([]);
});

test('a deleted account hands its open tasks and saved views to a colleague of its customer; exports and what is over stay', async () => {
  const { id, password } = await agent.ask(addAccount, {
    body: { customerId: '10', account: 'leaving', name: '离职同事', roleIds: ['3010'] },
  });
  const leaving = await it.as('leaving', password ?? '');
  const newPassword = 'Leaving#2027';
  await leaving.ask(changePassword, {
    body: { oldPassword: password ?? '', newPassword, confirmation: newPassword },
  });
  await leaving.ask(putPreference, { body: { key: 'views.leaving.list', value: ['mine'] } });
  const base = {
    type_code: 3,
    kind: 1,
    title_zh: '停机',
    title_en: 'Stop',
    customer_id: '10',
    account_id: id,
    account_name: 'leaving',
    source: 'console',
    is_loaded: true,
    is_paused: true,
    parameters: '{}',
    created_at: it.clock.now(),
  };
  const over = { state: 'completed' as const, finished_at: it.clock.now(), drained_at: it.clock.now() };
  await it.db
    .insertInto('tasks.task')
    .values([
      { ...base, id: '901', task_no: 'HAND-OPEN', action_code: 'stop_card' },
      { ...base, id: '902', task_no: 'HAND-OVER', action_code: 'stop_card', ...over },
      { ...base, id: '903', task_no: 'HAND-FILE', action_code: 'export_data' },
    ] as never)
    .execute();
  expect((await agent.call(deleteAccount, { body: { id, handOverTo: '1006' } })).status).toBe(404);
  expect((await leaving.call(readMe)).code).toBe('200');
  await agent.ask(deleteAccount, { body: { id, handOverTo: '1003' } });
  await it.work();
  const mine = async () =>
    (await agent.ask(listTasks, { query: { mine: true } })).list.map((task) => [task.taskNo, task.accountName]);
  await expect.poll(mine, { timeout: 30_000 }).toEqual([['HAND-OPEN', 'leaving']]);
  expect(await agent.ask(readPreferences, { query: { prefix: 'views.leaving' } })).toEqual({
    preferences: [{ key: 'views.leaving.list', value: ['mine'] }],
  });
});
