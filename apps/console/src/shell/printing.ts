import { useEffect, useSyncExternalStore } from 'react';
import { shellState, showAppearance } from './shellState.ts';

const paper = window.matchMedia('print');

function subscribe(listener: () => void) {
  paper.addEventListener('change', listener);
  return () => paper.removeEventListener('change', listener);
}

/** Whether the page is being laid out for paper. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => paper.matches);

/** Paper is light, whatever the screen is. */
export function useLightPaper(): void {
  useEffect(() => {
    let before: ReturnType<typeof shellState>['appearance'] | undefined;
    return subscribe(() => {
      if (paper.matches) {
        before ??= shellState().appearance;
        showAppearance('light');
      } else if (before) {
        showAppearance(before);
        before = undefined;
      }
    });
  }, []);
}
