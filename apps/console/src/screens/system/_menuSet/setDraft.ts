import type { readMenuSet, readSetTree } from '@cardinal/contract/api/identity/menuSets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';

export type TreeEntry = AnswerOf<typeof readSetTree>[number];
export type SetEntry = AnswerOf<typeof readMenuSet>['entries'][number];
export type Titles = { readonly zh: string; readonly en: string };

/** A set being edited: all entries in their order, the included pages, and its own titles. */
export type SetDraft = {
  readonly order: readonly string[];
  readonly pages: ReadonlySet<string>;
  readonly titles: Readonly<Record<string, Titles>>;
};

/** Entries of the set first and in its order; the others stay in the menu's order. A new set includes everything. */
export function draftOf(tree: readonly TreeEntry[], entries: readonly SetEntry[] | undefined): SetDraft {
  const listed = entries ?? tree;
  const isPage = new Set(tree.filter(({ kind }) => kind === 'page').map(({ key }) => key));
  const keys = listed.map(({ key }) => key);
  return {
    order: [...new Set([...keys, ...tree.map(({ key }) => key)])],
    pages: new Set(keys.filter((key) => isPage.has(key))),
    titles: Object.fromEntries(
      (entries ?? []).filter(({ zh, en }) => zh || en).map(({ key, zh, en }) => [key, { zh: zh ?? '', en: en ?? '' }]),
    ),
  };
}

/** Entries below one, the top ones where it is null, in the order of the draft. */
export function childrenOf(tree: readonly TreeEntry[], draft: SetDraft, parentKey: string | null): TreeEntry[] {
  const place = new Map(draft.order.map((key, at) => [key, at]));
  return tree
    .filter((entry) => entry.parentKey === parentKey)
    .sort((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
}

const pagesUnder = (tree: readonly TreeEntry[], entry: TreeEntry): string[] =>
  entry.kind === 'page' ? [entry.key] : tree.filter(({ parentKey }) => parentKey === entry.key).map(({ key }) => key);

/** How much of an entry is included: a directory follows its pages. */
export function shareOf(tree: readonly TreeEntry[], draft: SetDraft, entry: TreeEntry): 'none' | 'some' | 'all' {
  const keys = pagesUnder(tree, entry);
  const held = keys.filter((key) => draft.pages.has(key)).length;
  return held === 0 ? 'none' : held === keys.length ? 'all' : 'some';
}

export function withEntry(tree: readonly TreeEntry[], draft: SetDraft, entry: TreeEntry, isIn: boolean): SetDraft {
  const pages = new Set(draft.pages);
  for (const key of pagesUnder(tree, entry)) {
    if (isIn) pages.add(key);
    else pages.delete(key);
  }
  return { ...draft, pages };
}

const neighbourOf = (tree: readonly TreeEntry[], draft: SetDraft, entry: TreeEntry, step: -1 | 1) => {
  const siblings = childrenOf(tree, draft, entry.parentKey).map(({ key }) => key);
  return siblings[siblings.indexOf(entry.key) + step];
};

/** Whether there is a neighbour to swap with. */
export const canMove = (tree: readonly TreeEntry[], draft: SetDraft, entry: TreeEntry, step: -1 | 1): boolean =>
  neighbourOf(tree, draft, entry, step) !== undefined;

/** Moves an entry up or down by one; no change at the end. */
export function moved(tree: readonly TreeEntry[], draft: SetDraft, entry: TreeEntry, step: -1 | 1): SetDraft {
  const neighbour = neighbourOf(tree, draft, entry, step);
  if (!neighbour) return draft;
  const order = draft.order.map((key) => (key === entry.key ? neighbour : key === neighbour ? entry.key : key));
  return { ...draft, order };
}

/** The request: each directory with included pages, before its pages; an empty title is the menu's own. */
export function entriesOf(tree: readonly TreeEntry[], draft: SetDraft): SetEntry[] {
  const entry = (key: string): SetEntry => ({
    key,
    zh: draft.titles[key]?.zh.trim() || null,
    en: draft.titles[key]?.en.trim() || null,
  });
  return childrenOf(tree, draft, null).flatMap((top) => {
    if (top.kind === 'page') return draft.pages.has(top.key) ? [entry(top.key)] : [];
    const pages = childrenOf(tree, draft, top.key).filter(({ key }) => draft.pages.has(key));
    return pages.length > 0 ? [entry(top.key), ...pages.map(({ key }) => entry(key))] : [];
  });
}

export type SeenEntry = { readonly key: string; readonly title: Titles };

/** The menu of the draft: its sections and pages in order, with their titles. */
export function menuOfDraft(
  tree: readonly TreeEntry[],
  draft: SetDraft,
): (SeenEntry & { readonly pages: readonly SeenEntry[] })[] {
  const seen = ({ key, zh, en }: TreeEntry): SeenEntry => ({
    key,
    title: { zh: draft.titles[key]?.zh.trim() || zh, en: draft.titles[key]?.en.trim() || en },
  });
  return childrenOf(tree, draft, null).flatMap((top) => {
    if (top.kind === 'page') return draft.pages.has(top.key) ? [{ ...seen(top), pages: [] }] : [];
    const pages = childrenOf(tree, draft, top.key).filter(({ key }) => draft.pages.has(key));
    return pages.length > 0 ? [{ ...seen(top), pages: pages.map(seen) }] : [];
  });
}

/** The pages of the menu above that the draft omits. */
export const missingFrom = (tree: readonly TreeEntry[], draft: SetDraft): TreeEntry[] =>
  tree.filter(({ kind, key }) => kind === 'page' && !draft.pages.has(key));

/** Entries of the draft whose title differs from the menu above: old and new title. */
export const renamedIn = (tree: readonly TreeEntry[], draft: SetDraft): { from: TreeEntry; to: Titles }[] => {
  const held = new Set(entriesOf(tree, draft).map(({ key }) => key));
  return tree.flatMap((entry) => {
    const { zh, en } = draft.titles[entry.key] ?? { zh: '', en: '' };
    const to = { zh: zh.trim() || entry.zh, en: en.trim() || entry.en };
    return held.has(entry.key) && (to.zh !== entry.zh || to.en !== entry.en) ? [{ from: entry, to }] : [];
  });
};
