import { rowCountRule } from '@cardinal/primitives/file.ts';
import { said } from '@cardinal/primitives/list.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import type { CopyValue } from '../../framework/copyRows.ts';
import { openSheet } from '../../sheets/readSheet.ts';
import { SheetRefusal } from '../../sheets/sheetRefusal.ts';
import type { SheetRow } from '../../sheets/sheetRow.ts';
import { applyDictTexts, limitsOf } from '../settings/face.ts';
import { NOT_READ, waitingFiles } from './batchFiles.ts';
import {
  batchesOf,
  changeBatch,
  countRows,
  dropRows,
  emitBatchProgress,
  findBatch,
  lent,
  lockBatch,
  rowsOf,
} from './batchStore.ts';
import type { Batch } from './batchTables.ts';
import { withoutExamples } from './exampleRow.ts';
import type { ImportKind } from './importKind.ts';
import { findColumns, type Places, type SheetColumns } from './sheetColumns.ts';

/** Progress is reported after so many rows, and not more often than somebody can see: reading waits for each report. */
const TELL_EVERY_ROWS = 2_000;
const TELL_EVERY_MS = 250;

/** The sheet as a whole cannot be read. */
class ImportRefused extends Error {
  readonly words: Text;
  constructor(found: Problem) {
    super(found.text.en);
    this.name = 'ImportRefused';
    this.words = said(found);
  }
}

/** Cancelled during reading, or read by another worker in the meantime. */
class NoLongerWanted extends Error {}

const noRows = rowCountRule()(0) as Problem;

/**
 * Reads the sheet of a batch and checks every row, writing nothing else. An interrupted check starts over from the file: its
 * rows belong to a reading that never took effect.
 */
export async function checkBatch(ctx: Ctx, kind: ImportKind, batchId: string, signal: AbortSignal): Promise<void> {
  const batch = await findBatch(ctx.db, kind, batchId);
  if (!batch) return;
  // Cancelled before the start, or done by another worker.
  if (batch.state !== 'checking') return;
  const readingId = ctx.ids.next();
  await applyDictTexts(ctx.db);
  try {
    const found = await stageRows(ctx, kind, batch, readingId, signal);
    await ctx.transact((inside) => judge(inside, kind, batch, readingId, found));
  } catch (error) {
    await dropRows(ctx.db, kind, readingId);
    if (error instanceof NoLongerWanted) return;
    const words = refusalWords(error);
    if (!words) throw error;
    await ctx.transact((inside) => failBatch(inside, kind, batchId, 'checking', words));
  }
}

/** Ends a check that cannot be done; nobody waits for it any longer. */
export const giveUpCheck = (ctx: Ctx, kind: ImportKind, batchId: string): Promise<void> =>
  ctx.transact((inside) => failBatch(inside, kind, batchId, 'checking', NOT_READ));

function refusalWords(error: unknown): Text | undefined {
  if (error instanceof ImportRefused) return error.words;
  return error instanceof SheetRefusal ? said(error.problem) : undefined;
}

/** Marks a batch without written rows as failed and says why. */
export async function failBatch(
  ctx: Ctx,
  kind: ImportKind,
  batchId: string,
  during: 'checking' | 'running',
  words: Text,
): Promise<void> {
  const batch = await lockBatch(ctx.db, kind, batchId);
  if (batch?.state !== during) return;
  await waitingFiles(kind.folder).remove(ctx, batch);
  await changeBatch(ctx, kind, batch, {
    state: 'failed',
    failure_zh: words.zh,
    failure_en: words.en,
    finished_at: ctx.clock.now(),
    ...(during === 'running' && { progress: 0 }),
  });
}

type Found = { readonly rows: number; readonly titles: readonly string[] };

async function judge(
  ctx: Ctx,
  kind: ImportKind,
  read: Batch,
  readingId: string,
  { rows, titles }: Found,
): Promise<void> {
  const own = await kind.judge(ctx, read, readingId);
  const counts = await countRows(ctx.db, kind, readingId);
  const batch = await lockBatch(ctx.db, kind, read.id);
  // Another reading of the same batch was faster, or the batch was cancelled.
  if (batch?.state !== 'checking') throw new NoLongerWanted();
  await changeBatch(ctx, kind, batch, {
    ...own,
    ...counts,
    state: 'waiting',
    reading_id: readingId,
    rows,
    progress: rows,
    titles: JSON.stringify(titles),
    checked_at: ctx.clock.now(),
  });
  await waitingFiles(kind.folder).remove(ctx, batch);
}

async function stageRows(
  ctx: Ctx,
  kind: ImportKind,
  batch: Batch,
  readingId: string,
  signal: AbortSignal,
): Promise<Found> {
  const own = kind.rows?.(ctx, batch);
  if (own) return stageFrom(ctx, kind, batch, readingId, signal, own);
  const { importFileBytes: bytes, importRows } = await limitsOf(ctx.db);
  return waitingFiles(kind.folder).read(ctx, batch, async (path) => {
    const rows = Math.min(importRows, kind.mostRows ?? importRows);
    const sheet = await openSheet(path, batch.file_name, { bytes, rows });
    return stageFrom(ctx, kind, batch, readingId, signal, sheet.rows()).finally(() => sheet.close());
  });
}

async function stageFrom(
  ctx: Ctx,
  kind: ImportKind,
  batch: Batch,
  readingId: string,
  signal: AbortSignal,
  rows: AsyncGenerator<SheetRow>,
): Promise<Found> {
  const { value: heading } = await rows.next();
  if (!heading) throw new ImportRefused(noRows);
  const read = kind.reader(ctx, batch, readingId, placesOf(kind.columns(batch), heading));
  const staged = stagedRows(rows, read, async (count) => {
    signal.throwIfAborted();
    await tellReading(ctx, kind, batch, count);
  });
  const count = await ctx.copyRows(rowsOf(kind), kind.staged, staged);
  if (count === 0) throw new ImportRefused(noRows);
  return { rows: count, titles: [...heading.cells] };
}

function placesOf(columns: SheetColumns, heading: SheetRow): Places {
  const found = findColumns(columns, heading.cells);
  if ('places' in found) return found.places;
  if ('twice' in found) {
    throw new ImportRefused(problem('{title} 列出现了两次', 'Column {title} appears twice', { title: found.twice }));
  }
  throw new ImportRefused(
    problem(
      '第一行没有 {title} 列标题，请使用导入模板',
      'The first row has no column {title}; use the import template',
      { title: found.missing },
    ),
  );
}

async function* stagedRows(
  rows: AsyncGenerator<SheetRow>,
  read: (row: SheetRow) => readonly CopyValue[],
  tell: (count: number) => Promise<void>,
): AsyncGenerator<readonly CopyValue[]> {
  let count = 0;
  let told = Number.NEGATIVE_INFINITY;
  for await (const given of rows) {
    const row = withoutExamples(given);
    if (!row) continue;
    count += 1;
    if (count % TELL_EVERY_ROWS === 0 && performance.now() - told >= TELL_EVERY_MS) {
      await tell(count);
      told = performance.now();
    }
    yield read(row);
  }
}

async function tellReading(ctx: Ctx, kind: ImportKind, batch: Batch, count: number): Promise<void> {
  const { numUpdatedRows } = await lent(ctx.db)
    .updateTable(batchesOf(kind))
    .set({ progress: count })
    .where('id', '=', batch.id)
    .where('state', '=', 'checking')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NoLongerWanted();
  await emitBatchProgress(ctx, kind, { ...batch, progress: count });
}
