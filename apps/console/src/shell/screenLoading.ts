import { SHELL } from '@cardinal/contract/siteSettings.ts';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ScreenModule } from './screenFiles.ts';

/** The timeout for loading a screen; the placeholder then offers a retry. */
export const SCREEN_TIMEOUT_MS = SHELL.lazyScreenTimeoutMs;

export type ScreenLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly Screen: ComponentType; readonly Look: Look | undefined }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'failed' };

type Load = () => Promise<ScreenModule>;
/** The frame of a screen; it is loaded with the screen, under the same placeholder and timeout. */
type Look = ComponentType<{ children: ReactNode }>;
type LoadLook = () => Promise<{ readonly default: Look }>;

type Ready = Extract<ScreenLoad, { kind: 'ready' }>;
const loaded = new WeakMap<Load, Ready>();

/** Loads a screen's file once per visit; a failed import may be retried. */
export async function loadScreen(
  load: Load,
  loadLook?: LoadLook,
  timeoutMs: number = SCREEN_TIMEOUT_MS,
): Promise<ScreenLoad> {
  const known = loaded.get(load);
  if (known) return known;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<ScreenLoad>((done) => {
    timer = setTimeout(() => done({ kind: 'timedOut' }), timeoutMs);
  });
  const coming = Promise.all([load(), loadLook?.()]).then(
    ([screen, look]): ScreenLoad => {
      const ready: Ready = { kind: 'ready', Screen: screen.default, Look: look?.default };
      loaded.set(load, ready);
      return ready;
    },
    (): ScreenLoad => ({ kind: 'failed' }),
  );
  const first = await Promise.race([coming, tooLate]);
  clearTimeout(timer);
  return first;
}

export function useScreenLoad(load: Load, loadLook?: LoadLook): { state: ScreenLoad; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<ScreenLoad>(() => loaded.get(load) ?? { kind: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what runs it again
  useEffect(() => {
    let isCurrent = true;
    setState((before) => (before.kind === 'ready' ? before : { kind: 'loading' }));
    loadScreen(load, loadLook).then((next) => {
      if (isCurrent) setState(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { state, retry };
}
