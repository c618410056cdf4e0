import { defaultEntries, type RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { describe, expect, it } from 'vitest';
import { type GuardState, guard, safeRedirect, siblingFlag } from './guard.ts';

const signedIn: GuardState = {
  hasToken: true,
  entries: defaultEntries(),
  mustChangePassword: false,
  hasRole: true,
  isBuilt: () => true,
};
const signedOut: GuardState = { ...signedIn, hasToken: false, entries: [] };
const to = (path: string, state: GuardState, publicPath = path) => {
  const verdict = guard(path, publicPath, state);
  if (verdict.kind === 'redirect') return verdict.to;
  return verdict.kind === 'open' ? `open ${verdict.match.route.path}` : verdict.kind;
};
const only = (path: string): RouteEntry[] =>
  defaultEntries().flatMap((entry) => {
    const children = entry.children.filter((child) => child.path === path);
    return children.length > 0 ? [{ ...entry, children }] : [];
  });

describe('where / leads', () => {
  const home = '/cardsManagement/flowCardManagement';
  it('is the page of the menu set, while the account may open it, else home', () => {
    expect(to('/', signedIn)).toBe('/dashboard');
    expect(to('/', { ...signedIn, home })).toBe(home);
    expect(to('/', { ...signedIn, home, entries: only('/taskManagement/systemTask') })).toBe('/dashboard');
    expect(to('/', { ...signedIn, home: '/nonsense' })).toBe('/dashboard');
    expect(to('/dashboard', { ...signedIn, home })).toBe('open /dashboard');
  });
});

describe('without a token', () => {
  it.each(['/login', '/test'])('%s opens', (path) => {
    expect(to(path, signedOut)).toBe(`open ${path}`);
  });

  it.each([
    '/',
    '/404',
    '/dashboard',
    '/nonsense',
    '/changePassword/changePassword',
    '/customQichong/ExternalPage/abc',
    '/orderList/packageOrderRecord?iccid=8986&x=1%262#end',
  ])('%s goes to the login with the full path', (path) => {
    expect(to(path, signedOut)).toBe(`/login?redirect=${encodeURIComponent(path)}`);
  });

  it('keeps the English prefix in the redirect', () => {
    expect(to('/dashboard?a=1', signedOut, '/en/dashboard?a=1')).toBe('/login?redirect=%2Fen%2Fdashboard%3Fa%3D1');
  });
});

describe('with a token', () => {
  it('the login leads home, whatever its redirect says', () => {
    expect(to('/login?redirect=%2Fsystem%2Fmenu', signedIn)).toBe('/');
    expect(to('/', signedIn)).toBe('/dashboard');
  });

  it('an empty route list is rebuilt before anything else is decided', () => {
    for (const path of ['/system/menu', '/nonsense', '/', '/404']) {
      expect(to(path, { ...signedIn, entries: [] })).toBe('needsRoutes');
    }
    expect(to('/test', { ...signedIn, entries: [] })).toBe('open /test');
  });

  it.each(['/nonsense', '/404'])('%s leads home where there is no role: that is what is said there', (path) => {
    expect(to(path, { ...signedIn, hasRole: false })).toBe('/dashboard');
  });

  it.each(['/nonsense', '/cardsManagement/flowcardmanagement', '/cardsManagement/cardDetailOther', '/en'])(
    'unknown %s redirects to /404',
    (path) => {
      expect(to(path, signedIn)).toBe('/404');
    },
  );

  it('a route that is not in the list, or not built yet, looks the same', () => {
    expect(to('/system/menu', { ...signedIn, entries: only('/system/roleSys') })).toBe('/404');
    expect(to('/system/menu', { ...signedIn, isBuilt: (route) => route.path !== '/system/menu' })).toBe('/404');
    expect(to('/404', signedIn)).toBe('open /404');
  });

  it('the dashboard and the password page are open to every account', () => {
    const state = { ...signedIn, entries: only('/system/roleSys') };
    expect(to('/dashboard', state)).toBe('open /dashboard');
    expect(to('/changePassword/changePassword', state)).toBe('open /changePassword/changePassword');
  });

  it('never loops, not even while the not-found page is missing', () => {
    expect(to('/404', { ...signedIn, isBuilt: () => false })).toBe('open /404');
  });

  it('a section leads to its named child, else to the first the account may open', () => {
    expect(to('/cardsManagement', signedIn)).toBe('/cardsManagement/flowCardManagement');
    const state = { ...signedIn, entries: only('/cardsManagement/tagManagement') };
    expect(to('/cardsManagement', state)).toBe('/cardsManagement/tagManagement');
    expect(to('/onlineBusiness', signedIn)).toBe('/onlineBusiness/engineOrder');
  });

  it('/system leads nowhere', () => {
    expect(to('/system', signedIn)).toBe('section');
  });

  it('a forced password change cannot be left by typing', () => {
    expect(to('/dashboard', { ...signedIn, mustChangePassword: true })).toBe('/changePassword/changePassword');
    expect(to('/changePassword/changePassword', { ...signedIn, mustChangePassword: true })).toMatch(/^open/);
  });
});

it.each([
  ['/orderList/packageOrderRecord?iccid=8986', '/orderList/packageOrderRecord?iccid=8986'],
  ['/en/system/menu', '/system/menu'],
  ['/cardsManagement', '/cardsManagement'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/nonsense', '/'],
  ['/login?redirect=/login', '/'],
  ['', '/'],
  [null, '/'],
])('after login %j leads to %s', (given, path) => {
  expect(safeRedirect(given)).toBe(path);
});

it.each([
  ['/partner/cardTransactionSituation?pageNum=2', '/cardsManagement/cardDetailLt?iccid=1', 'set'],
  ['/partner/cardTransactionSituation', '/cardsManagement/cardDetailYd', 'set'],
  ['/partner/cardTransactionSituation', '/cardsManagement/cardDetailDx', 'set'],
  ['/partner/cardTransactionSituation', '/cardsManagement/cardDetailGj', 'keep'],
  ['/partner/partnerFind', '/cardsManagement/cardDetailLt', 'clear'],
  ['/cardsManagement/cardDetailLt?tab=1', '/cardsManagement/cardDetailLt?tab=2', 'keep'],
  [undefined, '/cardsManagement/cardDetailLt', 'keep'],
])('from %s to %s the sibling flag is %s', (from, path, done) => {
  expect(siblingFlag(from, path)).toBe(done);
});
