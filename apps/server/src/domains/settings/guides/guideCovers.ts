import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  COVER,
  guideNotFound,
  notACover,
  type readCover as readEndpoint,
  type removeCover as removeEndpoint,
  type uploadCover as uploadEndpoint,
} from '@cardinal/contract/api/settings/guides.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { FileAnswer, Upload } from '../../../framework/domain.ts';
import { pictureTypeOf } from '../pictureKinds.ts';

const NAME_BYTES = 16;

async function titleOf(ctx: Ctx, guideId: string): Promise<string> {
  const guide = await ctx.db
    .selectFrom('settings.video_guide')
    .select('title')
    .where('id', '=', guideId)
    .executeTakeFirst();
  if (!guide) throw new Refused(guideNotFound);
  return guide.title;
}

/** Replaces the cover of a guide. */
export async function uploadCover(
  ctx: Ctx,
  { guideId }: BodyOf<typeof uploadEndpoint>,
  upload: Upload,
): Promise<AnswerOf<typeof uploadEndpoint>> {
  const title = await titleOf(ctx, guideId);
  if (upload.bytes > COVER.maxBytes) throw new Refused(notACover);
  const content = await readFile(upload.path);
  const type = pictureTypeOf(upload.fileName, content);
  if (!type) throw new Refused(notACover);
  const cover = Buffer.from(ctx.random.bytes(NAME_BYTES)).toString('hex');
  const row = { cover, type, content, uploaded_by: accountOf(ctx).account, uploaded_at: ctx.clock.now() };
  await ctx.db
    .insertInto('settings.guide_cover')
    .values({ guide_id: guideId, ...row })
    .onConflict((conflict) => conflict.column('guide_id').doUpdateSet(row))
    .execute();
  const after = { cover: upload.sha256, bytes: upload.bytes };
  ctx.note({ objectKind: 'guide', objectId: guideId, summary: title, after });
  return { cover };
}

export async function removeCover(ctx: Ctx, { guideId }: BodyOf<typeof removeEndpoint>): Promise<typeof DONE> {
  const title = await titleOf(ctx, guideId);
  await ctx.db.deleteFrom('settings.guide_cover').where('guide_id', '=', guideId).execute();
  ctx.note({ objectKind: 'guide', objectId: guideId, summary: title, after: { cover: null } });
  return DONE;
}

export async function readCover(ctx: Ctx, { cover }: QueryOf<typeof readEndpoint>): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom('settings.guide_cover')
    .select(['type', 'content'])
    .where('cover', '=', cover)
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  const { content, type } = row;
  return {
    stream: (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
    fileName: `cover.${type.slice('image/'.length)}`,
    type,
    bytes: content.length,
  };
}
