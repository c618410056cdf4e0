import type { menuSetEntrySchema } from '@cardinal/contract/api/identity/menuSets.ts';
import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import { TOP_SCREENS } from '@cardinal/contract/routes/table.ts';
import type * as z from 'zod';
import type { MenuEntry } from './menuTree.ts';
import type { Permissions } from './rightsRules.ts';

export type SetEntry = z.output<typeof menuSetEntrySchema>;
export type MenuSet = {
  readonly id: string;
  readonly customerId: string;
  readonly kind: CustomerKind | null;
  readonly edition: Edition | null;
  readonly isDefault: boolean;
  readonly entries: readonly SetEntry[];
  /** The target of `/`; null: the home page. */
  readonly home: string | null;
};
export type Step = { readonly id: string; readonly kind: CustomerKind; readonly editions: readonly Edition[] };

/** Home and the password page are outside the sections; no set removes them. */
const ALWAYS: ReadonlySet<string> = new Set(TOP_SCREENS.map(({ path }) => path));

const suits = (set: MenuSet, { kind, editions }: Step): boolean =>
  (set.kind === null || set.kind === kind) && (set.edition === null || editions.includes(set.edition));
const exactness = (set: MenuSet): number => Number(set.kind !== null) + Number(set.edition !== null);

/**
 * The set of each customer on a path from the root: its assigned set, otherwise the default of the nearest customer above for
 * its kind and edition. A customer without a set loses nothing.
 */
export function setsOnWay(
  way: readonly Step[],
  given: ReadonlyMap<string, MenuSet>,
  defaults: readonly MenuSet[],
): (MenuSet | undefined)[] {
  return way.map((step, at) => {
    const own = given.get(step.id);
    if (own) return own;
    for (const above of way.slice(0, at).toReversed()) {
      const [nearest] = defaults
        .filter((set) => set.customerId === above.id && suits(set, step))
        .sort((a, b) => exactness(b) - exactness(a));
      if (nearest) return nearest;
    }
    return undefined;
  });
}

/**
 * The permissions a set removes: those of its missing pages and their buttons, except those that a remaining page needs too.
 */
export function withheldBy(tree: readonly MenuEntry[], entries: readonly SetEntry[]): Permissions {
  const listed = new Set([...ALWAYS, ...entries.map(({ key }) => key)]);
  const stays = new Set<string>();
  const goes = new Set<string>();
  for (const entry of tree) {
    if (entry.kind === 'directory' || entry.permissionId === null) continue;
    const page = entry.kind === 'page' ? entry.key : (entry.parentKey ?? '');
    (listed.has(page) ? stays : goes).add(entry.permissionId);
  }
  return new Set([...goes].filter((id) => !stays.has(id)));
}

/** The defaults after a set is saved: as a default it replaces its owner's for the same kind and edition. */
export function defaultsAfter(defaults: readonly MenuSet[], saved: MenuSet): MenuSet[] {
  const isReplaced = (set: MenuSet) =>
    saved.isDefault && set.customerId === saved.customerId && set.kind === saved.kind && set.edition === saved.edition;
  const others = defaults.filter((set) => set.id !== saved.id && !isReplaced(set));
  return saved.isDefault ? [...others, saved] : others;
}

/** The pages and permissions lost when a customer changes from one set to another; no set removes nothing. */
export function lostBetween(
  tree: readonly MenuEntry[],
  before: MenuSet | undefined,
  after: MenuSet | undefined,
): { readonly pages: readonly string[]; readonly permissions: readonly string[] } {
  if (!after) return { pages: [], permissions: [] };
  const listed = (set: MenuSet | undefined) => set && new Set(set.entries.map(({ key }) => key));
  const [had, has] = [listed(before), listed(after)];
  const isLost = ({ kind, key }: MenuEntry) =>
    kind === 'page' && !ALWAYS.has(key) && (had?.has(key) ?? true) && !has?.has(key);
  const gone = before ? withheldBy(tree, before.entries) : new Set<string>();
  return {
    pages: tree.filter(isLost).map(({ key }) => key),
    permissions: [...withheldBy(tree, after.entries)].filter((id) => !gone.has(id)),
  };
}

/** The target of `/` under the sets of a path: the last one's, if all of them have that page. */
export function homeOf(sets: readonly MenuSet[]): string | null {
  const home = sets.at(-1)?.home ?? null;
  return home !== null && sets.every(({ entries }) => entries.some(({ key }) => key === home)) ? home : null;
}

/** The menu tree after the sets of a path, with the titles and order of the last one. */
export function cutBySets(tree: readonly MenuEntry[], sets: readonly MenuSet[]): MenuEntry[] {
  const named = sets.at(-1);
  if (!named) return [...tree];
  const listed = sets.map((set) => new Set(set.entries.map(({ key }) => key)));
  const isLeft = (key: string) => ALWAYS.has(key) || listed.every((keys) => keys.has(key));
  const own = new Map(named.entries.map((entry, at) => [entry.key, { ...entry, at }]));
  return tree
    .filter((entry) => entry.kind !== 'page' || isLeft(entry.key))
    .map((entry) => {
      const { zh, en, at } = own.get(entry.key) ?? { zh: null, en: null, at: -1 };
      return entry.kind === 'button' ? entry : { ...entry, zh: zh ?? entry.zh, en: en ?? entry.en, sort: at };
    })
    .sort((a, b) => a.sort - b.sort || (a.key < b.key ? -1 : 1));
}
