import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { setPaletteOpen, shellState, useShell } from './shellState.ts';

/** The first screen does not wait for it, and whoever opens it does not either. */
const LOADED_AFTER_MS = 2_000;

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** ⌘K or Ctrl K anywhere; `/` focuses the screen's search field, or opens this palette if there is none. */
export function CommandPalette(props: { menu: readonly RouteEntry[] }) {
  const isOpen = useShell((shell) => shell.isPaletteOpen);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        setPaletteOpen(!shellState().isPaletteOpen);
        return;
      }
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const fields = [...document.querySelectorAll<HTMLElement>('[data-search] input, textarea[data-search]')];
      const shown = fields.find((field) => field.offsetParent !== null);
      if (shown) shown.focus();
      else setPaletteOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  // Not `lazy`, which shows even a loaded part a moment later: the first keys would go elsewhere.
  const [Palette, setPalette] = useState<ComponentType<{ menu: readonly RouteEntry[] }>>();
  useEffect(() => {
    if (Palette) return;
    const load = () =>
      void import('./Palette.tsx').then(
        (loaded) => setPalette(() => loaded.default),
        () => {},
      );
    const timer = setTimeout(load, isOpen ? 0 : LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [Palette, isOpen]);
  return isOpen && Palette ? <Palette menu={props.menu} /> : null;
}
