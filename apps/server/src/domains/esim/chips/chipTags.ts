import { text } from '@cardinal/primitives/text.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Column } from '../../../framework/dataset.ts';
import { type TagMove, type TagUse, tagOptions } from '../../cards/face.ts';

type Label = { readonly id: string; readonly name: string; readonly color: string };

/** The caller's own tags on chips, by their names. */
export async function tagsOfChips(ctx: Ctx, eids: readonly string[]): Promise<ReadonlyMap<string, Label[]>> {
  const found = new Map<string, Label[]>();
  if (eids.length === 0) return found;
  const rows = await ctx.db
    .selectFrom('esim.chip_tag')
    .select(['eid', 'tag_id'])
    .where('eid', 'in', [...eids])
    .execute();
  if (rows.length === 0) return found;
  for (const { id, name, color } of await tagOptions(ctx)) {
    for (const { eid } of rows.filter(({ tag_id: tagId }) => tagId === id)) {
      found.set(eid, [...(found.get(eid) ?? []), { id, name, color }]);
    }
  }
  return found;
}

/** Only the asker's own tags count. */
export const chipTagColumn: Column = {
  sql: sql`h.id`,
  where: (operator, value, ctx) => {
    const own = ctx.scope.everything ? sql`` : sql`and t.customer_id = ${ctx.scope.ownCustomerId}::bigint`;
    const under = sql`exists (select 1 from esim.chip_tag t where t.eid = h.eid ${own} and t.tag_id = any(${value as string[]}::bigint[]))`;
    return operator === 'none' ? sql<SqlBool>`not ${under}` : sql<SqlBool>`${under}`;
  },
};

const CHIPS = text('eSIM卡', 'eSIM cards');

/** Tags on chips are in use: deleting one would silently remove it. */
export async function chipsWithTag(ctx: Ctx, tagIds: readonly string[]): Promise<readonly TagUse[]> {
  const rows = await ctx.db
    .selectFrom('esim.chip_tag')
    .select(['tag_id as tagId', (row) => row.fn.countAll<string>().as('name')])
    .where('tag_id', 'in', [...tagIds])
    .groupBy('tag_id')
    .execute();
  return rows.map((row) => ({ ...row, kind: CHIPS }));
}

/** A merge of tags includes chips: each gets the other tag once. */
export const moveChipTags: TagMove = async (ctx, fromId, intoId) => {
  const moved = await sql`
    with gone as (delete from esim.chip_tag where tag_id = ${fromId}::bigint returning eid, customer_id)
    insert into esim.chip_tag (eid, tag_id, customer_id) select eid, ${intoId}::bigint, customer_id from gone
    on conflict do nothing returning eid`.execute(
    ctx.beyondScope('a tag of the caller’s own, which was locked; chips have it under his own customer'),
  );
  return { kind: CHIPS, n: moved.rows.length };
};

type TagChange = { readonly eid: string; readonly added: readonly string[]; readonly removed: readonly string[] };

/** Puts tags of a customer on chips and takes others off. */
export async function writeTags(ctx: Ctx, customerId: string, changes: readonly TagChange[]): Promise<void> {
  const pairs = (pick: (change: TagChange) => readonly string[]) =>
    changes.flatMap((change) => pick(change).map((tagId) => [change.eid, tagId] as const));
  const [added, removed] = [pairs((change) => change.added), pairs((change) => change.removed)];
  if (removed.length > 0) {
    await sql`
      delete from esim.chip_tag t using unnest(
        ${removed.map(([eid]) => eid)}::text[], ${removed.map(([, tag]) => tag)}::bigint[]) as g (eid, tag_id)
      where t.eid = g.eid and t.tag_id = g.tag_id and t.customer_id = ${customerId}::bigint`.execute(
      ctx.beyondScope('the tags of the caller’s own customer, named in the predicate'),
    );
  }
  if (added.length === 0) return;
  await sql`
    insert into esim.chip_tag (eid, tag_id, customer_id)
    select eid, tag_id, ${customerId}::bigint
    from unnest(${added.map(([eid]) => eid)}::text[], ${added.map(([, tag]) => tag)}::bigint[]) as g (eid, tag_id)
    on conflict do nothing`.execute(ctx.db);
}
