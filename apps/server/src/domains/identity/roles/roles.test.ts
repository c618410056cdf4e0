import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { assignRole, roleCandidates, setAccountRoles } from '@cardinal/contract/api/identity/accounts.ts';
import { addCustomer } from '@cardinal/contract/api/identity/addCustomer.ts';
import { readMe } from '@cardinal/contract/api/identity/identity.ts';
import {
  deleteRole,
  listRoles,
  readGrantable,
  readRole,
  readRoleTemplates,
  roleOptions,
  saveRole,
  whoCan,
} from '@cardinal/contract/api/identity/roles.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent] = await Promise.all([it.as('admin'), it.as('agent')]);

const ALL = { query: { pageSize: 200 } } as const;
const MAIN_OF_AGENT = '3010';
const MAIN_OF_SUBAGENT = '3011';

async function setGrant(caller: Caller, id: string, change: (granted: string[]) => string[]) {
  const role = await caller.ask(readRole, { query: { id } });
  const permissions = change(role.permissions.map((each) => each.id));
  return caller.ask(saveRole, { body: { id, version: role.version, name: role.name, permissions } });
}

test('the list shows the roles of my subtree with what they are worth', async () => {
  const { list } = await agent.ask(listRoles, ALL);
  expect(list.find(({ id }) => id === '2102')).toMatchObject({
    name: '客服',
    customerName: '甲代理',
    accounts: 1,
    withdrawn: 0,
    offered: { edit: true, delete: false },
  });
  expect(list.map(({ id }) => id)).not.toContain('2001');
  expect(list.map(({ id }) => id)).not.toContain('3020');
  const { list: unused } = await agent.ask(listRoles, { query: { unused: 'true', customerId: ['10'] } });
  expect(unused.map(({ name }) => name).sort()).toEqual(['仓库', '运营']);
});

describe('a role given from its own side', () => {
  const SERVICE = '2102';
  const heldBy = async () =>
    (await agent.ask(readRole, { query: { id: SERVICE } })).holders.map(({ account }) => account);

  test('goes to accounts of its customer and is taken back; other roles stay, the log names whom', async () => {
    const candidates = await agent.ask(roleCandidates, { query: { id: SERVICE, keyword: 'caiwu' } });
    expect(candidates.map(({ account }) => account)).toEqual(['caiwu']);
    const ids = candidates.map(({ id }) => id);
    const before = await heldBy();
    await agent.ask(assignRole, { body: { id: SERVICE, add: ids, remove: [] } });
    expect(await heldBy()).toEqual([...before, 'caiwu'].sort());
    expect((await (await it.as('caiwu')).ask(readMe)).roles.length).toBe(2);
    const { list } = await agent.ask(listOperations, { query: { endpoint: ['roles.assign'] } });
    expect(list[0]).toMatchObject({ operationType: 81, objectKind: 'role', after: { accounts: ['caiwu'] } });
    await agent.ask(assignRole, { body: { id: SERVICE, add: [], remove: ids } });
    expect(await heldBy()).toEqual(before);
  });

  test('to nobody of another customer, not to oneself, and by nobody without the right; all or none', async () => {
    const before = await heldBy();
    const give = (caller: Caller, add: string[]) => caller.call(assignRole, { body: { id: SERVICE, add, remove: [] } });
    const [caiwu] = await agent.ask(roleCandidates, { query: { id: SERVICE, keyword: 'caiwu' } });
    expect((await give(agent, [caiwu?.id ?? '', '1020'])).status).toBe(404);
    const me = await agent.ask(readMe);
    expect((await give(agent, [me.account.id])).code).toBe('4090112');
    expect((await give(await it.as('kefu'), [caiwu?.id ?? ''])).status).toBe(403);
    expect((await give(await it.as('rival'), [caiwu?.id ?? ''])).status).toBe(404);
    expect(await heldBy()).toEqual(before);
  });
});

