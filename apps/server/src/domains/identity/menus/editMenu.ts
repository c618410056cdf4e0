import {
  belowItself,
  type deleteMenuEntry as deleteEndpoint,
  menuNeedsItself,
  noSuchRoute,
  permissionTaken,
  type restoreMenu as restoreEndpoint,
  type saveMenuEntry as saveEndpoint,
  type sortMenu as sortEndpoint,
  type setMenuVisible as visibleEndpoint,
} from '@cardinal/contract/api/identity/menus.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { isPermissionId } from '@cardinal/contract/permissions/permission.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { readTree } from '../rights/menuStore.ts';
import { isBelow, type MenuEntry } from '../rights/menuTree.ts';
import { bumpRightsVersion } from '../rights/rightsStore.ts';

/** A custom directory: one path segment, letters and digits. */
const DIRECTORY = /^\/[A-Za-z][A-Za-z0-9]{1,40}$/;

/** The tree is locked as a whole: concurrent editors wait for each other. */
export async function lockTree(ctx: Ctx): Promise<MenuEntry[]> {
  await bumpRightsVersion(ctx.db);
  return readTree(ctx.db);
}

function found(tree: readonly MenuEntry[], key: string): MenuEntry {
  const entry = tree.find((each) => each.key === key && !each.isDeleted);
  if (!entry) throw new Refused(notFound);
  return entry;
}

async function keep(ctx: Ctx, entry: MenuEntry): Promise<void> {
  const row = {
    parent_key: entry.parentKey,
    kind: entry.kind,
    title_zh: entry.zh,
    title_en: entry.en,
    icon: entry.icon,
    sort: entry.sort,
    permission_id: entry.permissionId,
    editions: [...entry.editions],
    kinds: [...entry.kinds],
    is_visible: entry.isVisible,
    is_deleted: entry.isDeleted,
    version: entry.version + 1,
    updated_at: ctx.clock.now(),
  };
  await ctx.db
    .insertInto('identity.menu_entry')
    .values({ key: entry.key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

const shown = ({ key, parentKey, zh, en, icon, sort, permissionId, editions, kinds, isVisible }: MenuEntry) => ({
  key,
  parentKey,
  zh,
  en,
  icon,
  sort,
  permissionId,
  editions,
  kinds,
  isVisible,
});

export async function saveMenuEntry(ctx: Ctx, body: BodyOf<typeof saveEndpoint>) {
  const tree = await lockTree(ctx);
  const before = tree.find((each) => each.key === body.key);
  if ((before?.version ?? 0) !== body.version) {
    if (body.kind === 'button' && body.version === 0) throw refusedAt('key', permissionTaken);
    throw new Refused(changedByAnother);
  }
  checkPlace(tree, body, before);
  const entry: MenuEntry = {
    key: body.key,
    parentKey: body.parentKey,
    kind: body.kind,
    zh: body.zh,
    en: body.en,
    icon: body.icon === undefined ? (before?.icon ?? null) : body.icon,
    sort: body.sort,
    permissionId: body.kind === 'button' ? body.key : (body.permissionId ?? before?.permissionId ?? null),
    editions: body.editions ?? before?.editions ?? [],
    kinds: body.kinds ?? before?.kinds ?? [],
    isVisible: before?.isVisible ?? true,
    isBuiltIn: before?.isBuiltIn ?? false,
    isDeleted: false,
    isChanged: true,
    hasRoute: before?.hasRoute ?? body.kind !== 'page',
    lockedBy: before?.lockedBy ?? null,
    version: body.version,
  };
  await keep(ctx, entry);
  ctx.note({
    objectKind: 'menuEntry',
    objectId: body.key,
    summary: text(body.zh, body.en),
    ...(before ? { before: shown(before) } : {}),
    after: shown(entry),
  });
  return DONE;
}

/** Refuses an entry that is invalid or cannot be placed there, at the field of its name. */
export function checkPlace(
  tree: readonly MenuEntry[],
  wanted: Pick<MenuEntry, 'key' | 'kind' | 'parentKey'>,
  before: MenuEntry | undefined,
  field: (name: string) => string = (name) => name,
): void {
  const { key, kind, parentKey } = wanted;
  if (before && before.kind !== kind) throw refusedAt(field('kind'), noSuchRoute);
  if (kind === 'page' && !before?.hasRoute) throw refusedAt(field('key'), noSuchRoute);
  if (kind === 'directory' && !before && !DIRECTORY.test(key)) throw refusedAt(field('key'), noSuchRoute);
  if (kind === 'button' && !isPermissionId(key)) throw refusedAt(field('key'), permissionTaken);
  if (isBelow(tree, key, parentKey)) throw refusedAt(field('parentKey'), belowItself);
  const parent = parentKey === null ? undefined : tree.find((each) => each.key === parentKey && !each.isDeleted);
  const fits =
    kind === 'button'
      ? parent?.kind === 'page'
      : parentKey === null || (kind === 'page' && parent?.kind === 'directory');
  if (!fits) throw refusedAt(field('parentKey'), belowItself);
}

export async function sortMenu(ctx: Ctx, body: BodyOf<typeof sortEndpoint>) {
  const tree = await lockTree(ctx);
  const entries = body.keys.map((key) => found(tree, key));
  if (entries.some((entry) => entry.parentKey !== body.parentKey)) throw new Refused(notFound);
  for (const [at, entry] of entries.entries()) {
    if (entry.sort !== at * 10) await keep(ctx, { ...entry, sort: at * 10 });
  }
  ctx.note({ objectKind: 'menuEntry', objectId: body.parentKey ?? '/', after: { order: body.keys } });
  return DONE;
}

export async function setMenuVisible(ctx: Ctx, body: BodyOf<typeof visibleEndpoint>) {
  const entry = found(await lockTree(ctx), body.key);
  if (entry.lockedBy === 'self' && !body.isVisible) throw new Refused(menuNeedsItself);
  if (entry.isVisible !== body.isVisible) await keep(ctx, { ...entry, isVisible: body.isVisible });
  ctx.note({
    objectKind: 'menuEntry',
    objectId: entry.key,
    summary: text(entry.zh, entry.en),
    before: { isVisible: entry.isVisible },
    after: { isVisible: body.isVisible },
  });
  return DONE;
}

export async function deleteMenuEntry(ctx: Ctx, body: BodyOf<typeof deleteEndpoint>) {
  const entry = found(await lockTree(ctx), body.key);
  if (entry.lockedBy === 'self') throw new Refused(menuNeedsItself);
  if (entry.isBuiltIn) await keep(ctx, { ...entry, isDeleted: true });
  else await ctx.db.deleteFrom('identity.menu_entry').where('key', '=', entry.key).execute();
  ctx.note({ objectKind: 'menuEntry', objectId: entry.key, summary: text(entry.zh, entry.en), before: shown(entry) });
  return DONE;
}

/** A restored entry returns to its built-in state; without a key all of them do, and only entries added by hand stay. */
export async function restoreMenu(ctx: Ctx, body: BodyOf<typeof restoreEndpoint>) {
  const tree = await lockTree(ctx);
  const changed = tree.filter((entry) => entry.isBuiltIn && entry.isChanged && (!body.key || entry.key === body.key));
  if (body.key && !tree.some((entry) => entry.key === body.key && entry.isBuiltIn)) throw new Refused(notFound);
  const keys = changed.map((entry) => entry.key);
  if (keys.length > 0) await ctx.db.deleteFrom('identity.menu_entry').where('key', 'in', keys).execute();
  ctx.note({ objectKind: 'menuEntry', objectId: body.key ?? '/', after: { restored: keys } });
  return DONE;
}
