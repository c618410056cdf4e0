import {
  type addNotice as addEndpoint,
  audienceFixed,
  type editNotice as editEndpoint,
} from '@cardinal/contract/api/notices/notices.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { imagesIn } from '@cardinal/contract/noticeText.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { refusedAt } from '../../framework/duplicates.ts';
import { tagOptions } from '../cards/face.ts';
import { customerOf } from '../customers/face.ts';
import { audienceColumns } from './audience.ts';
import { changeCopies } from './delivery.ts';
import { lockNotice, requireState } from './noticeStore.ts';
import type { NoticeTable } from './noticeTables.ts';

type Fields = BodyOf<typeof addEndpoint>;

const dateOf = (at: string | null | undefined): Date | null => (at ? new Date(at) : null);

const columnsOf = (body: Fields) => ({
  kind: body.kind,
  title_zh: body.titleZh,
  title_en: body.titleEn || null,
  body_zh: body.bodyZh,
  body_en: body.bodyEn || null,
  is_must_read: body.isMustRead,
  valid_from: dateOf(body.validFrom),
  valid_to: dateOf(body.validTo),
  ...audienceColumns(body),
});

/** A text may only use pictures of its own customer. */
async function requirePictures(ctx: Ctx, body: Fields): Promise<void> {
  for (const field of ['bodyZh', 'bodyEn'] as const) {
    const wanted = imagesIn(body[field] ?? '');
    if (wanted.length === 0) continue;
    const found = await ctx.db.selectFrom('notices.picture').select('id').where('id', 'in', wanted).execute();
    if (found.length < wanted.length) throw refusedAt(field, notFound);
  }
}

/** Customers and tags outside the scope would reach nobody when the notice is sent, so they are refused now. */
async function requireAudience(ctx: Ctx, body: Fields): Promise<void> {
  const { customer_ids, tag_ids } = audienceColumns(body);
  for (const id of customer_ids) if (!(await customerOf(ctx.db, id))) throw refusedAt('customerIds', notFound);
  if (tag_ids.length === 0) return;
  const tags = new Set((await tagOptions(ctx)).map(({ id }) => id));
  if (!tag_ids.every((id) => tags.has(id))) throw refusedAt('tagIds', notFound);
}

export async function addNotice(ctx: Ctx, body: Fields): Promise<AnswerOf<typeof addEndpoint>> {
  const { accountId, account, customerId } = accountOf(ctx);
  await requirePictures(ctx, body);
  await requireAudience(ctx, body);
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('notices.notice')
    .values({
      ...columnsOf(body),
      id,
      customer_id: customerId,
      account_id: accountId,
      account_name: account,
      state: 'draft',
      is_scheduled: false,
      revision: 1,
      version: 1,
      from_name: (await customerOf(ctx.db, customerId))?.name ?? account,
      sent_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  ctx.note({
    objectKind: 'notice',
    objectId: id,
    summary: text(body.titleZh, body.titleEn ?? ''),
    after: noted(columnsOf(body)),
  });
  return { id };
}

const AUDIENCE = ['kind', 'audience', 'customer_kinds', 'customer_ids', 'role_names', 'tag_ids'] as const;

export async function editNotice(ctx: Ctx, body: BodyOf<typeof editEndpoint>): Promise<typeof DONE> {
  const notice = await lockNotice(ctx, body.id);
  if (notice.version !== body.version) throw new Refused(changedByAnother);
  requireState(notice, ['draft', 'sent']);
  const after = columnsOf(body);
  const isSent = notice.state === 'sent';
  if (isSent && AUDIENCE.some((name) => JSON.stringify(after[name]) !== JSON.stringify(notice[name]))) {
    throw refusedAt('audience', audienceFixed);
  }
  await requirePictures(ctx, body);
  if (!isSent) await requireAudience(ctx, body);
  const now = ctx.clock.now();
  const revision = notice.revision + (isSent ? 1 : 0);
  await ctx.db
    .updateTable('notices.notice')
    .set({
      ...after,
      // A removed or changed time has to be scheduled again.
      is_scheduled: notice.is_scheduled && after.valid_from?.getTime() === notice.valid_from?.getTime(),
      revision,
      version: notice.version + 1,
      updated_at: now,
    })
    .where('id', '=', notice.id)
    .execute();
  if (isSent) await newVersion(ctx, notice, { ...notice, ...after, revision });
  ctx.note({
    objectKind: 'notice',
    objectId: notice.id,
    summary: text(body.titleZh, body.titleEn ?? ''),
    before: noted(notice),
    after: noted({ ...notice, ...after }),
  });
  return DONE;
}

/** Keeps the versions sent so far; the new text is unread for everyone. */
async function newVersion(ctx: Ctx, before: NoticeTable, after: NoticeTable): Promise<void> {
  const { title_zh, title_en, body_zh, body_en, revision, customer_id } = before;
  await ctx.db
    .insertInto('notices.notice_version')
    .values({
      notice_id: before.id,
      revision,
      customer_id,
      title_zh,
      title_en,
      body_zh,
      body_en,
      at: before.updated_at,
    })
    .execute();
  await changeCopies(ctx, before.id, {
    title_zh: after.title_zh,
    title_en: after.title_en,
    is_must_read: after.is_must_read,
    valid_to: after.valid_to,
    revision: after.revision,
    read_at: null,
    confirmed_at: null,
  });
}

const noted = ({
  title_zh,
  kind,
  audience,
  is_must_read,
  body_zh,
}: Pick<NoticeTable, 'title_zh' | 'kind' | 'audience' | 'is_must_read' | 'body_zh'>) => ({
  title: title_zh,
  kind,
  audience,
  isMustRead: is_must_read,
  text: body_zh,
});
