import { signOut } from '@cardinal/contract/api/identity/identity.ts';
import { Edition } from '@cardinal/contract/enumerations/customer.ts';
import { offersLanguageSwitch } from '@cardinal/contract/siteSettings.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Language, text } from '@cardinal/primitives/text.ts';
import {
  CheckIcon,
  GlobeIcon,
  InfoIcon,
  KeyIcon,
  MenuIcon,
  MoonIcon,
  SearchIcon,
  SunIcon,
  SwapIcon,
  UserIcon,
} from '@cardinal/ui/icons.tsx';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { MenuButton } from '@cardinal/ui/MenuButton.tsx';
import { lazy, Suspense } from 'react';
import { browser, STORED } from '../http/browserStore.ts';
import { pathPrefix } from '../http/languageChoice.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Quietly } from './ErrorBoundary.tsx';
import { currentFullPath, hrefOf, navigate } from './navigation.ts';
import { setAppearance, setManual, setPaletteOpen, setSidebarOpen, useShell } from './shellState.ts';
import { leave, switchEdition, useSignedIn } from './signedIn.ts';
import { useSite } from './site.ts';

// Live parts of the header are loaded after the screen.
const HelpButton = lazy(() => import('./help/HelpButton.tsx'));
const TaskTray = lazy(() => import('./TaskTray.tsx'));
const ConnectionState = lazy(() => import('./ConnectionState.tsx'));
const FaultBadge = lazy(() => import('./FaultBadge.tsx'));
const NoticeBell = lazy(() => import('./NoticeBell.tsx'));

const words = {
  search: text('搜索页面、卡号', 'Search pages and cards'),
  edition: text('切换版本', 'Switch edition'),
  toDark: text('切换为深色', 'Switch to dark'),
  toLight: text('切换为浅色', 'Switch to light'),
  profile: text('我的账号', 'My account'),
};

/** Each language under its own name. */
const LANGUAGE_NAMES: Record<Language, string> = { zh_CN: '中文', en: 'English' };

/**
 * Stores the choice and reloads the page in it. Chinese leaves the English prefix; English on an unprefixed path stays there.
 */
export function chooseLanguage(language: Language): void {
  browser.write(STORED.language, language);
  if (pathPrefix && language !== 'en') location.assign(currentFullPath());
  else location.reload();
}

export function LanguageMenu() {
  const t = useText();
  const language = useLanguage();
  return (
    <MenuButton
      label={t(nouns.language)}
      items={(Object.keys(LANGUAGE_NAMES) as Language[]).map((each) => ({
        key: each,
        label: LANGUAGE_NAMES[each],
        isChecked: each === language,
        onPick: () => chooseLanguage(each),
      }))}
    >
      <GlobeIcon />
    </MenuButton>
  );
}

export function AppearanceButton() {
  const t = useText();
  const appearance = useShell((shell) => shell.appearance);
  const next = appearance === 'dark' ? 'light' : 'dark';
  const label = t(next === 'dark' ? words.toDark : words.toLight);
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => setAppearance(next)}>
      {appearance === 'dark' ? <SunIcon /> : <MoonIcon />}
    </button>
  );
}

/** Whether this host and path offer a language choice. */
export function useLanguageOffer(): boolean {
  const site = useSite();
  return offersLanguageSwitch(site, hrefOf(currentFullPath()));
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

function EditionSwitch() {
  const t = useText();
  const { me, edition } = useSignedIn();
  const offered = useSite((site) => site.editions);
  const editions = (me?.customer.editions ?? []).filter((each) => offered.includes(each));
  if (editions.length < 2 || !edition) return null;
  return (
    <MenuButton
      label={`${t(words.edition)} ${t(Edition.labelOf(edition))}`}
      className="button header-edition"
      items={editions.map((each) => ({
        key: each,
        label: t(Edition.labelOf(each)),
        isChecked: each === edition,
        onPick: () => each !== edition && switchEdition(each),
      }))}
    >
      <SwapIcon size={14} />
      <span>{t(Edition.labelOf(edition))}</span>
    </MenuButton>
  );
}

/** Without a role or before a forced password change all live data would be refused, so they are not requested. */
const useAdmitted = () => useSignedIn(({ me }) => me !== undefined && me.roles.length > 0 && !me.mustChangePassword);

function AccountMenu() {
  const t = useText();
  const isAdmitted = useAdmitted();
  const me = useSignedIn((state) => state.me);
  const hasProfile = useShell((shell) =>
    shell.entries.some((entry) => entry.children.some((child) => child.path === '/permission/accountInfo')),
  );
  return (
    <MenuButton
      label={me ? `${t(nouns.account)} ${me.account.name}` : t(nouns.account)}
      className="account-button"
      header={
        me ? (
          <div className="account-head">
            <b>{me.account.name}</b>
            <small>{me.account.account}</small>
            <small>{me.customer.name}</small>
          </div>
        ) : undefined
      }
      items={[
        ...(hasProfile
          ? [
              {
                key: 'profile',
                label: t(words.profile),
                icon: <UserIcon />,
                onPick: () => navigate('/permission/accountInfo'),
              },
            ]
          : []),
        ...(isAdmitted
          ? [{ key: 'manual', label: t(nouns.manual), icon: <InfoIcon />, onPick: () => setManual({}) }]
          : []),
        ...(me?.isViewing
          ? []
          : [
              {
                key: 'password',
                label: t(verbs.changePassword),
                icon: <KeyIcon />,
                onPick: () => navigate('/changePassword/changePassword'),
              },
              { key: 'line', isDivider: true } as const,
              { key: 'leave', label: t(signOut.summary), icon: <CheckIcon />, onPick: () => void leave() },
            ]),
      ]}
    >
      <UserIcon />
      <span>{me?.account.name}</span>
    </MenuButton>
  );
}

export function Header(props: { current: string }) {
  const t = useText();
  const isOffered = useLanguageOffer();
  const isSidebarOpen = useShell((shell) => shell.isSidebarOpen);
  const isViewing = useSignedIn(({ me }) => me?.isViewing ?? false);
  const isAdmitted = useAdmitted();
  // Errors, tasks and notices belong to the signed-in account, not to the viewed customer.
  const isLive = isAdmitted && !isViewing;
  return (
    <header className="header">
      <button
        type="button"
        className="icon-button header-menu"
        aria-label={t(nouns.menu)}
        aria-expanded={isSidebarOpen}
        onClick={() => setSidebarOpen(!isSidebarOpen)}
      >
        <MenuIcon />
      </button>
      <Breadcrumbs current={props.current} />
      <button type="button" className="header-search" title={t(words.search)} onClick={() => setPaletteOpen(true)}>
        <SearchIcon size={14} />
        <span>{t(words.search)}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <EditionSwitch />
      <Quietly>
        <Suspense fallback={<span className="icon-button" />}>
          {isAdmitted ? <HelpButton current={props.current} offersTour={isLive} /> : null}
          {isLive ? <ConnectionState /> : null}
          {isLive ? <FaultBadge /> : null}
          {isLive ? <TaskTray /> : null}
          {isLive ? <NoticeBell /> : null}
        </Suspense>
      </Quietly>
      {isOffered ? <LanguageMenu /> : null}
      <AppearanceButton />
      <AccountMenu />
    </header>
  );
}
