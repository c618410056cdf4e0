import { readMe as me, type readMe, signOut } from '@cardinal/contract/api/identity/identity.ts';
import type { signInTwoStep } from '@cardinal/contract/api/identity/twoStep.ts';
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
  /** The current edition; customers with one have no choice. */
  readonly edition: Edition | undefined;
  /** The customer's display settings; undefined if they could not be read. */
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

/** The business edition is the default if both are available. */
const firstEdition = (editions: readonly Edition[]): Edition | undefined =>
  editions.find((edition) => edition === 'enterprise') ?? editions[0];

/** The customer's language if the account has chosen none; unchanged where nothing can be stored. */
function speakAs(language: Language): void {
  if (pathPrefix || browser.read(STORED.language) || language === page.language()) return;
  browser.write(STORED.language, language);
  if (browser.read(STORED.language) === language) location.reload();
}

/** Loads the signed-in account and its routes; the route list is never empty afterwards. */
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

/** An account without any screen still has a home, which says whom to ask. */
const HOME_ENTRY: RouteEntry = {
  path: HOME_PATH,
  name: 'dashboard',
  meta: { zh: '首页', en: 'Dashboard', roles: [], permissions: [], editions: [], keepAlive: true },
  children: [],
};

/** Refetches the menu; tags of screens that are no longer allowed are closed. */
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

/** Removes all session data from this tab. */
export function forgetSession(): void {
  emptyShell();
  queries.clear();
  useSignedIn.setState({ me: undefined, edition: undefined, look: undefined });
}

/** Goes to the login page, with the current path as its target. */
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

/** Stores the answer of a login. */
export function enter(
  answer: Pick<AnswerOf<typeof signInTwoStep>, 'token' | 'device' | 'customer' | 'permissions'>,
): void {
  forgetSession();
  browser.forget(STORED.viewToken);
  browser.write(STORED.token, answer.token);
  browser.write(STORED.device, answer.device);
  browser.write(STORED.customerId, answer.customer.id);
  browser.write(STORED.permissions, [...answer.permissions]);
}

/** Switches the edition: tags, caches and streams are cleared before the new menu is shown. */
export function switchEdition(edition: Edition): void {
  const { entries } = shellState();
  emptyShell();
  queries.clear();
  useSignedIn.setState({ edition });
  setEntries(entries);
  navigate(HOME_PATH);
}
