import type { DownloadState, SheetFormat } from '@cardinal/contract/api/tasks/downloads.ts';
import type { ReadyDownload } from '@cardinal/contract/api/tasks/tasks.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';

type DownloadTable = {
  id: string;
  download_no: string;
  task_id: string;
  customer_id: string;
  account_id: string;
  account_name: string;
  title_zh: string;
  title_en: string;
  screen: string;
  list: string;
  query: unknown;
  columns: string[];
  format: SheetFormat;
  language: Language;
  fingerprint: string;
  is_sensitive: boolean;
  expected: number;
  state: DownloadState;
  rows: number | null;
  bytes: string | null;
  sha256: string | null;
  failure_zh: string | null;
  failure_en: string | null;
  path: string;
  created_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
  fetched: number;
  last_ticket_at: Date | null;
  deleted_at: Date | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'tasks.download': DownloadTable;
    'tasks.download_ticket': {
      hash: string;
      download_id: string;
      account_id: string;
      session_id: string;
      issued_at: Date;
      expires_at: Date;
      used_at: Date | null;
    };
    'tasks.download_fetch': {
      id: string;
      download_id: string;
      account_id: string;
      account_name: string;
      address: string;
      at: Date;
    };
  }
}
export type DownloadRow = Selectable<DownloadTable>;

/** The topic on which open consoles learn that a file is ready, or will not be. */
export const DOWNLOAD_READY = 'download.ready';

/** A file of this account, not deleted; a foreign one reads as missing. */
export const ownDownload = (db: Database, accountId: string, id: string): Promise<DownloadRow | undefined> =>
  db
    .selectFrom('tasks.download')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const downloadOfTask = (db: Database, taskId: string): Promise<DownloadRow | undefined> =>
  db.selectFrom('tasks.download').selectAll().where('task_id', '=', taskId).executeTakeFirst();

const summaryOf = (row: DownloadRow): ReadyDownload => ({
  downloadId: row.id,
  downloadNo: row.download_no,
  taskId: row.task_id,
  title: { zh: row.title_zh, en: row.title_en },
  state: row.state,
  path: row.state === 'ready' ? row.path : null,
  expiresAt: row.expires_at?.toISOString() ?? null,
});

export const tellDownload = (ctx: Ctx, row: DownloadRow): Promise<void> =>
  ctx.announce({
    topic: DOWNLOAD_READY,
    customerId: row.customer_id,
    accountId: row.account_id,
    data: summaryOf(row),
  });

const FRESH_MS = 86_400_000;
const MOST_READY = 20;

/** Files of the account that became ready within a day and have not been fetched. */
export async function readyDownloads(ctx: Ctx, accountId: string): Promise<ReadyDownload[]> {
  const rows = await ctx.db
    .selectFrom('tasks.download')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'ready')
    .where('fetched', '=', 0)
    .where('deleted_at', 'is', null)
    .where('ready_at', '>=', new Date(ctx.clock.now().getTime() - FRESH_MS))
    .orderBy('id', 'desc')
    .limit(MOST_READY)
    .execute();
  return rows.map(summaryOf);
}
