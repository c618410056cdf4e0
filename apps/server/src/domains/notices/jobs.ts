import { noReceivers } from '@cardinal/contract/api/notices/notices.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { firstIdOf } from '@cardinal/primitives/ids.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import { actDue, type DueRows } from '../../framework/dueRows.ts';
import { actorOf } from '../identity/face.ts';
import { receiversOf } from './audience.ts';
import { copyOf, deliver } from './delivery.ts';
import type { NoticeTable } from './noticeTables.ts';
import { sendNow, setNotice } from './sendNotice.ts';

const AT_ONCE = 100;

/** The same transaction in the author's scope; undefined if the author may no longer act. */
async function asAuthor(ctx: Ctx, notice: NoticeTable): Promise<Ctx | undefined> {
  const who = await actorOf(ctx, notice.account_id);
  return who && ctx.actAs(who);
}

/** Notices to be sent at their moment. One that can no longer be sent, or has expired, becomes a draft again. */
const SCHEDULED: DueRows = {
  table: 'notices.notice',
  key: 'id',
  due: 'valid_from',
  waiting: sql`is_scheduled`,
  atOnce: 1,
  act: async (ctx, rows) => {
    for (const { key } of rows) await sendOne(ctx, key);
  },
};

async function sendOne(ctx: Ctx, id: string): Promise<void> {
  const notice = await ctx.db.selectFrom('notices.notice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const isOver = notice.valid_to !== null && notice.valid_to <= ctx.clock.now();
  const author = isOver ? undefined : await asAuthor(ctx, notice);
  if (!author) return setNotice(ctx, notice, { is_scheduled: false });
  try {
    await sendNow(author, notice);
  } catch (error) {
    // All its receivers are gone.
    if (!(error instanceof Refused && error.refusal === noReceivers)) throw error;
    await setNotice(ctx, notice, { is_scheduled: false });
  }
}

/** Accounts created since an announcement get it too, as long as it is valid. */
async function reachNewcomers(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const valid = await ctx.db
    .selectFrom('notices.notice')
    .select('id')
    .where('state', '=', 'sent')
    .where('kind', '=', 'announcement')
    .where((on) => on.or([on('valid_to', 'is', null), on('valid_to', '>', now)]))
    .orderBy('sent_at', 'desc')
    .limit(AT_ONCE)
    .execute();
  for (const { id } of valid) await ctx.transact((inside) => reachSince(inside, id));
}

/** Locked meanwhile, so that a recall or a new version reaches every copy. */
async function reachSince(ctx: Ctx, id: string): Promise<void> {
  const notice = await ctx.db
    .selectFrom('notices.notice')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const author = notice?.sent_at && (await asAuthor(ctx, notice));
  if (!author) return;
  const newcomers = await receiversOf(author, notice, { madeSince: firstIdOf(notice.sent_at as Date) });
  if (newcomers.length > 0) await deliver(ctx, copyOf(notice), newcomers);
}

export const everyMinute = job({
  name: 'notices.everyMinute',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _, signal) => {
    await reachNewcomers(ctx);
    await actDue(ctx, SCHEDULED, signal);
  },
});
