import {
  type importMenu as endpoint,
  menuNeedsItself,
  noSuchRoute,
  permissionTaken,
} from '@cardinal/contract/api/identity/menus.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import type { MenuEntryTable } from '../identityTables.ts';
import { readTree } from '../rights/menuStore.ts';
import { BUILT_IN, type MenuEntry, mergedTree } from '../rights/menuTree.ts';
import { checkPlace, lockTree } from './editMenu.ts';

type Wanted = BodyOf<typeof endpoint>['entries'][number];
type Change = Omit<AnswerOf<typeof endpoint>, 'gone'> & { readonly gone: readonly MenuEntry[] };

export async function previewMenuFile(
  ctx: Ctx,
  { entries }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  return told(changeOf(await readTree(ctx.db), treeOf(ctx, entries)));
}

/** All or nothing: the first invalid entry refuses the file, at that entry. */
export async function importMenu(ctx: Ctx, { entries }: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const before = await lockTree(ctx);
  const rows = rowsOf(ctx, entries, new Map(before.map((entry) => [entry.key, entry.version])));
  const change = changeOf(before, treeOf(ctx, entries));
  refuseBeyond(ctx, change);
  await ctx.db.deleteFrom('identity.menu_entry').execute();
  if (rows.length > 0) await ctx.db.insertInto('identity.menu_entry').values(rows).execute();
  const { gone, ...counts } = change;
  ctx.note({ objectKind: 'menuEntry', objectId: '/', after: { ...counts, gone: gone.map(({ key }) => key) } });
  return told(change);
}

const told = ({ gone, ...counts }: Change): AnswerOf<typeof endpoint> => ({
  ...counts,
  gone: gone.map(({ key, zh, en }) => ({ key, zh, en })),
});

/** A change that needs a permission for a single entry needs it in a file too. */
function refuseBeyond(ctx: Ctx, { gone, removed, restored }: Change): void {
  const needed = [
    ...(gone.some(({ isDeleted }) => !isDeleted) ? ['menu.visible'] : []),
    ...(removed > 0 || gone.some(({ isDeleted }) => isDeleted) ? ['menu.delete'] : []),
    ...(restored > 0 ? ['menu.restore'] : []),
  ];
  if (needed.some((permission) => !holds(accountOf(ctx), permission))) throw new Refused(noPermission);
}

/** Versions continue from the existing ones, so that anyone with an open entry is warned of the change. */
const rowsOf = (ctx: Ctx, entries: readonly Wanted[], versions: ReadonlyMap<string, number>): MenuEntryTable[] =>
  entries.map((entry) => ({
    key: entry.key,
    parent_key: entry.parentKey,
    kind: entry.kind,
    title_zh: entry.zh,
    title_en: entry.en,
    icon: entry.icon,
    sort: entry.sort,
    permission_id: entry.permissionId,
    editions: entry.editions,
    kinds: entry.kinds,
    is_visible: entry.isVisible,
    is_deleted: entry.isDeleted,
    version: (versions.get(entry.key) ?? 0) + 1,
    updated_at: ctx.clock.now(),
  }));

/** The tree of a file, once every entry is valid at its place. */
function treeOf(ctx: Ctx, entries: readonly Wanted[]): MenuEntry[] {
  const tree = mergedTree(rowsOf(ctx, entries, new Map()));
  // An entry may stay below a deleted one: it comes back with it.
  const standing = tree.map((entry) => ({ ...entry, isDeleted: false }));
  const seen = new Set<string>();
  for (const [at, entry] of entries.entries()) {
    const field = (name: string) => `entries.${at}.${name}`;
    const before = BUILT_IN.get(entry.key);
    if (seen.has(entry.key)) throw refusedAt(field('key'), permissionTaken);
    seen.add(entry.key);
    if (entry.isDeleted && !before) throw refusedAt(field('isDeleted'), noSuchRoute);
    if (entry.kind === 'button' && entry.permissionId !== entry.key)
      throw refusedAt(field('permissionId'), permissionTaken);
    if (before?.lockedBy === 'self' && (entry.isDeleted || !entry.isVisible)) {
      throw refusedAt(field('isVisible'), menuNeedsItself);
    }
    checkPlace(standing, entry, before, field);
  }
  return tree;
}

const isThere = (entry: MenuEntry | undefined): boolean => entry !== undefined && !entry.isDeleted && entry.isVisible;
const SHOWN = [
  'parentKey',
  'zh',
  'en',
  'icon',
  'sort',
  'permissionId',
  'editions',
  'kinds',
  'isVisible',
  'isDeleted',
] as const;
const factsOf = (entry: MenuEntry) => JSON.stringify(SHOWN.map((name) => entry[name]));

function changeOf(before: readonly MenuEntry[], after: readonly MenuEntry[]): Change {
  const had = new Map(before.map((entry) => [entry.key, entry]));
  const has = new Map(after.map((entry) => [entry.key, entry]));
  const touched = after.filter((entry) => {
    const was = had.get(entry.key);
    return was && factsOf(was) !== factsOf(entry);
  });
  return {
    added: after.filter(({ key }) => !had.has(key)).length,
    removed: before.filter(({ key }) => !has.has(key)).length,
    changed: touched.filter(({ isChanged }) => isChanged).length,
    restored: touched.filter(({ isChanged }) => !isChanged).length,
    gone: touched.filter((entry) => isThere(had.get(entry.key)) && !isThere(entry)),
  };
}
