import {
  beyondOwnMenu,
  type saveMenuSet as endpoint,
  homeNotInSet,
  menuSetInUse,
  menuSetNameExists,
  menuSetWithoutPage,
} from '@cardinal/contract/api/identity/menuSets.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import type { MenuSetTable } from '../identityTables.ts';
import { bumpRightsVersion } from '../rights/rightsStore.ts';
import { customersWith, setOf } from '../rights/setStore.ts';
import { ownTree } from './setTree.ts';

/** A menu set of the caller's scope, locked until the change is done. */
export async function heldSet(ctx: Ctx, id: string): Promise<MenuSetTable> {
  const row = await ctx.db
    .selectFrom('identity.menu_set')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  return row;
}

/** Creates or changes a menu set; the effect applies from the next request of everyone it reaches. */
export async function saveMenuSet(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const before = body.id === undefined ? undefined : await heldSet(ctx, body.id);
  if (before && before.version !== body.version) throw new Refused(changedByAnother);
  await checkEntries(ctx, body, before);
  const now = ctx.clock.now();
  const id = before?.id ?? ctx.ids.next();
  const version = (before?.version ?? 0) + 1;
  const ownerId = before?.customer_id ?? accountOf(ctx).customerId;
  if (body.isDefault) await stepDown(ctx, ownerId, body);
  const row = {
    name: body.name,
    kind: body.kind,
    edition: body.edition,
    is_default: body.isDefault,
    entries: JSON.stringify(body.entries) as unknown as MenuSetTable['entries'],
    home: body.home ?? null,
    updated_at: now,
    version,
  };
  await refuseDuplicate<unknown>(
    'menu_set_name',
    refusedAt('name', menuSetNameExists),
    before
      ? ctx.db.updateTable('identity.menu_set').set(row).where('id', '=', id).execute()
      : ctx.db
          .insertInto('identity.menu_set')
          .values({ id, customer_id: ownerId, created_at: now, ...row })
          .execute(),
  );
  await bumpRightsVersion(ctx.db);
  ctx.note({
    customerId: ownerId,
    objectKind: 'menuSet',
    objectId: id,
    summary: body.name,
    ...(before
      ? { before: { name: before.name, isDefault: before.is_default, home: before.home, entries: before.entries } }
      : {}),
    after: { name: body.name, isDefault: body.isDefault, home: body.home ?? null, entries: body.entries },
  });
  return { id, version };
}

/** Existing entries may stay in the set even if the editor no longer has them; they have no effect then. */
async function checkEntries(
  ctx: Ctx,
  { entries, home }: Pick<BodyOf<typeof endpoint>, 'entries' | 'home'>,
  before: MenuSetTable | undefined,
): Promise<void> {
  const own = new Map((await ownTree(ctx)).map((entry) => [entry.key, entry]));
  const kept = new Set(before?.entries.map(({ key }) => key));
  if (entries.some(({ key }) => !own.has(key) && !kept.has(key))) throw refusedAt('entries', beyondOwnMenu);
  const pages = entries.filter(({ key }) => own.get(key)?.kind === 'page' && own.get(key)?.lockedBy !== 'self');
  if (pages.length === 0) throw refusedAt('entries', menuSetWithoutPage);
  if (home && (home.includes(':') || !pages.some(({ key }) => key === home))) throw refusedAt('home', homeNotInSet);
}

/** One default per kind and edition: the earlier one ceases to be default. */
const stepDown = (ctx: Ctx, ownerId: string, { kind, edition }: BodyOf<typeof endpoint>) =>
  ctx.db
    .updateTable('identity.menu_set')
    .set({ is_default: false })
    .where('customer_id', '=', ownerId)
    .where('kind', kind === null ? 'is' : '=', kind)
    .where('edition', edition === null ? 'is' : '=', edition)
    .execute();

/** Only while it applies to nobody, assigned or as default: a deletion changes nobody's menu. */
export async function deleteMenuSet(ctx: Ctx, id: string) {
  const set = await heldSet(ctx, id);
  const users = await customersWith(ctx.beyondScope('whoever has the set; only their number comes out'), setOf(set));
  if (users.length > 0) throw new Refused(menuSetInUse, { n: users.length });
  await ctx.db.deleteFrom('identity.menu_set').where('id', '=', id).execute();
  await bumpRightsVersion(ctx.db);
  ctx.note({
    customerId: set.customer_id,
    objectKind: 'menuSet',
    objectId: id,
    summary: set.name,
    before: { name: set.name, entries: set.entries },
  });
  return DONE;
}
