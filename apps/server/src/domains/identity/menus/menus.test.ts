import { saveMenuSet } from '@cardinal/contract/api/identity/menuSets.ts';
import {
  deleteMenuEntry,
  importMenu,
  menuFileSchema,
  previewMenu,
  previewMenuFile,
  ROLES_NAMED,
  readMenuHolders,
  readMenuTree,
  restoreMenu,
  saveMenuEntry,
  setMenuVisible,
  sortMenu,
} from '@cardinal/contract/api/identity/menus.ts';
import { readMenu } from '@cardinal/contract/api/settings/menu.ts';
import { editPlatformSettings, readPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import { PERMISSIONS } from '@cardinal/contract/permissions/catalogue.ts';
import { menuOf } from '@cardinal/contract/routes/menuRules.ts';
import { permissionsOf, type RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { type Caller, type TestApp, testApp } from '@cardinal/testing/app.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFor, type MenuViewer, mergedTree } from '../rights/menuTree.ts';
import { routesOf } from './menuRoutes.ts';

let it: TestApp;
let admin: Caller;
let agent: Caller;
beforeAll(async () => {
  it = await testApp({ demo: 'people' });
  [admin, agent] = await Promise.all([it.as('admin'), it.as('agent')]);
});
afterAll(() => it.stop());

const pathsOf = (entries: readonly RouteEntry[]): string[] =>
  entries.flatMap((entry) => [entry.path, ...pathsOf(entry.children)]);
const paths = async (caller: Caller, host?: string) =>
  pathsOf(menuOf(await caller.ask(readMenu, host ? { raw: { headers: { host } } } : {})));
const FIVE = ['sameLevelDeviceTrade', 'advertisement', 'miniProgramBanner', 'packageGive', 'miniProgramTaskManagement'];
const fiveOf = (all: readonly string[]) => FIVE.filter((name) => all.includes(`/wxAppManagement/${name}`));
const CLOUD = /cloudStorge|CloudStorge/;

describe('the menu', () => {
  test('is an array of routes, version 2 or none, refused for any other', async () => {
    const entries = await agent.ask(readMenu, { query: { menuVersion: 2 } });
    expect(entries).toEqual(await agent.ask(readMenu));
    const cards = entries.find(({ path }) => path === '/cardsManagement');
    expect(cards).toMatchObject({
      name: 'cardsManagement',
      redirect: '/cardsManagement/flowCardManagement',
      meta: { zh: expect.any(String), en: expect.any(String), icon: expect.any(String), roles: [], editions: [] },
    });
    const flow = cards?.children.find(({ path }) => path === '/cardsManagement/flowCardManagement');
    expect(flow?.meta.permissions).toEqual(expect.arrayContaining(['flowCard.view', 'flowCard.stop']));
    expect((await agent.call(readMenu, { raw: { query: '?menuVersion=' } })).data).toEqual(entries);
    expect((await agent.call(readMenu, { raw: { query: '?menuVersion=1' } })).status).toBe(422);
  });

  test('never shows Gd and cloud storage, and the five entries to customer 3 alone', async () => {
    const [ofAdmin, ofAgent, ofMiniapp] = await Promise.all([
      paths(admin),
      paths(agent),
      it.as('miniapp').then((miniapp) => paths(miniapp)),
    ]);
    for (const all of [ofAdmin, ofAgent, ofMiniapp]) {
      expect(all.filter((path) => CLOUD.test(path))).toEqual([]);
      expect(all.filter((path) => /Gd$/.test(path))).toEqual([]);
    }
    expect(fiveOf(ofMiniapp)).toEqual(FIVE);
    expect(fiveOf(ofAdmin)).toEqual([]);
    expect(fiveOf(ofAgent)).toEqual([]);
  });

  test('shows the platform’s screens to the platform, the consumer’s to the consumer edition', async () => {
    const ofAgent = await paths(agent);
    expect(ofAgent).toContain('/system/roleSys');
    expect(ofAgent).not.toContain('/system/menu');
    expect(ofAgent).toContain('/userManagement/userList');
    expect(await paths(await it.as('rival'))).not.toContain('/userManagement/userList');
    expect(await paths(admin)).toEqual(
      expect.arrayContaining(['/system/menu', '/userManagement/userList', '/onlineBusiness/engineOrder']),
    );
  });

  test('holds only what needs no role for an account without one', async () => {
    expect(pathsOf(await (await it.as('norole')).ask(readMenu)).sort()).toEqual([
      '/',
      '/404',
      '/changePassword/changePassword',
      '/dashboard',
    ]);
  });

  test('leaves out at one host the carriers hidden there, and nowhere else', async () => {
    const dx = '/cardsManagement/cardDetailDx';
    const entry = async (host: string) => {
      const all = await agent.ask(readMenu, { raw: { headers: { host } } });
      return all.flatMap(({ children }) => children).find(({ path }) => path === dx);
    };
    expect(await entry('unicom.localhost:8080')).toMatchObject({ hidden: true });
    const { version, settings } = await admin.ask(readPlatformSettings);
    const [first, ...others] = settings.sites;
    const broken = { ...settings, sites: [{ ...first!, hiddenCarriers: 'not a list' }, ...others] };
    await admin.ask(editPlatformSettings, { body: { version, settings: broken } });
    expect((await agent.call(readMenu)).code).toBe('200');
  });
});

describe('the tree', () => {
  const key = '/cardsManagement/singleCardRecharge';

  test('hides an entry at the next read and restores it at the same place', async () => {
    const before = await paths(agent);
    expect(before).toContain(key);
    await admin.ask(setMenuVisible, { body: { key, isVisible: false } });
    expect(pathsOf(await agent.ask(readMenu))).not.toContain(key);
    await admin.ask(restoreMenu, { body: { key } });
    expect(await paths(agent)).toEqual(before);
  });

  test('deletes, renames, moves and sorts, and comes back as a whole', async () => {
    const before = await agent.ask(readMenu);
    await admin.ask(deleteMenuEntry, { body: { key } });
    const find = async (wanted: string) => (await admin.ask(readMenuTree)).find((entry) => entry.key === wanted)!;
    expect(await find(key)).toMatchObject({ isDeleted: true, isBuiltIn: true });
    const tag = await find('/cardsManagement/tagManagement');
    await admin.ask(saveMenuEntry, {
      body: {
        key: tag.key,
        version: tag.version,
        kind: 'page',
        parentKey: '/taskManagement',
        zh: '标签中心',
        en: 'Labels',
        sort: 5,
      },
    });
    await admin.ask(sortMenu, {
      body: {
        parentKey: '/taskManagement',
        keys: [tag.key, '/taskManagement/downloadTask', '/taskManagement/systemTask'],
      },
    });
    const tasks = (await agent.ask(readMenu)).find(({ path }) => path === '/taskManagement');
    expect(tasks?.children.map(({ meta }) => meta.zh)).toEqual(['标签中心', expect.any(String), expect.any(String)]);
    expect(tasks?.children[0]).toMatchObject({ path: tag.key });
    await admin.ask(restoreMenu, { body: {} });
    expect(await agent.ask(readMenu)).toEqual(before);
  });

  test('says of a directory how many roles open any page of it, each once', async () => {
    const tree = await admin.ask(readMenuTree);
    const directory = tree.find((entry) => entry.key === '/cardsManagement')!;
    const pages = tree.filter((entry) => entry.parentKey === directory.key).map((page) => page.roles);
    expect(directory.roles).toBeGreaterThanOrEqual(Math.max(...pages));
    expect(directory.roles).toBeLessThan(pages.reduce((sum, roles) => sum + roles));
  });

  test('names the roles an entry is taken from, those of the platform first', async () => {
    const tree = await admin.ask(readMenuTree);
    for (const key of ['/cardsManagement', '/cardsManagement/flowCardManagement', 'flowCard.stop']) {
      const holders = await admin.ask(readMenuHolders, { query: { key } });
      expect(holders.roles).toBe(tree.find((entry) => entry.key === key)?.roles);
      expect(holders.named.length).toBe(Math.min(holders.roles, ROLES_NAMED));
      expect(holders.named[0]?.customerName).toBe('卡枢平台');
      expect(holders.accounts).toBeGreaterThan(0);
    }
    expect((await admin.call(readMenuHolders, { query: { key: '/nowhere' } })).status).toBe(404);
    expect((await agent.call(readMenuHolders, { query: { key: '/cardsManagement' } })).status).toBe(403);
  });

  test('takes a button with a GUID, grants it to the administrator and offers it to roles', async () => {
    const button = '0d0f2f1c-1111-4222-8333-444455556666';
    const body = {
      key: button,
      version: 0,
      kind: 'button' as const,
      parentKey: '/cardsManagement/tagManagement',
      zh: '自定义按钮',
      en: 'Button of ours',
      sort: 1,
    };
    await admin.ask(saveMenuEntry, { body });
    expect(permissionsOf(await admin.ask(readMenu))).toContain(button);
    expect(await admin.call(saveMenuEntry, { body })).toMatchObject({ code: '4000132' });
    await admin.ask(deleteMenuEntry, { body: { key: button } });
    expect(permissionsOf(await admin.ask(readMenu))).not.toContain(button);
  });

  test('refuses what cannot be: unknown routes, entries below themselves, losing the menu itself', async () => {
    const page = { version: 0, kind: 'page' as const, parentKey: null, zh: '没有', en: 'None', sort: 1 };
    expect((await admin.call(saveMenuEntry, { body: { ...page, key: '/nonsense/page' } })).code).toBe('4000131');
    const under = {
      ...page,
      kind: 'directory' as const,
      key: '/taskManagement',
      parentKey: '/taskManagement/systemTask',
    };
    expect((await admin.call(saveMenuEntry, { body: under })).code).toBe('4000133');
    for (const needed of ['/system/menu', '/dashboard']) {
      expect((await admin.call(setMenuVisible, { body: { key: needed, isVisible: false } })).code).toBe('4090131');
      expect((await admin.call(deleteMenuEntry, { body: { key: needed } })).code).toBe('4090131');
    }
    const stale = { ...page, key: '/taskManagement/systemTask', version: 7 };
    expect((await admin.call(saveMenuEntry, { body: stale })).code).toBe('4090002');
  });

  test('is the platform’s alone', async () => {
    expect((await agent.call(readMenuTree)).status).toBe(403);
    expect((await agent.call(setMenuVisible, { body: { key, isVisible: false } })).status).toBe(403);
  });

  test('is previewed as a role or a customer sees it', async () => {
    const ofRole = pathsOf(await agent.ask(previewMenu, { query: { roleId: '2102' } }));
    expect(ofRole).toContain('/cardsManagement/flowCardManagement');
    expect(ofRole).not.toContain('/system/roleSys');
    expect((await agent.call(previewMenu, { query: { customerId: '20' } })).status).toBe(404);
  });
});

test('whoever looks: every entry shown is his, with identifiers he holds, and no section is empty', () => {
  const ids = PERMISSIONS.map(({ id }) => id);
  const tree = mergedTree([]);
  const viewer = fc.record({
    isAdmin: fc.constant(false),
    permissions: fc.subarray(ids).map((held) => new Set(held)),
    editions: fc.subarray(['enterprise', 'consumer'] as const, { minLength: 1 }),
    kind: fc.constantFrom('PLATFORM', 'AGENT', 'ENTERPRISE'),
  });
  fc.assert(
    fc.property(viewer, (who) => {
      const given = who as MenuViewer;
      const entries = routesOf(tree, given);
      for (const entry of entries) {
        const children = entry.children.length > 0 ? entry.children : [entry];
        for (const child of children) {
          for (const id of child.meta.permissions) expect(given.permissions.has(id)).toBe(true);
          const source = tree.find(({ key }) => key === child.path);
          expect(source && isFor(source, given)).toBe(true);
        }
        if (entry.redirect !== undefined) expect(entry.children.map(({ path }) => path)).toContain(entry.redirect);
      }
    }),
    { numRuns: 60 },
  );
});

test('an entry tells how many menu sets have it', async () => {
  const setsOf = async (wanted: string) => (await admin.ask(readMenuTree)).find(({ key }) => key === wanted)?.sets;
  const before = (await setsOf('/product/production')) ?? 0;
  const entries = ['/product', '/product/production'].map((key) => ({ key, zh: null, en: null }));
  await admin.ask(saveMenuSet, {
    body: { name: '只有产品', kind: null, edition: null, isDefault: false, entries },
  });
  expect([await setsOf('/product/production'), await setsOf('/product')]).toEqual([before + 1, before + 1]);
});

describe('a menu as a file', () => {
  const fileOf = async () => {
    const tree = await admin.ask(readMenuTree);
    const entries = tree
      .filter(({ isChanged }) => isChanged)
      .map(({ key, kind, parentKey, zh, en, icon, sort, permissionId, editions, kinds, isVisible, isDeleted }) => ({
        ...{ key, kind, parentKey, zh, en, icon, sort, permissionId, editions, kinds, isVisible, isDeleted },
      }));
    return menuFileSchema.parse({ format: 'cardinal-menu', entries });
  };
  const shownTo = async () => (await admin.ask(readMenuTree)).map(({ version, roles, sets, ...entry }) => entry);
  const ofOwn = {
    ...{ key: '/ownPages', kind: 'directory' as const, parentKey: null, zh: '自建目录', en: 'Own pages' },
    ...{ icon: null, sort: 900, permissionId: null, editions: [], kinds: [], isVisible: true, isDeleted: false },
  };

  test('brings back exactly what it was taken from', async () => {
    await admin.ask(restoreMenu, { body: {} });
    const { version } = (await admin.ask(readMenuTree)).find(({ key }) => key === '/product') ?? { version: 0 };
    await admin.ask(saveMenuEntry, {
      body: { key: '/product', version, kind: 'directory', parentKey: null, zh: '商品', en: 'Goods', sort: 300 },
    });
    await admin.ask(setMenuVisible, { body: { key: '/product/production', isVisible: false } });
    await admin.ask(deleteMenuEntry, { body: { key: '/esimManagement' } });
    const [file, before] = [await fileOf(), await shownTo()];
    await admin.ask(restoreMenu, { body: {} });
    expect(await shownTo()).not.toEqual(before);
    const preview = await admin.ask(previewMenuFile, { body: file });
    expect(preview).toMatchObject({ added: 0, removed: 0, changed: 3, restored: 0 });
    expect(preview.gone.map(({ key }) => key).sort()).toEqual(['/esimManagement', '/product/production']);
    expect(await admin.ask(importMenu, { body: file })).toEqual(preview);
    expect(await shownTo()).toEqual(before);
    expect(await admin.ask(previewMenuFile, { body: { format: 'cardinal-menu', entries: [] } })).toMatchObject({
      changed: 0,
      restored: 3,
    });
    await admin.ask(importMenu, { body: { format: 'cardinal-menu', entries: [] } });
    expect((await shownTo()).some(({ isChanged }) => isChanged)).toBe(false);
  });

  test('is refused at the entry that does not fit, and changes nothing', async () => {
    const before = await shownTo();
    const refusedAt = async (entry: object) => {
      const { code, data } = await admin.call(importMenu, {
        body: { format: 'cardinal-menu', entries: [ofOwn, { ...ofOwn, key: '/another', ...entry }] } as never,
      });
      return [code, (data as unknown as { errors: { field: string }[] }).errors[0]?.field];
    };
    expect(await refusedAt({ key: '/nowhere/page', kind: 'page' })).toEqual(['4000131', 'entries.1.key']);
    expect(await refusedAt({ parentKey: '/another' })).toEqual(['4000133', 'entries.1.parentKey']);
    expect(await refusedAt({ key: ofOwn.key })).toEqual(['4000132', 'entries.1.key']);
    const menu = { key: '/system/menu', kind: 'page', parentKey: '/system', permissionId: 'menu.view' };
    expect(await refusedAt({ ...menu, isVisible: false })).toEqual(['4090131', 'entries.1.isVisible']);
    expect((await agent.call(importMenu, { body: { format: 'cardinal-menu', entries: [] } })).status).toBe(403);
    expect(await shownTo()).toEqual(before);
  });
});
