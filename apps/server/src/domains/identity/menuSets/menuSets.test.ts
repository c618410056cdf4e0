import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { readMe } from '@cardinal/contract/api/identity/identity.ts';
import {
  assignMenuSet,
  deleteMenuSet,
  LOSERS_NAMED,
  listMenuSets,
  previewAssignment,
  previewMenuSet,
  readMenuSet,
  readSetTree,
  saveMenuSet,
} from '@cardinal/contract/api/identity/menuSets.ts';
import { previewMenu } from '@cardinal/contract/api/identity/menus.ts';
import { readRole } from '@cardinal/contract/api/identity/roles.ts';
import { readMenu } from '@cardinal/contract/api/settings/menu.ts';
import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent, subagent] = await Promise.all([it.as('admin'), it.as('agent'), it.as('subagent')]);

const pathsOf = (entries: readonly RouteEntry[]): string[] =>
  entries.flatMap((entry) => [entry.path, ...pathsOf(entry.children)]);
const pathsSeenBy = async (caller: Caller) => pathsOf(await caller.ask(readMenu));
const plain = (key: string) => ({ key, zh: null, en: null });
/** Everything a caller has but one section. */
const without = async (caller: Caller, section: string) =>
  (await caller.ask(readSetTree))
    .filter(({ key }) => key !== section && !key.startsWith(`${section}/`))
    .map(({ key }) => plain(key));
const made = async (caller: Caller, name: string, section: string) => {
  const entries = await without(caller, section);
  return caller.ask(saveMenuSet, { body: { name, kind: null, edition: null, isDefault: false, entries } });
};
const give = (caller: Caller, setId: string | null, ...customerIds: string[]) =>
  caller.call(assignMenuSet, { body: { setId, customerIds } });

describe('a set without a section', () => {
  test('takes it from the customer and everyone below: menu, screen and endpoint; their roles come back untouched', async () => {
    const { id } = await made(admin, '无客户管理', '/userManagement');
    const before = await agent.ask(readRole, { query: { id: '3011' } });
    expect(await pathsSeenBy(subagent)).toContain('/userManagement/user');
    expect((await give(admin, id, '10')).code).toBe('200');
    for (const caller of [agent, subagent]) {
      const paths = await pathsSeenBy(caller);
      expect(paths.filter((path) => path.startsWith('/userManagement'))).toEqual([]);
      expect(paths).toEqual(expect.arrayContaining(['/dashboard', '/changePassword/changePassword']));
      expect(await caller.call(listCustomers)).toMatchObject({ status: 403, code: '4030001' });
      expect((await caller.ask(readMe)).permissions).not.toContain('user.view');
    }
    expect((await (await it.as('rival')).call(listCustomers)).code).toBe('200');
    expect((await give(admin, null, '10')).code).toBe('200');
    expect((await subagent.call(listCustomers)).code).toBe('200');
    expect(await pathsSeenBy(subagent)).toContain('/userManagement/user');
    expect((await agent.ask(readRole, { query: { id: '3011' } })).permissions).toEqual(before.permissions);
  });

  test('leaves what another page needs as well', async () => {
    const tree = await admin.ask(readSetTree);
    const entries = tree.filter(({ key }) => key !== '/cardsManagement/cardDetailLt').map(({ key }) => plain(key));
    const { id } = await admin.ask(saveMenuSet, {
      body: { name: '无联通详情', kind: null, edition: null, isDefault: false, entries },
    });
    await give(admin, id, '20');
    const rival = await it.as('rival');
    expect(await pathsSeenBy(rival)).not.toContain('/cardsManagement/cardDetailLt');
    expect((await rival.ask(readMe)).permissions).toContain('cardDetail.view');
    await give(admin, null, '20');
  });
});

