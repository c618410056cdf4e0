import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Appearance } from '@cardinal/ui/palette.ts';
import { create } from 'zustand';
import { browser, STORED } from '../http/browserStore.ts';
import type { ManualPage } from './help/manualPages.ts';
import { navigate } from './navigation.ts';
import { closed, refreshed, type Tag, type TagVisit, titled, visit } from './tags.ts';

type ShellState = {
  /** The account's route list; empty until it is rebuilt from the menu. */
  readonly entries: readonly RouteEntry[];
  readonly tags: readonly Tag[];
  readonly appearance: Appearance;
  readonly isSidebarOpen: boolean;
  readonly isPaletteOpen: boolean;
  /** The page of the manual that is read; without a name its first. */
  readonly manual: { readonly page?: ManualPage } | undefined;
};

/** Absent or «system» follows the system. */
function preferred(): Appearance {
  const chosen = browser.read(STORED.theme);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return typeof matchMedia !== 'undefined' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export const useShell = create<ShellState>()(() => ({
  entries: [],
  tags: [],
  appearance: preferred(),
  isSidebarOpen: true,
  isPaletteOpen: false,
  manual: undefined,
}));

const set = useShell.setState;
export const shellState = useShell.getState;

export const setEntries = (entries: readonly RouteEntry[]): void => set({ entries });
export const setPaletteOpen = (isPaletteOpen: boolean): void => set({ isPaletteOpen });
export const setManual = (manual: ShellState['manual']): void => set({ manual });
export const setSidebarOpen = (isSidebarOpen: boolean): void => set({ isSidebarOpen });

/** During printing no screen is kept alive. */
export const showAppearance = (appearance: Appearance): void => set({ appearance });

export function setAppearance(appearance: Appearance): void {
  browser.write(STORED.theme, appearance);
  set({ appearance });
}

/** The not-found page has no tag. */
export const visitTag = (to: TagVisit): void =>
  set(({ tags }) => ({ tags: visit(to.path === '/404' ? tags : tags.filter((tag) => tag.path !== '/404'), to) }));
/** The home tag is always first; it is rendered when first shown. */
export const keepHome = (home: TagVisit): void =>
  set(({ tags }) =>
    tags.some((tag) => tag.path === home.path) ? {} : { tags: [{ ...home, generation: 0, seen: 0 }, ...tags] },
  );
export const refreshTag = (path: string): void => set(({ tags }) => ({ tags: refreshed(tags, path) }));
export const titleTag = (path: string, ownTitle: string | undefined): void =>
  set(({ tags }) => ({ tags: titled(tags, path, ownTitle) }));

/** Closes tags and opens a neighbour if the current one is among them. */
export function closeTags(current: string, isClosed: (tag: Tag) => boolean): void {
  const result = closed(shellState().tags, current, isClosed);
  set({ tags: result.tags });
  if (result.goTo) navigate(result.goTo);
}

/** Resets everything for another account, customer or edition. */
export const emptyShell = (): void => set({ entries: [], tags: [] });

export const titleOf = (tag: Tag, say: (title: Text) => string): string => tag.ownTitle ?? say(tag.title);
