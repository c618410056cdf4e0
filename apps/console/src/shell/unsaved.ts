import { text } from '@cardinal/primitives/text.ts';
import { useEffect, useSyncExternalStore } from 'react';

/** Unsaved input by the path of its screen. */
const counts = new Map<string, number>();
const listeners = new Set<() => void>();
let version = 0;

function change(path: string, by: number) {
  const count = (counts.get(path) ?? 0) + by;
  if (count > 0) counts.set(path, count);
  else counts.delete(path);
  version += 1;
  for (const listener of listeners) listener();
}

export const hasUnsaved = (path: string): boolean => counts.has(path);

export const LEAVE_QUESTION = text('有未保存的修改，确定离开吗？', 'You have unsaved changes. Leave anyway?');

/** Marks the screen as having unsaved input while `isDirty`; leaving it needs a confirmation. */
export function useUnsaved(path: string, isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    change(path, 1);
    return () => change(path, -1);
  }, [path, isDirty]);
}

export function useUnsavedVersion(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
  );
}

/** Makes the browser ask before the page is closed. */
export function watchPageLeave(): void {
  window.addEventListener('beforeunload', (event) => {
    if (counts.size > 0) event.preventDefault();
  });
}
