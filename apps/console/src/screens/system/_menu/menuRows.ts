import type { readMenuTree } from '@cardinal/contract/api/identity/menus.ts';
import type { Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';

export type MenuEntry = AnswerOf<typeof readMenuTree>[number];
export type MenuProblem = 'noRoute' | 'duplicate' | 'noEnglish' | 'lost';

export type MenuRow = {
  readonly entry: MenuEntry;
  readonly depth: number;
  /** Undefined if it has no children. */
  readonly isOpen: boolean | undefined;
  readonly problems: readonly MenuProblem[];
  /** The entries of its level in their order, without deleted ones. */
  readonly siblings: readonly MenuEntry[];
};

export type MenuView = {
  readonly open: ReadonlySet<string>;
  readonly words: string;
  readonly kind: MenuEntry['kind'] | undefined;
  /** What is offered in this edition; an entry of no edition is offered in every one. */
  readonly edition: Edition | undefined;
  readonly onlyProblems: boolean;
  readonly onlyChanged: boolean;
};

/** Whether a search or a filter leaves something out. */
export const isNarrowed = ({ words, kind, edition, onlyProblems, onlyChanged }: MenuView): boolean =>
  words.trim() !== '' || kind !== undefined || edition !== undefined || onlyProblems || onlyChanged;

/** The errors of each entry: unknown route, one permission on two buttons, no English title, no parent. */
export function menuProblems(tree: readonly MenuEntry[]): ReadonlyMap<string, readonly MenuProblem[]> {
  const alive = tree.filter((entry) => !entry.isDeleted);
  const keys = new Set(alive.map((entry) => entry.key));
  const uses = new Map<string, number>();
  for (const { kind, permissionId } of alive) {
    if (kind === 'button' && permissionId) uses.set(permissionId, (uses.get(permissionId) ?? 0) + 1);
  }
  return new Map(
    alive.map((entry) => {
      const found: MenuProblem[] = [];
      if (entry.kind === 'page' && !entry.hasRoute) found.push('noRoute');
      if (entry.kind === 'button' && (uses.get(entry.permissionId ?? '') ?? 0) > 1) found.push('duplicate');
      if (entry.en.trim() === '') found.push('noEnglish');
      if (entry.parentKey !== null && !keys.has(entry.parentKey)) found.push('lost');
      return [entry.key, found];
    }),
  );
}

/** The tree as table rows: expanded entries in order. A search or filter shows matches with their ancestors, expanded. */
export function menuRows(tree: readonly MenuEntry[], view: MenuView): MenuRow[] {
  const below = Map.groupBy(tree, (entry) => entry.parentKey);
  const keys = new Set(tree.map((entry) => entry.key));
  const problems = menuProblems(tree);
  const wanted = view.words.trim().toLowerCase();
  const isNarrow = isNarrowed(view);
  const fits = (entry: MenuEntry): boolean => {
    if (view.kind && entry.kind !== view.kind) return false;
    if (view.edition && entry.editions.length > 0 && !entry.editions.includes(view.edition)) return false;
    if (view.onlyProblems && (problems.get(entry.key) ?? []).length === 0) return false;
    if (view.onlyChanged && !entry.isChanged) return false;
    if (wanted === '') return true;
    return [entry.zh, entry.en, entry.key, entry.permissionId ?? ''].some((each) =>
      each.toLowerCase().includes(wanted),
    );
  };
  const rowsOf = (parentKey: string | null, depth: number): MenuRow[] => {
    // An entry without its parent is shown at the top level, so that it can be found.
    const lost = parentKey === null ? tree.filter(({ parentKey: up }) => up !== null && !keys.has(up)) : [];
    const level = [...(below.get(parentKey) ?? []), ...lost];
    const siblings = level.filter((entry) => !entry.isDeleted);
    return level.flatMap((entry): MenuRow[] => {
      const hasBelow = (below.get(entry.key) ?? []).length > 0;
      const inside = hasBelow && (isNarrow || view.open.has(entry.key)) ? rowsOf(entry.key, depth + 1) : [];
      if (isNarrow && !fits(entry) && inside.length === 0) return [];
      const isOpen = hasBelow ? (isNarrow ? inside.length > 0 : view.open.has(entry.key)) : undefined;
      return [{ entry, depth, isOpen, problems: problems.get(entry.key) ?? [], siblings }, ...inside];
    });
  };
  return rowsOf(null, 0);
}

/** The keys of a level with one entry moved up or down; undefined at the end. */
export function movedKeys(siblings: readonly MenuEntry[], key: string, step: -1 | 1): string[] | undefined {
  const keys = siblings.map((entry) => entry.key);
  const at = keys.indexOf(key);
  const to = at + step;
  if (at < 0 || to < 0 || to >= keys.length) return undefined;
  keys.splice(at, 1);
  keys.splice(to, 0, key);
  return keys;
}
