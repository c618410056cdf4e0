import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { TagMove, TagUse } from '../../cards/face.ts';

const STRATEGY = text('写号策略', 'numbering strategy');

/** The strategies whose scope names a tag, in any state: a disabled one may be enabled again. */
export async function strategiesWithTag(ctx: Ctx, tagIds: readonly string[]): Promise<TagUse[]> {
  const rows = await ctx.db
    .selectFrom('esim_operations.strategy')
    .select(['name', 'reach'])
    .where(sql<boolean>`reach -> 'tagIds' ?| ${tagIds}::text[]`)
    .orderBy('name')
    .execute();
  return rows.flatMap(({ name, reach }) =>
    reach.tagIds.filter((each) => tagIds.includes(each)).map((tagId) => ({ tagId, kind: STRATEGY, name })),
  );
}

/** A merge of tags must not change which chips a strategy reaches. */
export const moveStrategies: TagMove = async (ctx, fromId, intoId) => {
  const rows = await ctx.db
    .selectFrom('esim_operations.strategy')
    .select(['id', 'reach'])
    .where(sql<boolean>`reach -> 'tagIds' ? ${fromId}`)
    .forUpdate()
    .execute();
  for (const { id, reach } of rows) {
    const tagIds = [...new Set(reach.tagIds.map((each) => (each === fromId ? intoId : each)))];
    await ctx.db
      .updateTable('esim_operations.strategy')
      .set({ reach: JSON.stringify({ ...reach, tagIds }), version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
  }
  return { kind: STRATEGY, n: rows.length };
};
