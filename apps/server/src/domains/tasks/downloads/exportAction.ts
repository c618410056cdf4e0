import { tooManyRows } from '@cardinal/contract/api/tasks/downloads.ts';
import type { Field } from '@cardinal/contract/framework/fields.ts';
import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission, storageLow } from '@cardinal/contract/framework/standardRefusals.ts';
import { CompiledQuery, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { filtered, orderedBy } from '../../../framework/dataset.ts';
import type { BoundList } from '../../../framework/domain.ts';
import { withScratchFile } from '../../../framework/scratchFiles.ts';
import { StoredFileTooLarge, storeFile } from '../../../framework/storedFiles.ts';
import type { SheetValue } from '../../../sheets/sheetColumns.ts';
import { SheetDiskFull } from '../../../sheets/sheetFile.ts';
import { writeSheet } from '../../../sheets/writeSheet.ts';
import { actorOf } from '../../identity/face.ts';
import { applyDictTexts, settingsOf } from '../../settings/face.ts';
import { type RunningTask, type WholeWork, wholeAction } from '../store/taskAction.ts';
import { readTask } from '../store/taskStore.ts';
import { type DownloadRow, downloadOfTask, tellDownload } from './downloadStore.ts';
import { cellWriter, columnOf, WATERMARK, watermarkOf } from './exportColumns.ts';
import { exportedList, readColumns, readQuery } from './exportQuery.ts';
import { keptDaysOf } from './keptDays.ts';

/** Rows fetched from the cursor at a time: small enough for constant memory, large enough to be fast. */
const ROWS_AT_ONCE = 2_000;
/** Interval between progress notes. */
const TELL_MS = 700;
const DAY_MS = 86_400_000;

/** The name under which the file of an export is stored. */
export const exportFile = (row: { id: string; format: string }): string => `downloads/${row.id}.${row.format}`;

/** Makes the file of an ordered export, completely on each run: a partial file is useless. */
export const exportData = wholeAction({
  action: 'export_data',
  permissions: [],
  atOnce: 2,
  run: makeFile,
  finished: closeDownload,
});

async function makeFile(ctx: Ctx, work: WholeWork): Promise<void> {
  const own = ctx.beyondScope('the file this very task makes');
  const row = await downloadOfTask(own, work.task.id);
  if (!row || row.state === 'ready' || row.deleted_at) return;
  const who = await actorOf(ctx, row.account_id);
  if (!who) throw new Refused(noPermission);
  const { host } = work.task.parameters;
  const acting = ctx.actAs({ ...who, language: row.language, ...(typeof host === 'string' ? { host } : {}) });
  const list = exportedList(acting, row.list);
  const query = readQuery(list.endpoint, row.query);
  readColumns(list.endpoint, acting, row.columns);
  await own.updateTable('tasks.download').set({ state: 'making' }).where('id', '=', row.id).execute();
  await applyDictTexts(own);
  const told = teller(ctx, work, row.expected);
  const fields = row.columns.map((name) => list.endpoint.fields[name] as Field);
  const { hasWatermark } = await settingsOf(ctx, row.customer_id);
  const mark = hasWatermark ? [watermarkOf(row)] : [];
  try {
    await withScratchFile(ctx, async (path) => {
      const written = await acting.transact(
        (inside) =>
          writeSheet(path, {
            format: row.format,
            columns: [
              ...fields.map((field) => columnOf(field, row.language)),
              ...mark.map(() => columnOf(WATERMARK, row.language)),
            ],
            rows: rowsOf(inside, list, query, row, { fields, mark, told }),
            signal: work.signal,
          }),
        { snapshot: true },
      );
      await ctx.transact(async (inside) => {
        await storeFile(inside, exportFile(row), path);
        await finishFile(inside, work, row, written);
      });
    });
  } catch (error) {
    if (error instanceof SheetDiskFull) throw new Refused(storageLow);
    if (error instanceof StoredFileTooLarge) throw new Refused(tooManyRows);
    throw error;
  }
}

/** All rows of the filter from one snapshot, in the screen's order, through a database cursor. */
async function* rowsOf(
  ctx: Ctx,
  { endpoint, dataset }: BoundList,
  query: ListQuery,
  row: DownloadRow,
  { fields, mark, told }: { fields: readonly Field[]; mark: readonly string[]; told: (rows: number) => Promise<void> },
): AsyncGenerator<SheetValue[]> {
  const base = dataset.select(await filtered(endpoint, dataset, ctx, query), ctx, row.columns);
  const compiled = orderedBy(endpoint, dataset, base, query.sort ?? endpoint.defaultSort).compile();
  const declare = `declare exported no scroll cursor for ${compiled.sql}`;
  // Every row will be fetched: the plan must be good for the last one, not for the first.
  await sql`set local cursor_tuple_fraction = 1`.execute(ctx.db);
  await ctx.db.executeQuery(CompiledQuery.raw(declare, [...compiled.parameters]));
  const fetched = async () => {
    const fetch = sql<Record<string, unknown>>`fetch ${sql.lit(ROWS_AT_ONCE)} from exported`;
    const { rows } = await fetch.execute(ctx.db);
    return { count: rows.length, shown: await dataset.present(rows, ctx, row.columns) };
  };
  const cells = row.columns.map((name, at) => ({ name, cell: cellWriter(fields[at] as Field, row.language) }));
  let done = 0;
  let coming = fetched();
  for (;;) {
    const { count, shown } = await coming;
    if (count === 0) return;
    if (ctx.diskIsLow()) throw new Refused(storageLow);
    // The database fetches the next rows while these are written.
    coming = fetched();
    coming.catch(() => undefined);
    for (const each of shown) yield [...cells.map(({ name, cell }) => cell(each[name])), ...mark];
    done += count;
    await told(done);
  }
}

/** Reports progress at intervals; the count of an earlier run is subtracted first. */
function teller(ctx: Ctx, work: WholeWork, expected: number) {
  let counted = typeof work.checkpoint === 'number' ? work.checkpoint : 0;
  let total = expected;
  let last = performance.now();
  return async (rows: number): Promise<void> => {
    if (performance.now() - last < TELL_MS) return;
    last = performance.now();
    await ctx.transact(async (own) => {
      if (rows > total) await work.expect(own, rows);
      total = Math.max(total, rows);
      await work.advance(own, { done: rows - counted, checkpoint: rows });
    });
    counted = rows;
  };
}

async function finishFile(
  ctx: Ctx,
  work: WholeWork,
  row: DownloadRow,
  written: { rows: number; bytes: number; sha256: string },
): Promise<void> {
  const db = ctx.beyondScope('the file this very task makes');
  const task = await readTask(db, work.task.id);
  // Rows may have come or gone since the order; the counters end at the rows of the file.
  await work.advance(ctx, { done: Math.min(0, written.rows - (task?.done ?? 0)) });
  await work.expect(ctx, written.rows);
  await work.advance(ctx, { done: Math.max(0, written.rows - (task?.done ?? 0)), checkpoint: written.rows });
  const now = ctx.clock.now();
  const days = await keptDaysOf(ctx, row.customer_id);
  const ready = {
    state: 'ready' as const,
    rows: written.rows,
    bytes: String(written.bytes),
    sha256: written.sha256,
    ready_at: now,
    expires_at: new Date(now.getTime() + days * DAY_MS),
  };
  await db.updateTable('tasks.download').set(ready).where('id', '=', row.id).execute();
  await tellDownload(ctx, { ...row, ...ready });
}

/** The task has ended: a file that was not made gets the reason. */
async function closeDownload(ctx: Ctx, task: RunningTask): Promise<void> {
  const db = ctx.beyondScope('the file of the task that ended');
  const row = await downloadOfTask(db, task.id);
  if (!row || row.state === 'ready') return;
  const ended = await readTask(db, task.id);
  const closed = {
    state: ended?.state === 'cancelled' ? ('stopped' as const) : ('failed' as const),
    failure_zh: ended?.failure_zh ?? null,
    failure_en: ended?.failure_en ?? null,
  };
  await db.updateTable('tasks.download').set(closed).where('id', '=', row.id).execute();
  await tellDownload(ctx, { ...row, ...closed });
}
