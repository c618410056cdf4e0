import { alreadyOver, noReceivers, type sendNotice as sendEndpoint } from '@cardinal/contract/api/notices/notices.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import { refusedAt } from '../../framework/duplicates.ts';
import { receiversOf } from './audience.ts';
import { changeCopies, copyOf, deliver } from './delivery.ts';
import { lockNotice, requireState } from './noticeStore.ts';
import type { NoticeTable } from './noticeTables.ts';

const noteOf = (notice: NoticeTable) => ({
  objectKind: 'notice',
  objectId: notice.id,
  summary: text(notice.title_zh, notice.title_en ?? ''),
});

export async function sendNotice(ctx: Ctx, body: BodyOf<typeof sendEndpoint>): Promise<AnswerOf<typeof sendEndpoint>> {
  const notice = await lockNotice(ctx, body.id);
  if (notice.version !== body.version) throw new Refused(changedByAnother);
  requireState(notice, ['draft']);
  const now = ctx.clock.now();
  if (notice.valid_to && notice.valid_to <= now) throw refusedAt('validTo', alreadyOver);
  const isScheduled = notice.valid_from !== null && notice.valid_from > now;
  if (!isScheduled) {
    const receivers = await sendNow(ctx, notice);
    ctx.note({ ...noteOf(notice), after: { receivers } });
    return { isScheduled, receivers };
  }
  const { length } = await receiversOf(ctx, notice);
  if (length === 0) throw new Refused(noReceivers);
  await setNotice(ctx, notice, { is_scheduled: true });
  ctx.note({ ...noteOf(notice), after: { at: notice.valid_from?.toISOString() } });
  return { isScheduled, receivers: length };
}

/** Delivers it to the receivers the writer sees now; returns how many. */
export async function sendNow(ctx: Ctx, notice: NoticeTable): Promise<number> {
  const receivers = await receiversOf(ctx, notice);
  if (receivers.length === 0) throw new Refused(noReceivers);
  await setNotice(ctx, notice, { state: 'sent', is_scheduled: false, sent_at: ctx.clock.now() });
  return deliver(ctx, copyOf(notice), receivers);
}

export async function unscheduleNotice(ctx: Ctx, id: string): Promise<typeof DONE> {
  const notice = await lockNotice(ctx, id);
  requireState(notice, ['draft']);
  await setNotice(ctx, notice, { is_scheduled: false });
  ctx.note({ ...noteOf(notice), before: { isScheduled: notice.is_scheduled }, after: { isScheduled: false } });
  return DONE;
}

export async function recallNotice(ctx: Ctx, id: string): Promise<typeof DONE> {
  const notice = await lockNotice(ctx, id);
  requireState(notice, ['sent']);
  await setNotice(ctx, notice, { state: 'recalled' });
  await changeCopies(ctx, id, { recalled_at: ctx.clock.now() });
  ctx.note({ ...noteOf(notice), before: { state: 'sent' }, after: { state: 'recalled' } });
  return DONE;
}

export async function deleteNotice(ctx: Ctx, id: string): Promise<typeof DONE> {
  const notice = await lockNotice(ctx, id);
  requireState(notice, ['draft', 'recalled']);
  await setNotice(ctx, notice, { state: 'deleted', is_scheduled: false });
  ctx.note({ ...noteOf(notice), before: { state: notice.state }, after: { state: 'deleted' } });
  return DONE;
}

export async function setNotice(ctx: Ctx, notice: NoticeTable, change: Partial<NoticeTable>): Promise<void> {
  await ctx.db
    .updateTable('notices.notice')
    .set({ ...change, version: notice.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', notice.id)
    .execute();
}
