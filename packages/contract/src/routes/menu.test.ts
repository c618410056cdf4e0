import { describe, expect, test } from 'vitest';
import { listProducts } from '../api/catalogue/products.ts';
import { CardKind } from '../enumerations/card.ts';
import { mayOpen, routesFor, type Viewer } from './access.ts';
import { routeAt } from './matching.ts';
import {
  applyMenuRules,
  type CarrierKey,
  hiddenCarriersOf,
  menuOf,
  offeredChoices,
  shownCarriersOf,
} from './menuRules.ts';
import {
  defaultEntries,
  entriesFor,
  filterByRoles,
  permissionsOf,
  type RouteEntry,
  routeEntrySchema,
} from './routeEntry.ts';
import { ROUTES } from './table.ts';

const admin: Viewer = {
  roles: ['admin'],
  permissions: [],
  editions: ['enterprise', 'consumer'],
  customerKind: 'PLATFORM',
};
const everything = ROUTES.flatMap(({ permission }) => permission ?? []);
const enterprise: Viewer = {
  roles: ['客服'],
  permissions: everything,
  editions: ['enterprise'],
  customerKind: 'ENTERPRISE',
};
const pathsIn = (entries: readonly RouteEntry[]): string[] =>
  entries.flatMap(({ path, children }) => [path, ...pathsIn(children)]);
const onlyGd: ReadonlySet<CarrierKey> = new Set(['Gd']);
const silent = () => undefined;

describe('who may open what', () => {
  test('role admin opens every route, those of the consumer edition and of /onlineBusiness too', () => {
    expect(routesFor(admin)).toHaveLength(259);
    expect(routesFor({ ...admin, editions: ['enterprise'] })).toHaveLength(259);
  });

  test('the consumer edition is asked of everybody else', () => {
    const coupons = routeAt('/marketingActivities/couponManagement');
    expect(mayOpen(coupons, enterprise)).toBe(false);
    expect(mayOpen(coupons, { ...enterprise, editions: ['consumer'] })).toBe(true);
    expect(mayOpen(routeAt('/orderList/wechatOrderFail'), enterprise)).toBe(false);
    expect(mayOpen(routeAt('/orderList/apiorderList'), enterprise)).toBe(true);
  });

  test('a route of the platform’s own is nobody else’s, whatever he holds', () => {
    expect(mayOpen(routeAt('/system/platformConfig'), enterprise)).toBe(false);
    expect(mayOpen(routeAt('/system/platformConfig'), { ...enterprise, customerKind: 'PLATFORM' })).toBe(true);
    expect(mayOpen(routeAt('/partner/partnerFind'), enterprise)).toBe(false);
    expect(mayOpen(routeAt('/system/importCard'), { ...enterprise, customerKind: 'AGENT' })).toBe(true);
  });

  test('without the permission a route stays closed; with none at all only what everybody may open is left', () => {
    const nobody = { ...enterprise, permissions: [], roles: [] };
    expect(routesFor(nobody).map(({ path }) => path)).toEqual([
      '/login',
      '/test',
      '/',
      '/dashboard',
      '/404',
      '/changePassword/changePassword',
      '/customQichong/ExternalPage/:token',
    ]);
    expect(routesFor({ ...nobody, permissions: ['tagManagement.view'] }).map(({ path }) => path)).toContain(
      '/cardsManagement/tagManagement',
    );
  });
});

describe('route list', () => {
  test('an entry is what the menu answer carries', () => {
    for (const entry of defaultEntries()) expect(routeEntrySchema.parse(entry)).toEqual(entry);
    expect(routeEntrySchema.safeParse({ path: '/x' }).success).toBe(false);
  });

  test('the default list holds every route but login and self check, and the sections', () => {
    const inList = pathsIn(defaultEntries());
    for (const { path } of ROUTES) expect(inList.includes(path)).toBe(path !== '/login' && path !== '/test');
    expect(new Set(inList).size).toBe(inList.length);
    expect(new Set(defaultEntries().map(({ name }) => name)).size).toBe(defaultEntries().length);
  });

  test('details, creations and everything with a parameter are in the list, not in the menu', () => {
    const inMenu = pathsIn(menuOf(defaultEntries()));
    expect(inMenu.filter((path) => path.includes(':'))).toEqual([]);
    for (const path of ['/cardsManagement/cardDetailLt', '/invoiceManagement/creatOutboundOrder', '/404', '/']) {
      expect(inMenu).not.toContain(path);
    }
    for (const path of ['/dashboard', '/permission/accountInfo', '/cardsManagement/singleCardRecharge', '/apiDoc']) {
      expect(inMenu).toContain(path);
    }
  });

  test('a section without a route left is not in the list', () => {
    const viewer = { ...enterprise, permissions: ['flowCard.view', 'cardDetail.view'] };
    expect(entriesFor(viewer).map(({ path }) => path)).toEqual([
      '/',
      '/dashboard',
      '/404',
      '/changePassword/changePassword',
      '/cardsManagement',
      '/customQichong',
    ]);
    expect(menuOf(entriesFor(viewer)).map(({ path }) => path)).toEqual(['/dashboard', '/cardsManagement']);
  });

  test('by roles: admin keeps all, others what names no role or theirs and asks for nothing they lack', () => {
    const entry = (
      path: string,
      roles: string[],
      permissions: string[] = [],
      children: RouteEntry[] = [],
    ): RouteEntry => ({
      path,
      name: path,
      meta: { zh: path, en: path, roles, permissions, editions: [], keepAlive: false },
      children,
    });
    const list = [
      entry('/a', []),
      entry('/b', ['sales']),
      entry('/c', [], ['1b4e28ba-2fa1-11d2-883f-0016d3cca427']),
      entry('/d', [], [], [entry('/d/1', ['sales']), entry('/d/2', ['stock'])]),
    ];
    expect(pathsIn(filterByRoles(list, ['stock'], []))).toEqual(['/a', '/d', '/d/2']);
    expect(pathsIn(filterByRoles(list, [], []))).toEqual(['/a']);
    expect(pathsIn(filterByRoles(list, [], ['1b4e28ba-2fa1-11d2-883f-0016d3cca427']))).toEqual(['/a', '/c']);
    expect(filterByRoles(list, ['admin'], [])).toEqual(list);
    expect(permissionsOf(list)).toEqual(['1b4e28ba-2fa1-11d2-883f-0016d3cca427']);
  });

  test('the permissions of all routes united, each once', () => {
    const united = permissionsOf(entriesFor({ ...enterprise, permissions: ['flowCard.view', 'esim.view'] }));
    expect(united).toEqual(['flowCard.view', 'esim.view']);
  });
});

