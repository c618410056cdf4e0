import { listDownloads } from '@cardinal/contract/api/tasks/downloads.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { boundList } from '../../../framework/domain.ts';
import { subtreeIds } from '../../customers/face.ts';
import type { DownloadRow } from './downloadStore.ts';

const accountIdOf = (ctx: Ctx) => (ctx.actor.kind === 'account' ? ctx.actor.accountId : '0');

/** The caller's own files; with `all` those of its customer and descendants, which only their owners can download. */
export const downloadDataset = dataset(listDownloads, {
  from: (ctx, asked) => {
    const query = ctx.db
      .selectFrom('tasks.download as d')
      .innerJoin('tasks.task as t', 't.id', 'd.task_id')
      .where('d.deleted_at', 'is', null);
    return asked['all'] || asked['underCustomerId'] ? query : query.where('d.account_id', '=', accountIdOf(ctx));
  },
  table: 'd',
  columns: {
    title: sql`(d.title_zh || ' ' || d.title_en)`,
  },
  select: (query) => query.selectAll('d').select(['t.done as task_done', 't.total as task_total']),
  present: async (rows, ctx) => rows.map((row) => present(row, ctx)),
  // `all` is applied in `from`.
  extra: async (query, asked, ctx) => {
    const { underCustomerId } = asked;
    if (!underCustomerId) return query;
    return query.where('d.customer_id', 'in', [...(await subtreeIds(ctx.db, String(underCustomerId))), '0']);
  },
});

type Found = DownloadRow & { task_done: number; task_total: number };

function present(row: Found, ctx: Ctx) {
  const may = (permission: string) => holds(ctx.actor, permission);
  const isOwn = row.account_id === accountIdOf(ctx);
  const isOpen = row.state === 'waiting' || row.state === 'making';
  const isReady = row.state === 'ready' && row.expires_at !== null && row.expires_at > ctx.clock.now();
  // A file past its expiry counts as expired, even before the cleanup has run.
  const state = row.state === 'ready' && !isReady ? 'expired' : row.state;
  return {
    title: say(text(row.title_zh, row.title_en), ctx.language),
    state,
    percent: isOpen && row.task_total > 0 ? Math.floor((row.task_done * 100) / row.task_total) : null,
    rows: row.rows ?? row.expected,
    size: row.bytes,
    failure: row.failure_zh ? say(text(row.failure_zh, row.failure_en ?? row.failure_zh), ctx.language) : null,
    readyInSeconds: row.ready_at ? Math.round((row.ready_at.getTime() - row.created_at.getTime()) / 1_000) : null,
    path: isOwn && isReady ? row.path : null,
    offered: {
      download: isOwn && isReady && may('downloadTask.download'),
      again: isOwn && !isOpen && boundList(ctx, row.list) !== undefined && may('downloadTask.again'),
      stop: isOwn && isOpen,
      delete: isOwn && !isOpen && may('downloadTask.delete'),
    },
  };
}
