import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { TagUse } from '../cards/face.ts';

const NOTICE = text('通知', 'notice');

/** The notices that are still to go to holders of a tag; what was sent has reached them. */
export async function noticesWithTag(ctx: Ctx, tagId: string): Promise<TagUse[]> {
  const rows = await ctx.db
    .selectFrom('notices.notice')
    .select('title_zh')
    .where('state', '=', 'draft')
    .where('audience', '=', 'tags')
    .where(sql<boolean>`${tagId}::bigint = any(tag_ids)`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ kind: NOTICE, name: row.title_zh }));
}
