import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { TagUse } from '../../cards/face.ts';

const STRATEGY = text('写号策略', 'numbering strategy');

/** The strategies whose reach names a tag, whatever their state: one that is off may be turned on again. */
export async function strategiesWithTag(ctx: Ctx, tagId: string): Promise<TagUse[]> {
  const rows = await ctx.db
    .selectFrom('esim.strategy')
    .select('name')
    .where(sql<boolean>`reach -> 'tagIds' ? ${tagId}`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => ({ kind: STRATEGY, name }));
}
