import { defaultEntries, type RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { expect, it } from 'vitest';
import { pathsOf } from './guard.ts';
import { type RouteFacts, routeListFrom, shownMenu, unitedPermissions } from './routeList.ts';

const admin: RouteFacts = {
  roles: ['admin'],
  permissions: [],
  customerId: '1',
  site: { hiddenCarriers: [], isTestHost: false },
  sessionCarriers: undefined,
};
const faults: string[] = [];
const listOf = (answer: readonly RouteEntry[], differing: Partial<RouteFacts> = {}) =>
  routeListFrom(answer, { ...admin, ...differing }, (fault) => faults.push(fault));
const menuPaths = (entries: readonly RouteEntry[]) => pathsOf(shownMenu(entries, undefined, () => true));

it('falls back to the default routes on an empty answer, still filtered by roles and permissions', () => {
  expect(pathsOf(listOf([]))).toContain('/system/menu');
  const agent = pathsOf(listOf([], { roles: ['agent'], permissions: ['tagManagement.view'] }));
  expect(agent).toContain('/cardsManagement/tagManagement');
  expect(agent).not.toContain('/system/menu');
});

it('a route that names roles is for those roles and for admin', () => {
  const answer = defaultEntries()
    .filter((entry) => entry.path === '/dashboard')
    .map((entry) => ({ ...entry, meta: { ...entry.meta, roles: ['finance'] } }));
  expect(pathsOf(listOf(answer, { roles: ['agent'] }))).toEqual([]);
  expect(pathsOf(listOf(answer, { roles: ['finance'] }))).toEqual(['/dashboard']);
  expect(pathsOf(listOf(answer))).toEqual(['/dashboard']);
});

it('cloud storage never, the five entries only for the stored customer 3, Gd never', () => {
  const five = [
    'sameLevelDeviceTrade',
    'advertisement',
    'miniProgramBanner',
    'packageGive',
    'miniProgramTaskManagement',
  ];
  const one = menuPaths(listOf([]));
  const three = menuPaths(listOf([], { customerId: '3' }));
  for (const name of five) {
    expect(one).not.toContain(`/wxAppManagement/${name}`);
    expect(three).toContain(`/wxAppManagement/${name}`);
  }
  for (const paths of [one, three]) {
    expect(paths.filter((path) => /cloudStorge|CloudStorge/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.includes('Gd'))).toEqual([]);
  }
});

it('a host hides carriers; a wrong value in the session is only logged', () => {
  const test = { hiddenCarriers: ['Gj'], isTestHost: true };
  expect(menuPaths(listOf([], { site: test }))).not.toContain('/poolManagementGj/internationalSharedPoolList');
  faults.length = 0;
  const withFault = menuPaths(
    listOf([], { site: { hiddenCarriers: [], isTestHost: true }, sessionCarriers: 'rubbish' }),
  );
  expect(withFault).toContain('/poolManagementGj/internationalSharedPoolList');
  expect(faults).toHaveLength(1);
});

it('shows no entry without a built screen and none of the other edition', () => {
  const entries = listOf([]);
  expect(pathsOf(shownMenu(entries, undefined, (path) => path === '/cardsManagement/tagManagement'))).toEqual([
    '/cardsManagement',
    '/cardsManagement/tagManagement',
  ]);
  expect(pathsOf(shownMenu(entries, 'enterprise', () => true))).not.toContain('/marketingActivities/couponManagement');
  expect(pathsOf(shownMenu(entries, 'consumer', () => true))).toContain('/marketingActivities/couponManagement');
});

it('unites the permissions of routes and login', () => {
  const united = unitedPermissions(listOf([], { roles: ['x'], permissions: ['tagManagement.view'] }), ['a.b']);
  expect(united).toContain('a.b');
  expect(united).toContain('tagManagement.view');
});