describe('a role', () => {
  test('made, given and taken back counts on the next request', async () => {
    const { id } = await agent.ask(saveRole, {
      body: { name: '看客户', permissions: ['user.view', 'accountInfo.view'] },
    });
    const norole = await it.as('norole');
    expect((await norole.call(listCustomers)).code).toBe('4030002');
    await agent.ask(setAccountRoles, { body: { id: '1008', roleIds: [id] } });
    expect((await norole.call(listCustomers)).code).toBe('200');
    expect((await norole.ask(readMe)).permissions).toEqual(['accountInfo.view', 'user.view']);
    await agent.ask(saveRole, { body: { id, version: 1, name: '看客户', permissions: ['accountInfo.view'] } });
    expect(await norole.call(listCustomers)).toMatchObject({ status: 403, code: '4030001', message: '无操作权限' });
    await agent.ask(setAccountRoles, { body: { id: '1008', roleIds: [] } });
    expect((await norole.call(listCustomers)).code).toBe('4030002');
    const { list } = await agent.ask(listOperations, { query: { endpoint: ['roles.save'], objectId: [id] } });
    expect(list.map(({ after }) => after)).toContainEqual(expect.objectContaining({ added: [] }));
    expect(list.map(({ before }) => before)).toContainEqual(expect.objectContaining({ removed: ['user.view'] }));
    await agent.ask(deleteRole, { body: { id } });
  });

  test('gives nothing its maker does not hold, and nothing the customer does not have', async () => {
    const save = (caller: Caller, permissions: string[], customerId?: string) =>
      caller.call(saveRole, { body: { name: '越权', permissions, ...(customerId ? { customerId } : {}) } });
    expect(await save(agent, ['menu.edit'])).toMatchObject({ code: '4030101', message: '不能授予自己没有的权限' });
    expect((await save(agent, ['flowCard.view', 'errorLog.view'])).code).toBe('4030101');
    // The administrator holds it, but enterprises cannot.
    expect((await save(admin, ['importCard.import'], '12')).code).toBe('4030101');
    expect((await save(agent, ['flowCard.view'], '20')).status).toBe(404);
  });

  test('has a name of its own in its customer, and never that of the administrator', async () => {
    const save = (name: string) => agent.call(saveRole, { body: { name, permissions: ['flowCard.view'] } });
    expect((await save('客服')).code).toBe('4000121');
    expect((await save('Admin')).code).toBe('4000121');
  });

  test('is not deleted while accounts hold it', async () => {
    expect(await agent.call(deleteRole, { body: { id: '2102' } })).toMatchObject({
      code: '4090101',
      message: '角色下有 1 个账号，不能删除',
    });
    expect((await it.as('rival').then((rival) => rival.call(deleteRole, { body: { id: '2102' } }))).status).toBe(404);
  });

  test('built in is not changed by those who hold it', async () => {
    const mine = await agent.ask(readRole, { query: { id: MAIN_OF_AGENT } });
    const body = { id: MAIN_OF_AGENT, version: mine.version, name: mine.name, permissions: ['flowCard.view'] };
    expect((await agent.call(saveRole, { body })).code).toBe('4090102');
    expect((await agent.call(deleteRole, { body: { id: MAIN_OF_AGENT } })).code).toBe('4090102');
    const administrator = await admin.ask(readRole, { query: { id: '2001' } });
    expect(administrator).toMatchObject({ name: 'admin', offered: { edit: false, delete: false } });
    const change = { id: '2001', version: administrator.version, name: '改名', permissions: ['flowCard.view'] };
    expect((await admin.call(saveRole, { body: change })).code).toBe('4090102');
  });

  test('cannot be cut so that its editor can never edit roles again', async () => {
    const { id } = await agent.ask(saveRole, {
      body: { name: '角色管理员', permissions: ['roleSys.view', 'roleSys.edit', 'accountInfo.view'] },
    });
    await agent.ask(setAccountRoles, { body: { id: '1013', roleIds: [id] } });
    const editor = await it.as('readonly');
    const cut = { id, version: 1, name: '角色管理员', permissions: ['roleSys.view'] };
    expect((await editor.call(saveRole, { body: cut })).code).toBe('4090103');
    const fine = { ...cut, permissions: ['roleSys.view', 'roleSys.edit'] };
    expect((await editor.call(saveRole, { body: fine })).code).toBe('200');
  });
});

