import {
  type exportAgain as againEndpoint,
  downloadRepeated,
  noDataToExport,
  type orderExport as orderEndpoint,
  queryChanged,
  type SheetFormat,
  tooManyRows,
} from '@cardinal/contract/api/tasks/downloads.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { limitsOf, settingsOf } from '../../settings/face.ts';
import { startTask } from '../steering/startTask.ts';
import { ownDownload } from './downloadStore.ts';
import { isSensitive } from './exportColumns.ts';
import { countRows, exportedList, fingerprintOf, readColumns, readQuery, titleOf } from './exportQuery.ts';

const PATH_BYTES = 32;

type Answer = AnswerOf<typeof orderEndpoint>;

/** Freezes what is to be exported and starts its task. */
export async function orderExport(ctx: Ctx, body: BodyOf<typeof orderEndpoint>): Promise<Answer> {
  const { total, ...order } = body;
  return placeOrder(ctx, order, total);
}

/** Orders the same export again, within what the account may see today. */
export async function exportAgain(ctx: Ctx, { downloadId }: BodyOf<typeof againEndpoint>): Promise<Answer> {
  const row = await ownDownload(ctx.db, accountOf(ctx).accountId, downloadId);
  if (!row) throw new Refused(notFound);
  const { list, columns, format, screen } = row;
  return placeOrder(ctx, { list, columns, format, screen, query: row.query as Order['query'] }, undefined);
}

type Order = {
  readonly list: string;
  readonly query: BodyOf<typeof orderEndpoint>['query'];
  readonly columns?: readonly string[] | undefined;
  readonly format: SheetFormat;
  readonly screen?: string | undefined;
};

async function placeOrder(ctx: Ctx, order: Order, total: number | undefined): Promise<Answer> {
  const { accountId, account, customerId } = accountOf(ctx);
  const list = exportedList(ctx, order.list);
  const query = readQuery(list.endpoint, order.query);
  const columns = readColumns(list.endpoint, ctx, order.columns);
  const { repeatExportSeconds, ...site } = await limitsOf(ctx.db);
  const own = await settingsOf(ctx, customerId);
  const exportRows = Math.min(site.exportRows, own.exportRows);
  const rows = await countRows(list, ctx, query, exportRows);
  if (rows === 0) throw new Refused(noDataToExport);
  if (rows > exportRows) throw new Refused(tooManyRows);
  if (total !== undefined && total !== rows) throw new Refused(queryChanged);
  const fingerprint = fingerprintOf([accountId, order.list, query, columns, order.format, ctx.language, ctx.host]);
  await refuseRepeated(ctx, accountId, fingerprint, repeatExportSeconds);
  const title = titleOf(list.endpoint, query);
  const task = await startTask(ctx, {
    action: 'export_data',
    title,
    expected: rows,
    // What the host hides is not in the file either.
    parameters: { list: order.list, format: order.format, columns, host: ctx.host },
  });
  const id = ctx.ids.next();
  const downloadNo = `D${BigInt(id).toString(36).toUpperCase()}`;
  await ctx.db
    .insertInto('tasks.download')
    .values({
      id,
      download_no: downloadNo,
      task_id: task.taskId,
      customer_id: customerId,
      account_id: accountId,
      account_name: account,
      title_zh: title.zh,
      title_en: title.en,
      screen: order.screen ?? '',
      list: order.list,
      query: JSON.stringify(order.query),
      columns,
      format: order.format,
      language: ctx.language,
      fingerprint,
      is_sensitive: columns.some((name) => {
        const field = list.endpoint.fields[name];
        return field !== undefined && isSensitive(field);
      }),
      expected: rows,
      state: 'waiting',
      rows: null,
      bytes: null,
      sha256: null,
      failure_zh: null,
      failure_en: null,
      path: Buffer.from(ctx.random.bytes(PATH_BYTES)).toString('base64url'),
      created_at: ctx.clock.now(),
      ready_at: null,
      expires_at: null,
      fetched: 0,
      last_ticket_at: null,
      deleted_at: null,
    })
    .execute();
  ctx.note({ objectKind: 'download', objectId: id, taskId: task.taskId, summary: title, after: { rows, columns } });
  return { downloadId: id, downloadNo, taskId: task.taskId, rows };
}

/**
 * Refuses an export identical to one being made or made recently. Orders with the same fingerprint are serialised, so that of
 * two concurrent ones the second sees the first.
 */
async function refuseRepeated(ctx: Ctx, accountId: string, fingerprint: string, seconds: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 51))`.execute(ctx.db);
  const same = await ctx.db
    .selectFrom('tasks.download')
    .select('id')
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
    .where('deleted_at', 'is', null)
    .where((on) =>
      on.or([
        on('state', 'in', ['waiting', 'making']),
        on.and([on('state', '=', 'ready'), on('ready_at', '>', new Date(ctx.clock.now().getTime() - seconds * 1_000))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (same) throw new Refused(downloadRepeated);
}
