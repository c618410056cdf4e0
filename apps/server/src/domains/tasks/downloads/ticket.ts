import { createHash } from 'node:crypto';
import {
  type downloadByPath as byPathEndpoint,
  downloadRepeated,
  type fetchFile as fileEndpoint,
} from '@cardinal/contract/api/tasks/downloads.ts';
import type { AnswerOf, ParamsOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import type { FileAnswer } from '../../../framework/domain.ts';
import { storedFile } from '../../../framework/storedFiles.ts';
import { callersOf } from '../../identity/face.ts';
import { limitsOf } from '../../settings/face.ts';
import type { DownloadRow } from './downloadStore.ts';
import { exportFile } from './exportAction.ts';
import { exportedList, readColumns } from './exportQuery.ts';

const TICKET_BYTES = 32;
/** The characters of our paths; anything else, such as a parent directory, is rejected. */
const PATH = /^[\w-]{1,100}$/;
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex');

const isReady = (row: DownloadRow, now: Date): boolean =>
  row.state === 'ready' && !row.deleted_at && row.expires_at !== null && row.expires_at > now;

/** What the actor may no longer see, it may no longer download. */
function admit(row: DownloadRow, ctx: Ctx): void {
  const list = exportedList(ctx, row.list);
  try {
    readColumns(list.endpoint, ctx, row.columns);
  } catch {
    throw new Refused(noPermission);
  }
}

/** One ticket for the caller's own file. A foreign, invented, expired or deleted path reads the same: not found. */
export async function issueTicket(
  ctx: Ctx,
  { path }: QueryOf<typeof byPathEndpoint>,
): Promise<AnswerOf<typeof byPathEndpoint>> {
  const { accountId, sessionId } = accountOf(ctx);
  const now = ctx.clock.now();
  if (!PATH.test(path)) throw new Refused(notFound);
  const row = await ctx.db
    .selectFrom('tasks.download')
    .selectAll()
    .where('path', '=', path)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row || !isReady(row, now)) throw new Refused(notFound);
  admit(row, ctx);
  const { downloadTicketSeconds, repeatDownloadSeconds } = await limitsOf(ctx.db);
  // A single statement decides: of two concurrent clicks one gets a ticket.
  const { numUpdatedRows } = await ctx.db
    .updateTable('tasks.download')
    .set({ last_ticket_at: now })
    .where('id', '=', row.id)
    .where((on) =>
      on.or([
        on('last_ticket_at', 'is', null),
        on('last_ticket_at', '<=', new Date(now.getTime() - repeatDownloadSeconds * 1_000)),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refused(downloadRepeated);
  const ticket = Buffer.from(ctx.random.bytes(TICKET_BYTES)).toString('base64url');
  const expires = new Date(now.getTime() + downloadTicketSeconds * 1_000);
  await ctx.db
    .insertInto('tasks.download_ticket')
    .values({
      hash: hashOf(ticket),
      download_id: row.id,
      account_id: accountId,
      session_id: sessionId,
      issued_at: now,
      expires_at: expires,
      used_at: null,
    })
    .execute();
  return { ticketPath: `/${ticket}`, fileName: fileNameOf(row), expiresAt: expires.toISOString() };
}

/**
 * The browser navigates here without a session. The ticket is its only credential, valid for one response while the session
 * that got it lasts.
 */
export async function redeemTicket(ctx: Ctx, { ticket }: ParamsOf<typeof fileEndpoint>): Promise<FileAnswer> {
  const now = ctx.clock.now();
  const db = ctx.beyondScope('a ticket is proof of its own: it was issued to the owner a minute ago at most');
  const used = await db
    .updateTable('tasks.download_ticket')
    .set({ used_at: now })
    .where('hash', '=', hashOf(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['download_id', 'session_id'])
    .executeTakeFirst();
  if (!used) throw new Refused(notFound);
  const row = await db.selectFrom('tasks.download').selectAll().where('id', '=', used.download_id).executeTakeFirst();
  const [who] = await callersOf(db, [{ sessionId: used.session_id, address: ctx.address }], ctx.clock);
  if (!row || !who || !isReady(row, now)) throw new Refused(notFound);
  if (!holds(who.actor, 'downloadTask.download')) throw new Refused(notFound);
  const file = await storedFile(ctx, exportFile(row));
  if (!file) throw new Refused(notFound);
  await noteFetch(ctx, row);
  return { ...file, fileName: fileNameOf(row), type: TYPES[row.format] };
}

async function noteFetch(ctx: Ctx, row: DownloadRow): Promise<void> {
  await ctx.transact(async (inside) => {
    const db = inside.beyondScope('the fetch of a file by its owner');
    await sql`update tasks.download set fetched = fetched + 1 where id = ${row.id}::bigint`.execute(db);
    await db
      .insertInto('tasks.download_fetch')
      .values({
        id: inside.ids.next(),
        download_id: row.id,
        account_id: row.account_id,
        account_name: row.account_name,
        address: inside.address,
        at: inside.clock.now(),
      })
      .execute();
    await inside.record({
      operation: OperationType.values.ExportData,
      endpoint: 'downloads.file',
      permission: 'downloadTask.download',
      result: 'done',
      code: '200',
      objectKind: 'download',
      objectId: row.id,
      taskId: row.task_id,
      summary: text(row.title_zh, row.title_en),
      after: { rows: row.rows, bytes: row.bytes },
      by: { accountId: row.account_id, account: row.account_name, customerId: row.customer_id },
    });
  });
}

const SHANGHAI_MS = 8 * 3_600_000;

/** The title and creation time, without characters that file systems reject. */
function fileNameOf(row: DownloadRow): string {
  const title = say(text(row.title_zh, row.title_en), row.language)
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .slice(0, 80);
  const made = new Date((row.ready_at ?? row.created_at).getTime() + SHANGHAI_MS).toISOString();
  return `${title}_${made.slice(0, 19).replace(/\D/g, '')}.${row.format}`;
}
