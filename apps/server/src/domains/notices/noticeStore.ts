import { noticeStateForbids } from '@cardinal/contract/api/notices/notices.ts';
import { MessageState } from '@cardinal/contract/enumerations/message.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../framework/context.ts';
import type { NoticeTable } from './noticeTables.ts';

/** A notice of the caller's customer, locked until the transaction ends. */
export async function lockNotice(ctx: Ctx, id: string): Promise<NoticeTable> {
  const notice = await ctx.db
    .selectFrom('notices.notice')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!notice) throw new Refused(notFound);
  return notice;
}

/** Refuses what the notice's state does not allow, and names that state. */
export function requireState(notice: NoticeTable, allowed: readonly NoticeTable['state'][]): void {
  if (!allowed.includes(notice.state)) {
    throw new Refused(noticeStateForbids, { state: MessageState.labelOf(notice.state) });
  }
}

export type Tally = { readonly receivers: number; readonly reads: number; readonly confirmed: number };
const NOBODY: Tally = { receivers: 0, reads: 0, confirmed: 0 };

/** How many accounts received, opened and confirmed each of these notices. */
export async function talliesOf(ctx: Ctx, ids: readonly string[]): Promise<(id: string) => Tally> {
  if (ids.length === 0) return () => NOBODY;
  const rows = await ctx
    .beyondScope('whoever wrote a notice may know how many of its readers have read it')
    .selectFrom('notices.receipt')
    .select((on) => [
      'notice_id',
      on.fn.countAll<string>().as('receivers'),
      on.fn.count<string>('read_at').as('reads'),
      on.fn.count<string>('confirmed_at').as('confirmed'),
    ])
    .where('notice_id', 'in', [...ids])
    .groupBy('notice_id')
    .execute();
  const found = new Map(
    rows.map((row): [string | null, Tally] => [
      row.notice_id,
      { receivers: Number(row.receivers), reads: Number(row.reads), confirmed: Number(row.confirmed) },
    ]),
  );
  return (id) => found.get(id) ?? NOBODY;
}
