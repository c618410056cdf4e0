import { tagNotFound, tooManyTags } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { tagChips as endpoint } from '@cardinal/contract/api/esim/chips.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Column } from '../../../framework/dataset.ts';
import { type TagUse, tagOptions } from '../../cards/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { lockChips } from './chipStore.ts';

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

export async function tagChips(
  ctx: Ctx,
  { eids, tagIds, mode }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { customerId } = accountOf(ctx);
  const chips = await lockChips(ctx, eids);
  const own = new Map((await tagOptions(ctx)).map(({ id, name }) => [id, name]));
  if (!tagIds.every((id) => own.has(id))) throw new Refused(tagNotFound);
  const { tagsPerCard } = await limitsOf(ctx.db);
  const had = await tagsOfChips(
    ctx,
    chips.map(({ eid }) => eid),
  );
  let changed = 0;
  for (const { eid } of chips) {
    const before = new Set((had.get(eid) ?? []).map(({ id }) => id));
    const after = new Set(
      mode === 'add'
        ? [...before, ...tagIds]
        : mode === 'replace'
          ? tagIds
          : [...before].filter((id) => !tagIds.includes(id)),
    );
    const [added, removed] = [[...after].filter((id) => !before.has(id)), [...before].filter((id) => !after.has(id))];
    if (after.size > tagsPerCard && added.length > 0) throw new Refused(tooManyTags, { most: tagsPerCard });
    if (added.length + removed.length === 0) continue;
    changed += 1;
    if (removed.length > 0)
      await ctx.db.deleteFrom('esim.chip_tag').where('eid', '=', eid).where('tag_id', 'in', removed).execute();
    if (added.length > 0) {
      const rows = added.map((tag_id) => ({ eid, tag_id, customer_id: customerId }));
      await ctx.db.insertInto('esim.chip_tag').values(rows).execute();
    }
  }
  const names = tagIds.map((id) => own.get(id)).join(' ');
  ctx.note({ objectKind: 'esimCard', summary: `${mode} ${names}`, after: { eids: eids.length, tags: names } });
  return { changed };
}

const CHIPS = text('eSIM卡', 'eSIM cards');

/** A tag on chips is in use: deleting it would take it off without a word. */
export async function chipsWithTag(ctx: Ctx, tagId: string): Promise<readonly TagUse[]> {
  const { n } = await ctx.db
    .selectFrom('esim.chip_tag')
    .select((row) => row.fn.countAll<string>().as('n'))
    .where('tag_id', '=', tagId)
    .executeTakeFirstOrThrow();
  return Number(n) === 0 ? [] : [{ kind: CHIPS, name: n }];
}
