import { readMe as me, type readMe, signOut } from '@cardinal/contract/api/identity/identity.ts';
import { readMenu } from '@cardinal/contract/api/settings/menu.ts';
import { readOwnLook } from '@cardinal/contract/api/settings/settings.ts';
import type { Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { MENU_VERSION, type RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { type Language, text } from '@cardinal/primitives/text.ts';
import { create } from 'zustand';
import { browser, STORED } from '../http/browserStore.ts';
import { call } from '../http/call.ts';
import { page } from '../http/connection.ts';
import { pathPrefix } from '../http/languageChoice.ts';
import { reportFault } from './faultReports.ts';
import { loginPath, pathsOf } from './guard.ts';
import { currentFullPath, hrefOf, navigate } from './navigation.ts';
import { queries } from './queries.ts';
import { routeListFrom, unitedPermissions } from './routeList.ts';
import { closeTags, emptyShell, setEntries, shellState } from './shellState.ts';
import { siteRead, useSite } from './site.ts';
import { HOME_PATH } from './tags.ts';
import { toast } from './toasts.ts';

export type Me = AnswerOf<typeof readMe>;

type SignedIn = {
  readonly me: Me | undefined;
  /** Which edition is being looked at; customers with one have no choice. */
  readonly edition: Edition | undefined;
  /** How the customer wants things shown; undefined where it could not be read. */
  readonly look: Look | undefined;
};
type Look = AnswerOf<typeof readOwnLook>;
export const useSignedIn = create<SignedIn>()(() => ({ me: undefined, edition: undefined, look: undefined }));

const PERMISSIONS_CHANGED = text('权限已变更', 'Your permissions have changed');

function routesOf(answer: readonly RouteEntry[], who: Me): RouteEntry[] {
  return routeListFrom(
    answer,
    {
      roles: who.roles,
      permissions: who.permissions,
      customerId: who.isViewing ? who.customer.id : browser.read(STORED.customerId),
      site: useSite.getState(),
      sessionCarriers: browser.read(STORED.hiddenCarriers),
    },
    (fault, facts) => {
      console.warn(fault, facts);
      reportFault(new Error(fault));
    },
  );
}

async function readRoutes(): Promise<{ who: Me; entries: RouteEntry[]; look: Look | undefined }> {
  const [who, answer, look] = await Promise.all([
    call(me, {}, { isSilent: true }),
    call(readMenu, { query: { menuVersion: MENU_VERSION } }, { isSilent: true }),
    call(readOwnLook, {}, { isSilent: true }).catch(() => undefined),
    // Which carriers are hidden here is the site's.
    siteRead(),
  ]);
  const entries = routesOf(answer, who);
  browser.write(STORED.permissions, unitedPermissions(entries, who.permissions));
  if (!who.isViewing && !browser.read(STORED.customerId)) browser.write(STORED.customerId, who.customer.id);
  return { who, entries, look };
}

/** Business customers come first where both are open. */
const firstEdition = (editions: readonly Edition[]): Edition | undefined =>
  editions.find((edition) => edition === 'enterprise') ?? editions[0];

/** The customer's language for who has chosen none; where nothing can be kept it stays as it is. */
function speakAs(language: Language): void {
  if (pathPrefix || browser.read(STORED.language) || language === page.language()) return;
  browser.write(STORED.language, language);
  if (browser.read(STORED.language) === language) location.reload();
}

/** Who is signed in and what they may open; the route list is never empty afterwards. */
export async function rebuildRoutes(): Promise<void> {
  const { who, entries, look } = await readRoutes();
  if (look) speakAs(look.language);
  useSignedIn.setState((before) => ({
    me: who,
    edition: before.edition ?? firstEdition(who.customer.editions),
    look,
  }));
  setEntries(entries.length > 0 ? entries : [HOME_ENTRY]);
}

/** An account that may open nothing still has a home, where it is told whom to ask. */
const HOME_ENTRY: RouteEntry = {
  path: HOME_PATH,
  name: 'dashboard',
  meta: { zh: '首页', en: 'Dashboard', roles: [], permissions: [], editions: [], keepAlive: true },
  children: [],
};

/** Reads the menu again; a tag of a screen that is no longer allowed closes itself. */
export async function refreshRoutes(currentPath: string): Promise<void> {
  if (shellState().entries.length === 0) return;
  const before = JSON.stringify(shellState().entries);
  const { who, entries, look } = await readRoutes();
  useSignedIn.setState({ me: who, look });
  if (JSON.stringify(entries) === before) return;
  setEntries(entries.length > 0 ? entries : [HOME_ENTRY]);
  const { isStillOpen } = routesCheck();
  const lost = shellState().tags.filter((tag) => !isStillOpen(tag.path));
  if (lost.length === 0) return;
  closeTags(currentPath, (tag) => lost.includes(tag));
  toast.warning(page.language() === 'en' ? PERMISSIONS_CHANGED.en : PERMISSIONS_CHANGED.zh);
}

function routesCheck() {
  const paths = pathsOf(shellState().entries);
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
  return {
    isStillOpen: (path: string) =>
      path === HOME_PATH ||
      path === '/404' ||
      path.startsWith('/changePassword') ||
      patterns.some((one) => one.test(path)),
  };
}

/** Nothing of the session stays in this tab. */
export function forgetSession(): void {
  emptyShell();
  queries.clear();
  useSignedIn.setState({ me: undefined, edition: undefined, look: undefined });
}

/** To the login page, to come back here afterwards. */
export function goToLogin(): void {
  forgetSession();
  const here = currentFullPath();
  if (here.startsWith('/login')) return;
  navigate(loginPath(hrefOf(here)), { replace: true });
}

export async function leave(): Promise<void> {
  try {
    await call(signOut, {}, { isSilent: true });
  } finally {
    page.forgetToken();
    forgetSession();
    navigate('/login');
  }
}

/** What a login answers with, put where everything looks for it. */
export function enter(answer: { token: string; customer: { id: string }; permissions: readonly string[] }): void {
  forgetSession();
  browser.forget(STORED.viewToken);
  browser.write(STORED.token, answer.token);
  browser.write(STORED.customerId, answer.customer.id);
  browser.write(STORED.permissions, [...answer.permissions]);
}

/** Another edition: tags, caches and streams are emptied before the new menu is drawn. */
export function switchEdition(edition: Edition): void {
  const { entries } = shellState();
  emptyShell();
  queries.clear();
  useSignedIn.setState({ edition });
  setEntries(entries);
  navigate(HOME_PATH);
}