describe('the fixed rules of the menu', () => {
  const cloud = [
    'cloudStorgeAccount',
    'cloudStorgePackage',
    'cloudStorgePackageDistribute',
    'deviceCloudStorgeOrderRecord',
    'cloudStorgePackageManagement',
  ].map((name) => `/wxAppManagement/${name}`);
  const ofCustomer3 = [
    'sameLevelDeviceTrade',
    'advertisement',
    'miniProgramBanner',
    'packageGive',
    'miniProgramTaskManagement',
  ].map((name) => `/wxAppManagement/${name}`);

  test('cloud storage is in nobody’s menu and yet reachable', () => {
    const list = applyMenuRules(entriesFor(admin), '3', onlyGd);
    for (const path of cloud) {
      expect(pathsIn(list)).toContain(path);
      expect(pathsIn(menuOf(list))).not.toContain(path);
    }
  });

  test('cloud storage leaves a menu that shows it, such as one made by hand', () => {
    const shown = defaultEntries().map((entry) => ({
      ...entry,
      children: entry.children.map(({ hidden: _, ...child }) => child),
    }));
    expect(pathsIn(menuOf(shown))).toContain(cloud[0]);
    expect(pathsIn(menuOf(applyMenuRules(shown, '3', onlyGd)))).not.toContain(cloud[0]);
  });

  test.each(['4', '33', '', null, undefined])(
    'the five entries are not even in the route list for stored id %o',
    (id) => {
      const list = pathsIn(applyMenuRules(entriesFor(admin), id, onlyGd));
      for (const path of ofCustomer3) expect(list).not.toContain(path);
    },
  );

  test('the five entries are in the menu for stored id 3', () => {
    const menu = pathsIn(menuOf(applyMenuRules(entriesFor(admin), '3', onlyGd)));
    for (const path of ofCustomer3) expect(menu).toContain(path);
  });

  test('a hidden carrier takes its section out of the menu, its pages stay reachable by address', () => {
    const hidden = new Set<CarrierKey>(['Gd', 'eSIM', 'Gj']);
    const list = applyMenuRules(entriesFor(admin), '1', hidden);
    const menu = menuOf(list).map(({ path }) => path);
    expect(menu).not.toContain('/esimManagement');
    expect(menu).not.toContain('/poolManagementGj');
    expect(menu).toContain('/poolManagement');
    expect(pathsIn(list)).toContain('/esimManagement/codeNumberList');
    expect(pathsIn(list)).toContain('/cardsManagement/cardDetailGd');
  });
});

describe('hidden carriers', () => {
  const ordinary = { isTestHost: false };

  test('Gd is in no tab, on any host', () => {
    expect(shownCarriersOf(hiddenCarriersOf(ordinary, null, silent)).map(({ key }) => key)).toEqual([
      'Lt',
      'Yd',
      'Dx',
      'thirdParty',
      'other',
      'Gj',
      'eSIM',
    ]);
  });

  test('a filter of carriers leaves them out unless one is chosen already; other sets stay whole', () => {
    const { choices = [] } = listProducts.fields.platform;
    const offered = (chosen: string[]) =>
      offeredChoices(choices, new Set(['Gd', 'Dx']), chosen).map(({ value }) => value);
    expect(offered([])).toEqual([1, 2, 4, 5, 6, 7]);
    expect(offered(['8'])).toEqual([1, 2, 4, 5, 6, 7, 8]);
    expect(offeredChoices(CardKind.options, new Set(['Gd']), [])).toBe(CardKind.options);
  });

  test('a host hides more; a test host also what the session asks for', () => {
    const site = { hiddenCarriers: ['Dx'], isTestHost: true };
    expect([...hiddenCarriersOf(site, '["Gj"]', silent)]).toEqual(['Gd', 'Dx', 'Gj']);
    expect([...hiddenCarriersOf({ ...site, isTestHost: false }, '["Gj"]', silent)]).toEqual(['Gd', 'Dx']);
  });

  test.each(['{', '"Gj"', '["Gj", "Xx"]', '[1]', '{"Gj":true}'])(
    '%s is only logged: all tabs are still there',
    (value) => {
      const faults: unknown[] = [];
      const hidden = hiddenCarriersOf({ isTestHost: true }, value, (fault, facts) => faults.push([fault, facts]));
      expect([...hidden]).toEqual(['Gd']);
      expect(faults).toEqual([['hidden carriers are no list of carrier keys', { from: 'session', given: value }]]);
    },
  );

  test('a fault in the host’s own list is only logged too', () => {
    const faults: unknown[] = [];
    const hidden = hiddenCarriersOf({ hiddenCarriers: 'Dx', isTestHost: false }, null, (fault) => faults.push(fault));
    expect([...hidden]).toEqual(['Gd']);
    expect(faults).toHaveLength(1);
  });
});
