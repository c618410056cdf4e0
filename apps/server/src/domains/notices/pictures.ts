import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  notAPicture,
  type readPicture as readEndpoint,
  type uploadPicture as uploadEndpoint,
} from '@cardinal/contract/api/notices/notices.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { imageContentRule, imageKindOf } from '@cardinal/primitives/image.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import type { FileAnswer, Upload } from '../../framework/domain.ts';

const MOST_BYTES = 10 * 1_024 * 1_024;
/** No SVG: it can contain scripts. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

export async function uploadPicture(ctx: Ctx, upload: Upload | undefined): Promise<AnswerOf<typeof uploadEndpoint>> {
  if (!upload || upload.bytes > MOST_BYTES) throw new Refused(notAPicture);
  const content = await readFile(upload.path);
  const type = TYPES[imageKindOf(content) ?? ''];
  if (!type || imageContentRule({ name: upload.fileName, bytes: content })) throw new Refused(notAPicture);
  const { accountId, customerId } = accountOf(ctx);
  const id = ctx.ids.next();
  await ctx.db
    .insertInto('notices.picture')
    .values({ id, customer_id: customerId, account_id: accountId, type, content, created_at: ctx.clock.now() })
    .execute();
  ctx.note({ objectKind: 'noticePicture', objectId: id, after: { bytes: upload.bytes, type } });
  return { id };
}

export async function readPicture(ctx: Ctx, { id }: QueryOf<typeof readEndpoint>): Promise<FileAnswer> {
  const own = await ctx.db.selectFrom('notices.picture').selectAll().where('id', '=', id).executeTakeFirst();
  const picture = own ?? (await received(ctx, id));
  if (!picture) throw new Refused(notFound);
  const { content, type } = picture;
  return {
    stream: (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
    fileName: `${id}.${type.slice('image/'.length)}`,
    type,
    bytes: content.length,
  };
}

/** A picture of another customer, shown in a notice in the reader's inbox. */
async function received(ctx: Ctx, id: string) {
  const copies = await ctx.db
    .selectFrom('notices.receipt')
    .select('notice_id')
    .where('notice_id', 'is not', null)
    .where('recalled_at', 'is', null)
    .execute();
  const ids = copies.flatMap(({ notice_id }) => (notice_id === null ? [] : [notice_id]));
  if (ids.length === 0) return undefined;
  const mention = `%](image:${id})%`;
  return ctx
    .beyondScope('a picture in a notice whose copy lies in the reader’s own inbox')
    .selectFrom('notices.picture as p')
    .innerJoin('notices.notice as n', 'n.customer_id', 'p.customer_id')
    .selectAll('p')
    .where('p.id', '=', id)
    .where('n.id', 'in', ids)
    .where((on) => on.or([on('n.body_zh', 'like', mention), on('n.body_en', 'like', mention)]))
    .limit(1)
    .executeTakeFirst();
}
