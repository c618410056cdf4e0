import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { TagUse } from '../cards/face.ts';

const NOTICE = text('通知', 'notice');

/** Unsent notices for holders of one of these tags; sent ones have reached them. */
export async function noticesWithTag(ctx: Ctx, tagIds: readonly string[]): Promise<TagUse[]> {
  const rows = await ctx.db
    .selectFrom('notices.notice')
    .select(['title_zh', 'tag_ids'])
    .where('state', '=', 'draft')
    .where('audience', '=', 'tags')
    .where(sql<boolean>`tag_ids && ${tagIds}::bigint[]`)
    .orderBy('id')
    .execute();
  return rows.flatMap((row) =>
    (row.tag_ids ?? [])
      .map(String)
      .filter((each) => tagIds.includes(each))
      .map((tagId) => ({ tagId, kind: NOTICE, name: row.title_zh })),
  );
}