test('who would lose pages by being given a set is told before; giving back what they had takes nothing', async () => {
  const { id } = await made(admin, '无任务', '/taskManagement');
  const losses = await admin.ask(previewAssignment, { body: { setId: id, customerIds: ['20'] } });
  expect(losses.pages).toBeGreaterThan(0);
  expect(losses.customers).toBeGreaterThan(0);
  expect(losses.accounts).toBeGreaterThan(0);
  expect(await admin.ask(previewAssignment, { body: { setId: null, customerIds: ['20'] } })).toMatchObject({
    pages: 0,
  });
  expect(await agent.call(previewAssignment, { body: { setId: id, customerIds: ['20'] } })).toMatchObject({
    status: 404,
  });
  expect(await pathsSeenBy(await it.as('rival'))).toContain('/taskManagement/systemTask');
  const held = (await admin.ask(readSetTree)).filter(
    ({ kind, key }) => kind === 'page' && !key.startsWith('/taskManagement'),
  );
  const { list } = await admin.ask(listMenuSets);
  expect(list.find((each) => each.id === id)?.pages).toBe(held.length);
});

test('own titles and order stand in the menu and in its preview', async () => {
  const tree = await admin.ask(readSetTree);
  const first = { key: '/taskManagement', zh: '我的任务', en: 'My tasks' };
  const entries = [first, ...tree.filter(({ key }) => key !== first.key).map(({ key }) => plain(key))];
  const { id } = await admin.ask(saveMenuSet, {
    body: { name: '任务优先', kind: null, edition: null, isDefault: false, entries },
  });
  await give(admin, id, '12');
  const enterprise = await it.as('enterprise');
  const shown = (menu: RouteEntry[]) => menu.filter(({ children }) => children.length > 0)[0];
  expect(shown(await enterprise.ask(readMenu))).toMatchObject({ path: '/taskManagement', meta: { zh: '我的任务' } });
  const preview = await admin.ask(previewMenu, { query: { customerId: '12' } });
  expect(shown(preview)?.meta.en).toBe('My tasks');
  await give(admin, null, '12');
});

test('a default counts for whoever below was given none, the nearest and most exact first', async () => {
  const entries = await without(admin, '/taskManagement');
  const body = { name: '企业默认', kind: 'ENTERPRISE' as const, edition: null, isDefault: true, entries };
  // A new default affects every customer it applies to, an unassigned set affects nobody.
  const { name: _, ...asked } = body;
  const warned = await admin.ask(previewMenuSet, { body: asked });
  expect([warned.customers > 0, warned.pages > 0]).toEqual([true, true]);
  const unused = await admin.ask(previewMenuSet, { body: { ...asked, isDefault: false } });
  expect(unused).toMatchObject({ customers: 0, pages: 0 });
  const { id, version } = await admin.ask(saveMenuSet, { body });
  const enterprise = await it.as('enterprise');
  expect(await pathsSeenBy(enterprise)).not.toContain('/taskManagement/systemTask');
  expect(await pathsSeenBy(agent)).toContain('/taskManagement/systemTask');
  const other = await admin.ask(saveMenuSet, {
    body: { ...body, name: '另一默认', entries: await without(admin, '/apiDoc') },
  });
  expect(await admin.ask(readMenuSet, { query: { id } })).toMatchObject({ isDefault: false, version });
  expect(await pathsSeenBy(enterprise)).toContain('/taskManagement/systemTask');
  // An effective default is in use: it cannot be deleted, and removing a page names who loses it.
  expect((await admin.call(deleteMenuSet, { body: { id: other.id } })).code).toBe('4090132');
  const left = await without(admin, '/taskManagement');
  const losses = await admin.ask(previewMenuSet, { body: { id: other.id, entries: left } });
  expect(losses.customers).toBeGreaterThan(0);
  await admin.ask(saveMenuSet, { body: { ...body, ...other, name: '另一默认', isDefault: false } });
  for (const each of [id, other.id]) await admin.ask(deleteMenuSet, { body: { id: each } });
});