test('a permission taken from an agent is gone for everyone below at once, kept as withdrawn, and back with it', async () => {
  const subagent = await it.as('subagent');
  expect((await subagent.call(listCustomers)).code).toBe('200');
  await setGrant(admin, MAIN_OF_AGENT, (granted) => granted.filter((id) => id !== 'user.view'));
  expect((await subagent.call(listCustomers)).code).toBe('4030001');
  expect((await agent.call(listCustomers)).code).toBe('4030001');
  const { permissions } = await agent.ask(readRole, { query: { id: MAIN_OF_SUBAGENT } });
  expect(permissions.find(({ id }) => id === 'user.view')).toEqual({ id: 'user.view', isWithdrawn: true });
  await setGrant(admin, MAIN_OF_AGENT, (granted) => [...granted, 'user.view']);
  expect((await subagent.call(listCustomers)).code).toBe('200');
});

test('a parent narrows the main role of its child, never beyond its own rights', async () => {
  const grants = await setGrant(agent, MAIN_OF_SUBAGENT, (granted) => granted.filter((id) => id !== 'user.status'));
  expect(grants.version).toBeGreaterThan(1);
  const subagent = await it.as('subagent');
  expect((await subagent.ask(readMe)).permissions).not.toContain('user.status');
  const role = await agent.ask(readRole, { query: { id: MAIN_OF_SUBAGENT } });
  const wide = await agent.call(saveRole, {
    body: { id: MAIN_OF_SUBAGENT, version: role.version, name: role.name, permissions: ['flowCard.view', 'menu.edit'] },
  });
  expect(wide.code).toBe('4030101');
});

test('who can do it, what may be granted, and where to start from', async () => {
  const who = await agent.ask(whoCan, { query: { permission: 'flowCard.stop' } });
  expect(who.find(({ role }) => role.id === '2102')?.accounts.map(({ account }) => account)).toEqual(['kefu']);
  expect(who.map(({ customer }) => customer.id)).not.toContain('20');
  const grantable = await agent.ask(readGrantable, { query: { customerId: '12' } });
  const ids = grantable.flatMap(({ pages }) => pages.flatMap(({ permissions }) => permissions.map(({ id }) => id)));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('flowCard.stop');
  expect(ids).not.toContain('importCard.import');
  const templates = await agent.ask(readRoleTemplates);
  expect(templates.map(({ zh }) => zh)).toEqual(['客服', '财务', '仓库', '运营', '只读']);
  const mine = new Set((await agent.ask(readMe)).permissions);
  for (const { permissions } of templates) for (const id of permissions) expect(mine.has(id)).toBe(true);
  const service = templates.find(({ key }) => key === 'service');
  expect(service?.permissions).not.toContain('flow.refund');
  expect((await agent.ask(roleOptions, { query: { customerId: '10' } })).every(({ isGrantable }) => isGrantable)).toBe(
    true,
  );
});

test('a new customer’s main account holds what it was granted and nothing above it', async () => {
  const added = await agent.ask(addCustomer, {
    body: {
      parentId: '10',
      kind: 'ENTERPRISE',
      name: '晨光物联',
      code: 'A-CHENGUANG',
      editions: ['enterprise'],
      businessMode: 1,
      settlementMode: 'prepaid',
      firstAccount: { account: 'chenguang', name: '陈晨' },
      permissions: ['flowCard.view', 'cardDetail.view', 'accountInfo.view', 'roleSys.view', 'roleSys.edit'],
    },
  });
  const first = await it.as('chenguang', added.password ?? '');
  const me = await first.ask(readMe);
  expect(me).toMatchObject({ mustChangePassword: true, customer: { id: added.id, kind: 'ENTERPRISE' } });
  expect(me.permissions).toHaveLength(5);
});
