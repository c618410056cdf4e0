import type {
  readBell as bellEndpoint,
  confirmNotice as confirmEndpoint,
  muteKind as muteEndpoint,
  viewAllNotices as viewAllEndpoint,
  viewNotice as viewEndpoint,
} from '@cardinal/contract/api/notices/inbox.ts';
import { kindNotMutable, listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { NoticeKind, WRITTEN_KINDS } from '@cardinal/contract/api/notices/notices.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { notifyInboxes } from './delivery.ts';
import { inLanguage } from './noticeList.ts';
import type { ReceiptTable } from './noticeTables.ts';

const AT_THE_BELL = 10;
/** More than these at once would block somebody's work for too long. */
const MOST_TO_CONFIRM = 5;

const isOver = (receipt: ReceiptTable, now: Date): boolean => receipt.valid_to !== null && receipt.valid_to <= now;

const present = (receipt: ReceiptTable, ctx: Ctx) => ({
  id: receipt.id,
  kind: receipt.kind,
  title: inLanguage(ctx, receipt.title_zh, receipt.title_en),
  summary: receipt.summary_zh && inLanguage(ctx, receipt.summary_zh, receipt.summary_en),
  from: receipt.from_name,
  link: receipt.link,
  isRead: receipt.read_at !== null,
  isMustRead: receipt.is_must_read,
  isExpired: isOver(receipt, ctx.clock.now()),
  revision: receipt.revision,
  createdAt: receipt.created_at.toISOString(),
});

/** The account's copies that were not recalled. */
const inbox = (ctx: Ctx) => ctx.db.selectFrom('notices.receipt as r').where('r.recalled_at', 'is', null);

export async function mutedKinds(ctx: Ctx): Promise<NoticeKind[]> {
  const rows = await ctx.db.selectFrom('notices.mute').select('kind').orderBy('kind').execute();
  return rows.map((row) => row.kind);
}

/** What the bell counts and shows: all but muted kinds, and every must-read notice. */
const heard = (ctx: Ctx, muted: readonly NoticeKind[]) =>
  muted.length === 0
    ? inbox(ctx)
    : inbox(ctx).where((on) => on.or([on('r.kind', 'not in', [...muted]), on('r.is_must_read', '=', true)]));

async function countUnread(ctx: Ctx, muted: readonly NoticeKind[]): Promise<number> {
  const { unread } = await heard(ctx, muted)
    .where('r.read_at', 'is', null)
    .select((on) => on.fn.countAll<string>().as('unread'))
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/** The texts behind copies. A copy belongs to its reader; the notice to its writer. */
async function bodiesOf(
  ctx: Ctx,
  receipts: readonly ReceiptTable[],
): Promise<(receipt: ReceiptTable) => string | null> {
  const ids = receipts.flatMap(({ notice_id }) => (notice_id === null ? [] : [notice_id]));
  if (ids.length === 0) return () => null;
  const rows = await ctx
    .beyondScope('the text of a notice whose copy lies in the reader’s own inbox')
    .selectFrom('notices.notice')
    .select(['id', 'body_zh', 'body_en'])
    .where('id', 'in', ids)
    .execute();
  const bodies = new Map(rows.map((row) => [row.id, inLanguage(ctx, row.body_zh, row.body_en)]));
  return (receipt) => (receipt.notice_id === null ? null : (bodies.get(receipt.notice_id) ?? null));
}

export async function readBell(ctx: Ctx): Promise<AnswerOf<typeof bellEndpoint>> {
  const muted = await mutedKinds(ctx);
  const latest = await heard(ctx, muted)
    .selectAll('r')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(AT_THE_BELL)
    .execute();
  const toConfirm = await inbox(ctx)
    .selectAll('r')
    .where('r.is_must_read', '=', true)
    .where('r.confirmed_at', 'is', null)
    .where((on) => on.or([on('r.valid_to', 'is', null), on('r.valid_to', '>', ctx.clock.now())]))
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(MOST_TO_CONFIRM)
    .execute();
  const bodyOf = await bodiesOf(ctx, toConfirm);
  return {
    unread: await countUnread(ctx, muted),
    latest: latest.map((receipt) => present(receipt, ctx)),
    toConfirm: toConfirm.map((receipt) => ({ ...present(receipt, ctx), body: bodyOf(receipt) ?? '' })),
  };
}

export const inboxDataset = dataset(listInbox, {
  from: (ctx) => inbox(ctx),
  table: 'r',
  columns: {
    title: sql`(r.title_zh || ' ' || coalesce(r.title_en, ''))`,
    isRead: sql`(r.read_at is not null)`,
  },
  select: (query) => query.selectAll('r'),
  present: async (rows, ctx) => rows.map((row) => present(row, ctx)),
  figures: async (ctx) => {
    const rows = await inbox(ctx)
      .select((on) => [
        'r.kind',
        on.fn.countAll<string>().as('all'),
        on.fn.countAll<string>().filterWhere('r.read_at', 'is', null).as('unread'),
      ])
      .groupBy('r.kind')
      .execute();
    const of = (kinds: readonly NoticeKind[], what: 'all' | 'unread' = 'all') =>
      rows.reduce((sum, row) => sum + (kinds.includes(row.kind) ? Number(row[what]) : 0), 0);
    const every = NoticeKind.options.map((option) => option.value);
    return {
      all: of(every),
      unread: of(every, 'unread'),
      written: of(WRITTEN_KINDS),
      task: of(['task']),
      warning: of(['warning']),
      money: of(['money']),
      muted: await mutedKinds(ctx),
    };
  },
});

/** Marks copies as read, and updates the account's other tabs if anything changed. */
async function markRead(ctx: Ctx, ids: readonly string[] | 'all'): Promise<number> {
  const { accountId, customerId } = accountOf(ctx);
  let unread = ctx.db
    .updateTable('notices.receipt')
    .set({ read_at: ctx.clock.now() })
    .where('read_at', 'is', null)
    .where('recalled_at', 'is', null);
  if (ids !== 'all') unread = unread.where('id', 'in', [...ids]);
  const { numUpdatedRows } = await unread.executeTakeFirst();
  const read = Number(numUpdatedRows);
  if (read > 0) await notifyInboxes(ctx, [{ account_id: accountId, customer_id: customerId }]);
  return read;
}

async function ownReceipt(ctx: Ctx, id: string): Promise<ReceiptTable> {
  const receipt = await inbox(ctx).selectAll('r').where('r.id', '=', id).executeTakeFirst();
  if (!receipt) throw new Refused(notFound);
  return receipt;
}

export async function viewNotice(
  ctx: Ctx,
  { id }: BodyOf<typeof viewEndpoint>,
): Promise<AnswerOf<typeof viewEndpoint>> {
  const receipt = await ownReceipt(ctx, id);
  await markRead(ctx, [id]);
  return { ...present(receipt, ctx), isRead: true, body: (await bodiesOf(ctx, [receipt]))(receipt) };
}

export const viewAllNotices = async (ctx: Ctx): Promise<AnswerOf<typeof viewAllEndpoint>> => ({
  read: await markRead(ctx, 'all'),
});

export async function confirmNotice(ctx: Ctx, { id }: BodyOf<typeof confirmEndpoint>): Promise<typeof DONE> {
  const receipt = await ownReceipt(ctx, id);
  await ctx.db
    .updateTable('notices.receipt')
    .set({ confirmed_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
  await markRead(ctx, [id]);
  ctx.note({
    objectKind: 'notice',
    objectId: receipt.notice_id ?? id,
    summary: text(receipt.title_zh, receipt.title_en ?? ''),
  });
  return DONE;
}

export async function muteKind(ctx: Ctx, { kind, isMuted }: BodyOf<typeof muteEndpoint>): Promise<typeof DONE> {
  const { accountId, customerId } = accountOf(ctx);
  if (kind === 'money') throw new Refused(kindNotMutable);
  if (isMuted) {
    await ctx.db
      .insertInto('notices.mute')
      .values({ account_id: accountId, kind, muted_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doNothing())
      .execute();
  } else await ctx.db.deleteFrom('notices.mute').where('kind', '=', kind).execute();
  await notifyInboxes(ctx, [{ account_id: accountId, customer_id: customerId }]);
  ctx.note({ objectKind: 'noticeKind', objectId: kind, summary: kind, after: { isMuted } });
  return DONE;
}
