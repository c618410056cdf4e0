import { pathOf, type RouteMatch, routeAt, routeOf } from '@cardinal/contract/routes/matching.ts';
import type { Route } from '@cardinal/contract/routes/table.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ErrorState, ScreenSkeleton } from '@cardinal/ui/States.tsx';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { browser, STORED } from '../http/browserStore.ts';
import { page } from '../http/connection.ts';
import { isFailure } from '../http/failure.ts';
import { Frame } from './Frame.tsx';
import { guard, siblingFlag } from './guard.ts';
import { hrefOf, navigate, rememberUnknownPath, useFullPath } from './navigation.ts';
import { LoadedScreen } from './ScreenHost.tsx';
import { ScreenContext } from './screenContext.ts';
import { screenOf } from './screenFiles.ts';
import { keepHome, useShell, visitTag } from './shellState.ts';
import { rebuildRoutes, useSignedIn } from './signedIn.ts';
import { useSite } from './site.ts';

const words = {
  noRoutesHint: text('服务器没有应答，登录状态已保留。', 'No response from the server. You are still signed in.'),
  title: text('{screen} - {site}', '{screen} - {site}'),
};

const isBuilt = (route: Route) => screenOf(route) !== undefined;

const HOME = routeAt('/dashboard');

/** Screens outside the frame. */
const BARE = ['/login', '/test'];

function Redirect(props: { from: string; to: string }) {
  const { from, to } = props;
  useLayoutEffect(() => {
    if (to === '/404') rememberUnknownPath(from);
    navigate(to, { replace: true });
  }, [from, to]);
  return null;
}

/** Reads the account and its permissions before the navigation continues. */
function RebuildRoutes() {
  const t = useText();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what asks again
  useEffect(() => {
    let isCurrent = true;
    setFailure(undefined);
    rebuildRoutes().catch((error: unknown) => {
      if (isCurrent) setFailure(error);
    });
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  if (!failure) {
    return (
      <div className="shell-waiting">
        <ScreenSkeleton />
      </div>
    );
  }
  return (
    <ErrorState
      title={t(sentences.menuNotLoaded)}
      hint={isFailure(failure) && failure.kind !== 'network' ? failure.message : t(words.noRoutesHint)}
      requestId={isFailure(failure) ? failure.requestId : undefined}
      action={
        <button type="button" className="button button-primary" onClick={() => setAttempt(attempt + 1)}>
          {t(verbs.retry)}
        </button>
      }
    />
  );
}

function BareScreen(props: { match: RouteMatch; fullPath: string }) {
  const { match, fullPath } = props;
  const load = screenOf(match.route);
  return load ? (
    <ScreenContext value={{ path: match.route.path, fullPath, match }}>
      <LoadedScreen load={load} />
    </ScreenContext>
  ) : null;
}

/** Remembers the navigation for the sibling flag. */
function useSiblingFlag(fullPath: string) {
  const before = useRef<string>(undefined);
  useLayoutEffect(() => {
    const flag = siblingFlag(before.current, fullPath);
    if (flag === 'set') browser.write(STORED.fromSiblingList, '1');
    if (flag === 'clear') browser.forget(STORED.fromSiblingList);
    before.current = fullPath;
  }, [fullPath]);
}

function OpenScreen(props: { match: RouteMatch; fullPath: string }) {
  const { match, fullPath } = props;
  const t = useText();
  const title = useSite((site) => site.title);
  const keepsState = match.route.kind === 'list' || match.route.kind === 'dashboard';
  const path = pathOf(fullPath);
  useLayoutEffect(() => {
    if (BARE.includes(path)) return;
    if (isBuilt(HOME)) keepHome({ path: HOME.path, fullPath: HOME.path, title: HOME.title, keepsState: true });
    visitTag({ path, fullPath, title: match.route.title, keepsState });
  }, [path, fullPath, match.route.title, keepsState]);
  useEffect(() => {
    document.title = path === '/login' ? t(title) : t(words.title, { screen: match.route.title, site: title });
  }, [path, match.route.title, title, t]);
  if (BARE.includes(path)) return <BareScreen match={match} fullPath={fullPath} />;
  return <Frame current={path} />;
}

/** Every address passes the guard before anything is rendered. */
export function Router() {
  const fullPath = useFullPath();
  const entries = useShell((shell) => shell.entries);
  const mustChangePassword = useSignedIn(({ me }) => me?.mustChangePassword ?? false);
  const hasRole = useSignedIn(({ me }) => me === undefined || me.roles.length > 0);
  const home = useSignedIn(({ me }) => me?.home ?? undefined);
  useSiblingFlag(fullPath);
  const hasToken = page.token() !== null;
  const verdict = guard(fullPath, hrefOf(fullPath), { hasToken, entries, mustChangePassword, hasRole, home, isBuilt });
  switch (verdict.kind) {
    case 'redirect':
      return <Redirect from={fullPath} to={verdict.to} />;
    case 'needsRoutes':
      return <RebuildRoutes />;
    case 'section':
      return <Frame current={verdict.path} />;
    case 'open':
      return <OpenScreen match={routeOf(fullPath) ?? verdict.match} fullPath={fullPath} />;
  }
}
