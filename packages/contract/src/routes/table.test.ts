import { describe, expect, expectTypeOf, test } from 'vitest';
import { redirectOf } from './access.ts';
import { SPECIFIED_PATHS } from './specifiedPaths.testdata.ts';
import { OPEN_WITHOUT_LOGIN, ROUTES, type RoutePath, type RoutePermission, SECTIONS, TOP_SCREENS } from './table.ts';

const paths = ROUTES.map(({ path }) => path);

test('259 routes, none twice', () => {
  expect(ROUTES).toHaveLength(259);
  expect(new Set(paths).size).toBe(259);
  expectTypeOf<'/cardsManagement/clearUpBlance'>().toExtend<RoutePath>();
  expectTypeOf<'/cardsManagement/clearUpBalance'>().not.toExtend<RoutePath>();
  expectTypeOf<'flowCard.view'>().toExtend<RoutePermission>();
  expectTypeOf<'flowCard.look'>().not.toExtend<RoutePermission>();
});

test.each(Object.entries(SPECIFIED_PATHS))('section %s is spelled as specified and complete', (name, listed) => {
  const found = SECTIONS.find(({ path }) => path === `/${name}`);
  const expected = listed
    .split(/\s+/)
    .filter((child) => child !== '')
    .map((child) => `/${name}/${child.replace(/\{(\w+)\}/g, ':$1')}`);
  expect(found?.screens.map((each): string => each.path).sort()).toEqual(
    (expected.length === 0 ? [`/${name}`] : expected).sort(),
  );
});

test('no section beside those specified, and the six routes outside any', () => {
  expect(SECTIONS.map(({ path }) => path.slice(1)).sort()).toEqual(Object.keys(SPECIFIED_PATHS).sort());
  expect(TOP_SCREENS.map(({ path }) => path)).toEqual([
    '/login',
    '/test',
    '/',
    '/dashboard',
    '/404',
    '/changePassword/changePassword',
  ]);
  expect(OPEN_WITHOUT_LOGIN).toEqual(['/login', '/test']);
});

test('every route has a title in both languages; every section too, and an icon', () => {
  for (const { title, path } of [...ROUTES, ...SECTIONS]) {
    expect(title.zh, path).not.toBe('');
    expect(title.en, path).toMatch(/^[\x20-\x7e]+$/);
  }
  for (const { icon } of SECTIONS) expect(icon).toMatch(/^[A-Z]\w+(Outlined|Filled)$/);
});

test('titles differ within a section, so that tags and breadcrumbs tell screens apart', () => {
  for (const { screens, path } of SECTIONS) {
    expect(new Set(screens.map(({ title }) => title.zh)).size, path).toBe(screens.length);
    expect(new Set(screens.map(({ title }) => title.en)).size, path).toBe(screens.length);
  }
});

test('only the routes everybody may open ask for no permission', () => {
  expect(ROUTES.filter(({ permission }) => permission === undefined).map(({ path }) => path)).toEqual([
    ...TOP_SCREENS.map(({ path }) => path),
    '/customQichong/ExternalPage/:token',
  ]);
});

test('one screen under several addresses points at a route that exists', () => {
  const shared = ROUTES.filter(({ sameScreenAs }) => sameScreenAs !== undefined);
  expect(shared.map(({ path, sameScreenAs }) => [path, sameScreenAs])).toEqual([
    ['/marketingActivities/giveAwayActivity/edit/:id', '/marketingActivities/giveAwayActivity/create'],
    ['/marketingActivities/giveAwayActivity/detail/:id', '/marketingActivities/giveAwayActivity/create'],
    ['/customQichong/ExternalPage/:token', '/customQichong/ExternalPage'],
    ['/wxAppManagement/sameLevelDeviceTrade', '/wxAppManagement/terminalList'],
    ['/wxAppManagement/systemFirmware', '/wxAppManagement/firmware'],
  ]);
  for (const { sameScreenAs } of shared) expect(paths).toContain(sameScreenAs);
});

describe('redirects', () => {
  const all = () => true;

  test.each([
    ['/', '/dashboard'],
    ['/permission', '/permission/accountInfo'],
    ['/reportQuery', '/reportQuery/locationStatistics'],
    ['/orderList', '/orderList/wechatOrderList'],
    ['/packageManagement', '/packageManagement/systemPackage'],
    ['/userManagement', '/userManagement/user'],
    ['/invoiceManagement', '/invoiceManagement/stockCardManagement'],
    ['/poolManagementGj', '/poolManagementGj/internationalSharedPoolList'],
    ['/billSettlement', '/billSettlement/settlementConfig'],
    ['/taskManagement', '/taskManagement/systemTask'],
    ['/customQichong', '/customQichong/ExternalPage'],
    ['/product', '/product/production'],
    ['/flowPoolManagement', '/flowPoolManagement/flowPool'],
    ['/esimManagement', '/esimManagement/codeNumberList'],
    ['/partner', '/partner/partnerFind'],
    ['/marketingActivities', '/marketingActivities/experienceDays'],
    ['/SMSService', '/SMSService/SMSPackageList'],
    ['/shareBenefit', '/shareBenefit/overView'],
    ['/readonlyCard', '/readonlyCard/flow'],
    ['/wxAppManagement', '/wxAppManagement/terminalList'],
    ['/operationManagement', '/operationManagement/operationStrategy'],
    ['/poolManagement', '/poolManagement/monthPackagePool'],
    ['/cardsManagement', '/cardsManagement/flowCardManagement'],
    ['/onlineBusiness', '/onlineBusiness/engineOrder'],
  ])('%s leads to %s', (from, to) => {
    expect(redirectOf(from, all)).toBe(to);
    expect(paths).toContain(to);
  });

  test('/system and /apiDoc lead nowhere, nor does a screen', () => {
    for (const path of ['/system', '/apiDoc', '/system/menu', '/nonsense'])
      expect(redirectOf(path, all)).toBeUndefined();
  });

  test('where the named child is not allowed, the first one that is', () => {
    expect(redirectOf('/onlineBusiness', (path) => path !== '/onlineBusiness/engineOrder')).toBe(
      '/onlineBusiness/invoiceRequest',
    );
    expect(redirectOf('/cardsManagement', (path) => path.endsWith('cardDetailLt'))).toBeUndefined();
    expect(redirectOf('/cardsManagement', () => false)).toBeUndefined();
  });
});
