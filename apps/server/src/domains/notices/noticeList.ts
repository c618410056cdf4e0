import type { readNotice as readEndpoint } from '@cardinal/contract/api/notices/notices.ts';
import { listNotices } from '@cardinal/contract/api/notices/notices.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { tagOptions } from '../cards/face.ts';
import { customerNames } from '../customers/face.ts';
import { talliesOf } from './noticeStore.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const noticeDataset = dataset(listNotices, {
  from: (ctx, asked) => {
    const notices = ctx.db.selectFrom('notices.notice as n');
    const shown = asked['state'] === undefined ? notices.where('n.state', '<>', 'deleted') : notices;
    return shown;
  },
  table: 'n',
  columns: {
    title: sql`(n.title_zh || ' ' || coalesce(n.title_en, ''))`,
    author: sql`n.account_name`,
  },
  select: (query) => query.selectAll('n'),
  present: async (rows, ctx) => {
    const tallyOf = await talliesOf(
      ctx,
      rows.map((notice) => notice.id),
    );
    return rows.map((notice) => {
      const { receivers, reads } = tallyOf(notice.id);
      return {
        title: inLanguage(ctx, notice.title_zh, notice.title_en),
        receivers,
        reads,
        readPercent: receivers === 0 ? null : Math.floor((reads * 100) / receivers),
        author: notice.account_name,
      };
    });
  },
});

const NO_NAMES: ReadonlyMap<string, string> = new Map();
const tagNames = async (ctx: Ctx): Promise<ReadonlyMap<string, string>> =>
  new Map((await tagOptions(ctx)).map(({ id, name }) => [id, name]));

/** The English text if wanted and available. */
export const inLanguage = (ctx: Pick<Ctx, 'language'>, zh: string, en: string | null): string =>
  ctx.language === 'en' && en ? en : zh;

export async function readNotice(
  ctx: Ctx,
  { id }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const notice = await ctx.db.selectFrom('notices.notice').selectAll().where('id', '=', id).executeTakeFirst();
  if (!notice) throw new Refused(notFound);
  const names = await customerNames(ctx.db, notice.customer_ids);
  const tags = notice.tag_ids.length === 0 ? NO_NAMES : await tagNames(ctx);
  const earlier = await ctx.db
    .selectFrom('notices.notice_version')
    .selectAll()
    .where('notice_id', '=', id)
    .orderBy('revision', 'desc')
    .execute();
  return {
    id,
    state: notice.state,
    isScheduled: notice.is_scheduled,
    version: notice.version,
    revision: notice.revision,
    kind: notice.kind,
    titleZh: notice.title_zh,
    titleEn: notice.title_en,
    bodyZh: notice.body_zh,
    bodyEn: notice.body_en,
    audience: notice.audience,
    customerKinds: notice.customer_kinds,
    customers: notice.customer_ids.map((customerId) => ({ id: customerId, name: names.get(customerId) ?? customerId })),
    roleNames: notice.role_names,
    tags: notice.tag_ids.map((tagId) => ({ id: tagId, name: tags.get(tagId) ?? tagId })),
    isMustRead: notice.is_must_read,
    validFrom: iso(notice.valid_from),
    validTo: iso(notice.valid_to),
    sentAt: iso(notice.sent_at),
    ...(await talliesOf(ctx, [id]))(id),
    earlier: earlier.map((version) => ({
      revision: version.revision,
      titleZh: version.title_zh,
      bodyZh: version.body_zh,
      at: version.at.toISOString(),
    })),
  };
}