describe('an agent', () => {
  test('makes sets of what it has itself, for customers below alone', async () => {
    const { id } = await made(agent, '分部', '/taskManagement');
    expect((await give(agent, id, '10')).code).toBe('4000136');
    expect((await give(agent, id, '20')).status).toBe(404);
    expect((await give(subagent, id, '11')).status).toBe(404);
    expect((await give(agent, id, '11')).code).toBe('200');
    expect(await pathsSeenBy(subagent)).not.toContain('/taskManagement/systemTask');
    const beyond = { name: '越权', kind: null, edition: null, isDefault: false, entries: [plain('/system/menu')] };
    expect((await agent.call(saveMenuSet, { body: beyond })).code).toBe('4030131');
    // The subagent has lost its tasks, so it cannot pass them on.
    const again = { ...beyond, entries: [plain('/taskManagement'), plain('/taskManagement/systemTask')] };
    expect((await subagent.call(saveMenuSet, { body: again })).code).toBe('4030131');
    expect((await agent.call(deleteMenuSet, { body: { id } })).code).toBe('4090132');
    await give(agent, null, '11');
    expect((await agent.call(deleteMenuSet, { body: { id } })).code).toBe('200');
  });

  test('sees its own sets and those below, not the platform’s', async () => {
    const { list } = await agent.ask(listMenuSets);
    expect(list.map(({ ownerId }) => ownerId)).not.toContain('1');
    expect(list.map(({ name }) => name)).toContain('车联网客户');
    expect((await agent.call(readMenuSet, { query: { id: '4001' } })).status).toBe(404);
    expect((await (await it.as('enterprise')).call(listMenuSets)).status).toBe(403);
  });
});

test('a set has a name of its own, a page besides home, and one editor at a time', async () => {
  const { id, version } = await made(admin, '命名', '/taskManagement');
  const entries = await without(admin, '/taskManagement');
  const body = { id, version, name: '命名', kind: null, edition: null, isDefault: false, entries };
  const { id: _, version: __, ...fresh } = body;
  expect((await admin.call(saveMenuSet, { body: fresh })).code).toBe('4000134');
  expect((await admin.call(saveMenuSet, { body: { ...body, entries: [plain('/system')] } })).code).toBe('4000135');
  await admin.ask(saveMenuSet, { body });
  expect((await admin.call(saveMenuSet, { body })).code).toBe('4090002');
});

test('before it is saved a set says who would lose something', async () => {
  const { entries } = await admin.ask(readMenuSet, { query: { id: '4001' } });
  const left = entries.filter(({ key }) => !key.startsWith('/taskManagement'));
  const losses = await admin.ask(previewMenuSet, { body: { id: '4001', entries: left } });
  expect(losses.pages).toBeGreaterThanOrEqual(2);
  expect(losses).toMatchObject({ customers: expect.any(Number), roles: losses.customers, accounts: losses.customers });
  expect(losses.customers).toBeGreaterThan(0);
  const { named } = losses;
  const most = (n: number) => Math.min(n, LOSERS_NAMED);
  expect(named.pages).toHaveLength(losses.pages);
  expect(named.pages).toContainEqual({ key: '/taskManagement/systemTask', zh: '系统任务', en: expect.any(String) });
  expect(named.customers).toHaveLength(most(losses.customers));
  expect(named.roles).toHaveLength(most(losses.roles));
  expect(named.accounts).toHaveLength(most(losses.accounts));
  expect(named.roles.map(({ customerName }) => customerName)).toEqual(expect.arrayContaining([named.customers[0]]));
  expect(await admin.ask(previewMenuSet, { body: { id: '4001', entries } })).toMatchObject({
    pages: 0,
    roles: 0,
    named: { pages: [], customers: [], roles: [], accounts: [] },
  });
});

test('a set says where / leads: a page of it, as long as every set above has that page', async () => {
  const entries = [plain('/cardsManagement'), plain('/cardsManagement/flowCardManagement'), plain('/dashboard')];
  const body = { name: '首页方案', kind: null, edition: null, isDefault: false, entries };
  expect((await admin.call(saveMenuSet, { body: { ...body, home: '/taskManagement/systemTask' } })).code).toBe(
    '4000137',
  );
  const home = '/cardsManagement/flowCardManagement';
  const { id, version } = await admin.ask(saveMenuSet, { body: { ...body, home } });
  expect(await admin.ask(readMenuSet, { query: { id } })).toMatchObject({ home });
  const rival = await it.as('rival');
  expect((await rival.ask(readMe)).home).toBeNull();
  await give(admin, id, '20');
  expect((await rival.ask(readMe)).home).toBe(home);
  await admin.ask(saveMenuSet, { body: { ...body, id, version } });
  expect((await rival.ask(readMe)).home).toBeNull();
  await give(admin, null, '20');
});
