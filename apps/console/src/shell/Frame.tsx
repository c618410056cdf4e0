import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { CommandPalette } from './CommandPalette.tsx';
import { Header } from './Header.tsx';
import { Link } from './Link.tsx';
import { usePath } from './navigation.ts';
import { useLightPaper, usePrinting } from './printing.ts';
import { shownMenu } from './routeList.ts';
import { ScreenHost } from './ScreenHost.tsx';
import { SectionIndex } from './SectionIndex.tsx';
import { Sidebar } from './Sidebar.tsx';
import { isBuiltPath } from './screenFiles.ts';
import { setSidebarOpen, useShell } from './shellState.ts';
import { refreshRoutes, useSignedIn } from './signedIn.ts';
import { readSiteAgain, useSite } from './site.ts';
import { TagsView } from './TagsView.tsx';

// Loaded lazily: rarely shown, and never before sign-in.
const Banners = lazy(() => import('./Banners.tsx'));

const words = {
  printed: text('{customer} · {account} · {at} 打印', '{customer} · {account} · printed {at}'),
  skip: text('跳到内容', 'Skip to content'),
  noRole: text('未分配角色，请联系管理员配置', 'No role assigned. Ask an administrator to assign one.'),
  noRoleHint: text(
    '当前账号还没有角色，只能修改自己的密码。',
    'This account has no role yet; it can only change its own password.',
  ),
};

/** How often the menu is refetched while the page is visible. */
const MENU_INTERVAL_MS = 60_000;

function useFreshMenu() {
  const path = usePath();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== 'visible') return;
      refreshRoutes(path).catch(() => {});
      void readSiteAgain();
    };
    const timer = setInterval(refresh, MENU_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [path]);
}

/** Menu, header and tags around the screens. */
export function Frame(props: { current: string }) {
  const { current } = props;
  const t = useText();
  const site = useSite();
  const entries = useShell((shell) => shell.entries);
  const isSidebarOpen = useShell((shell) => shell.isSidebarOpen);
  const { me, edition } = useSignedIn();
  const menu = useMemo(() => shownMenu(entries, edition, isBuiltPath), [entries, edition]);
  useFreshMenu();
  useLightPaper();
  const isPrinting = usePrinting();

  // On a narrow screen the menu lies over the content and goes away once something is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what closes it
  useEffect(() => {
    if (window.matchMedia('(max-width: 900px)').matches) setSidebarOpen(false);
  }, [current]);

  const hasNoRole = me !== undefined && me.roles.length === 0 && !current.startsWith('/changePassword');
  const section = current.split('/').length === 2 && !isBuiltPath(current);
  return (
    <div className={isSidebarOpen ? 'frame' : 'frame is-folded'}>
      <a className="skip-link" href="#content">
        {t(words.skip)}
      </a>
      <Sidebar menu={menu} current={current} hasLogo={site.hasSidebarLogo} />
      <div className="frame-body">
        <div className={site.hasFixedHeader ? 'frame-top is-fixed' : 'frame-top'}>
          {me?.isViewing || t(site.maintenanceNotice) ? (
            <Suspense fallback={null}>
              <Banners me={me} />
            </Suspense>
          ) : null}
          <Header current={current} />
          {site.hasTagsView ? <TagsView current={current} /> : null}
        </div>
        <main id="content" className="content" tabIndex={-1}>
          {isPrinting && me ? (
            <p>
              {t(words.printed, { customer: me.customer.name, account: me.account.name, at: wallTime(Date.now()) })}
            </p>
          ) : null}
          {hasNoRole ? (
            <>
              <h1 className="only-heard">{t(words.noRole)}</h1>
              <EmptyState
                title={t(words.noRole)}
                hint={t(words.noRoleHint)}
                action={<Link to="/changePassword/changePassword">{t(verbs.changePassword)}</Link>}
              />
            </>
          ) : null}
          {section ? <SectionIndex menu={menu} path={current} /> : null}
          {hasNoRole ? null : <ScreenHost current={current} />}
        </main>
      </div>
      <CommandPalette menu={menu} />
    </div>
  );
}
