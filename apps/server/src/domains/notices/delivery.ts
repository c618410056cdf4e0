import { NOTICE_CHANGED } from '@cardinal/contract/api/notices/inbox.ts';
import type { Ctx } from '../../framework/context.ts';
import type { Receiver } from './audience.ts';
import type { NoticeTable, ReceiptTable } from './noticeTables.ts';

const ROWS_AT_ONCE = 500;
/** Each open console gets a message of its own; above this many receivers, consoles learn of it with their next request. */
const MOST_TOLD = 1_000;

export type Copy = Pick<ReceiptTable, 'source' | 'notice_id' | 'kind' | 'title_zh' | 'title_en'> &
  Partial<
    Pick<ReceiptTable, 'summary_zh' | 'summary_en' | 'from_name' | 'link' | 'is_must_read' | 'revision' | 'valid_to'>
  >;

/** Adds a copy to each inbox without one of this source; returns how many were added. */
export async function deliver(ctx: Ctx, copy: Copy, receivers: readonly Receiver[]): Promise<number> {
  const now = ctx.clock.now();
  const told: { account_id: string; customer_id: string }[] = [];
  for (let at = 0; at < receivers.length; at += ROWS_AT_ONCE) {
    const rows = receivers.slice(at, at + ROWS_AT_ONCE).map(({ id, customer_id }) => ({
      summary_zh: null,
      summary_en: null,
      from_name: null,
      link: null,
      is_must_read: false,
      revision: 1,
      valid_to: null,
      ...copy,
      id: ctx.ids.next(),
      account_id: id,
      customer_id,
      created_at: now,
      read_at: null,
      confirmed_at: null,
      recalled_at: null,
    }));
    const put = await ctx.db
      .insertInto('notices.receipt')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['account_id', 'source']).doNothing())
      .returning(['account_id', 'customer_id'])
      .execute();
    told.push(...put);
  }
  await notifyInboxes(ctx, told);
  return told.length;
}

export const copyOf = (notice: NoticeTable): Copy => ({
  source: `notice:${notice.id}`,
  notice_id: notice.id,
  kind: notice.kind,
  title_zh: notice.title_zh,
  title_en: notice.title_en,
  from_name: notice.from_name,
  is_must_read: notice.is_must_read,
  revision: notice.revision,
  valid_to: notice.valid_to,
});

/** Changes every copy of a notice: for a new version, or its recall. */
export async function changeCopies(ctx: Ctx, noticeId: string, change: Partial<ReceiptTable>): Promise<void> {
  const changed = await ctx
    .beyondScope('whoever wrote a notice changes and recalls the copies of it')
    .updateTable('notices.receipt')
    .set(change)
    .where('notice_id', '=', noticeId)
    .returning(['account_id', 'customer_id'])
    .execute();
  await notifyInboxes(ctx, changed);
}

/** Tells the open consoles of these accounts that their inbox has changed. */
export async function notifyInboxes(
  ctx: Ctx,
  whose: readonly { readonly account_id: string; readonly customer_id: string }[],
): Promise<void> {
  for (const { account_id, customer_id } of whose.slice(0, MOST_TOLD)) {
    await ctx.announce({
      topic: NOTICE_CHANGED,
      customerId: customer_id,
      accountId: account_id,
      data: { changed: true },
    });
  }
}
