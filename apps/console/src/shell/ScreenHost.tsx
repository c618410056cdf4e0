import type { RouteMatch } from '@cardinal/contract/routes/matching.ts';
import { routeOf } from '@cardinal/contract/routes/matching.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ErrorState, ScreenSkeleton } from '@cardinal/ui/States.tsx';
import { Activity, type ReactNode, useMemo } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ScreenContext } from './screenContext.ts';
import { type ScreenModule, screenOf } from './screenFiles.ts';
import { useScreenLoad } from './screenLoading.ts';
import { useShell } from './shellState.ts';
import { alivePaths } from './tags.ts';
import { hasUnsaved, useUnsavedVersion } from './unsaved.ts';

const words = {
  timedOut: text('加载超时，点击重试', 'Loading timed out, retry'),
  failed: text('页面加载失败', 'Failed to load the page'),
  failedHint: text(
    '网络中断，或系统刚刚升级。已填写的内容没有丢失。',
    'Network failure or a recent upgrade. Nothing you entered is lost.',
  ),
};

/** antd's theme around the screens of the frame; shell and login do not need it. */
const loadKitLook = () => import('../kit/KitLook.tsx');

/** One screen: a placeholder while its file loads, and a retry if it fails. */
export function LoadedScreen(props: { load: () => Promise<ScreenModule>; look?: typeof loadKitLook }) {
  const t = useText();
  const { state, retry } = useScreenLoad(props.load, props.look);
  if (state.kind === 'loading') return <ScreenSkeleton />;
  if (state.kind === 'ready') {
    const { Screen, Look } = state;
    return Look ? (
      <Look>
        <Screen />
      </Look>
    ) : (
      <Screen />
    );
  }
  return (
    <ErrorState
      title={t(state.kind === 'timedOut' ? words.timedOut : words.failed)}
      hint={state.kind === 'failed' ? t(words.failedHint) : undefined}
      action={
        <>
          <button type="button" className="button button-primary" onClick={retry}>
            {t(verbs.retry)}
          </button>
          {state.kind === 'failed' ? (
            <button type="button" className="button" onClick={() => location.reload()}>
              {t(verbs.reloadPage)}
            </button>
          ) : null}
        </>
      }
    />
  );
}

function Place(props: { path: string; fullPath: string; match: RouteMatch; children: ReactNode }) {
  const { path, fullPath, match } = props;
  const place = useMemo(() => ({ path, fullPath, match }), [path, fullPath, match]);
  return <ScreenContext value={place}>{props.children}</ScreenContext>;
}

/** The screens of all tags: the current one is shown, kept-alive ones stay mounted. */
export function ScreenHost(props: { current: string }) {
  const tags = useShell((shell) => shell.tags);
  useUnsavedVersion();
  const alive = alivePaths(tags, props.current, hasUnsaved);
  return tags
    .filter((tag) => alive.has(tag.path))
    .map((tag) => {
      const match = routeOf(tag.path);
      const load = match && screenOf(match.route);
      if (!match || !load) return null;
      return (
        <Activity key={`${tag.path} ${tag.generation}`} mode={tag.path === props.current ? 'visible' : 'hidden'}>
          <Place path={tag.path} fullPath={tag.fullPath} match={match}>
            <ErrorBoundary>
              <LoadedScreen load={load} look={loadKitLook} />
            </ErrorBoundary>
          </Place>
        </Activity>
      );
    });
}
