import { rowCountRule } from '@cardinal/primitives/file.ts';
import { said } from '@cardinal/primitives/list.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { CopyValue } from '../../../framework/copyRows.ts';
import { openSheet } from '../../../sheets/readSheet.ts';
import { SheetRefusal } from '../../../sheets/sheetRefusal.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { limitsOf, sayDictWords } from '../../settings/face.ts';
import { type ColumnPlaces, findColumns, IMPORT_COLUMNS } from './importColumns.ts';
import { importPath, removeImportFile } from './importFile.ts';
import { type ImportTerms, readRow } from './importRules.ts';
import { changeBatch, countRows, dropRows, findBatch, judgeReading, lockBatch, tellImport } from './importStore.ts';
import type { ImportBatch } from './importTables.ts';

/** How often somebody who waits sees the number of rows grow. */
const TELL_EVERY_ROWS = 2_000;

/** The sheet as a whole cannot be read as cards. */
class ImportRefused extends Error {
  readonly words: Text;
  constructor(found: Problem) {
    super(found.text.en);
    this.name = 'ImportRefused';
    this.words = said(found);
  }
}

/** Cancelled while it was being read. */
class NoLongerWanted extends Error {}

const STAGED = [
  'reading_id',
  'row_number',
  'card_id',
  'iccid',
  'business_number',
  'mapping_number',
  'imsi',
  'imei',
  'eid',
  'size',
  'remark',
  'cells',
  'faults',
] as const;

/**
 * Reads the sheet of a batch and judges every row, writing no card. A check that is cut off is done anew from the file:
 * its rows are of a reading that never came into force.
 */
export async function checkImport(ctx: Ctx, batchId: string, signal: AbortSignal): Promise<void> {
  const batch = await findBatch(ctx.db, batchId);
  if (!batch) return;
  // Cancelled before anybody began, or done by another worker.
  if (batch.state !== 'checking') return removeImportFile(ctx, batch);
  const readingId = ctx.ids.next();
  await sayDictWords(ctx.db);
  try {
    const { rows, titles } = await stageRows(ctx, batch, readingId, signal);
    await ctx.transact((inside) => judge(inside, batch, readingId, rows, titles));
  } catch (error) {
    await dropRows(ctx.db, readingId);
    if (error instanceof NoLongerWanted) return removeImportFile(ctx, batch);
    const words = refusalWords(error);
    if (!words) throw error;
    await ctx.transact((inside) => failImport(inside, batchId, words));
  }
  await removeImportFile(ctx, batch);
}

function refusalWords(error: unknown): Text | undefined {
  if (error instanceof ImportRefused) return error.words;
  return error instanceof SheetRefusal ? said(error.problem) : undefined;
}

/** Ends a batch of which nothing was written, and says why. */
export async function failImport(ctx: Ctx, batchId: string, words: Text): Promise<void> {
  const batch = await lockBatch(ctx.db, batchId);
  if (batch?.state !== 'checking') return;
  const change = {
    state: 'failed',
    failure_zh: words.zh,
    failure_en: words.en,
    finished_at: ctx.clock.now(),
  } as const;
  await changeBatch(ctx.db, batchId, change);
  await tellImport(ctx, { ...batch, ...change });
}

async function judge(
  ctx: Ctx,
  { id, platform }: ImportBatch,
  readingId: string,
  rows: number,
  titles: readonly string[],
): Promise<void> {
  await judgeReading(ctx.db, readingId, platform);
  const counts = await countRows(ctx.db, readingId);
  const batch = await lockBatch(ctx.db, id);
  // Another reading of the same batch was faster, or somebody has cancelled it.
  if (batch?.state !== 'checking') throw new NoLongerWanted();
  const change = {
    ...counts,
    state: 'waiting',
    reading_id: readingId,
    rows,
    progress: rows,
    checked_at: ctx.clock.now(),
  } as const;
  await changeBatch(ctx.db, id, { ...change, titles: JSON.stringify(titles) });
  await tellImport(ctx, { ...batch, ...change });
}

async function stageRows(
  ctx: Ctx,
  batch: ImportBatch,
  readingId: string,
  signal: AbortSignal,
): Promise<{ rows: number; titles: string[] }> {
  const { importFileBytes: bytes, importRows } = await limitsOf(ctx.db);
  const sheet = await openSheet(importPath(ctx, batch), batch.file_name, { bytes, rows: importRows });
  try {
    const rows = sheet.rows();
    const { value: heading } = await rows.next();
    if (!heading) throw new ImportRefused(noRows);
    const places = placesOf(heading);
    const terms: ImportTerms = { platform: batch.platform, isPrefixConfirmed: batch.is_prefix_confirmed };
    const staged = stagedRows(ctx, batch, readingId, { rows, places, terms, signal });
    const count = await ctx.copyRows('cards.import_row', STAGED, staged);
    if (count === 0) throw new ImportRefused(noRows);
    return { rows: count, titles: [...heading.cells] };
  } finally {
    await sheet.close();
  }
}

const noRows = rowCountRule()(0) as Problem;

function placesOf(heading: SheetRow): ColumnPlaces {
  const found = findColumns(heading.cells);
  if ('places' in found) return found.places;
  if ('twice' in found) {
    const { title } = IMPORT_COLUMNS[found.twice];
    throw new ImportRefused(problem('{title} 列出现了两次', 'The column {title} stands there twice', { title }));
  }
  throw new ImportRefused(
    problem(
      '第一行没有 ICCID 列标题，请使用导入模板',
      'The first row has no column titled ICCID; use the import template',
    ),
  );
}

async function* stagedRows(
  ctx: Ctx,
  batch: ImportBatch,
  readingId: string,
  from: { rows: AsyncGenerator<SheetRow>; places: ColumnPlaces; terms: ImportTerms; signal: AbortSignal },
): AsyncGenerator<readonly CopyValue[]> {
  let count = 0;
  for await (const row of from.rows) {
    count += 1;
    if (count % TELL_EVERY_ROWS === 0) {
      from.signal.throwIfAborted();
      await tellReading(ctx, batch, count);
    }
    const card = readRow(row, from.places, from.terms);
    yield [
      readingId,
      row.rowNumber,
      ctx.ids.next(),
      card.iccid,
      card.businessNumber,
      card.mappingNumber,
      card.imsi,
      card.imei,
      card.eid,
      card.size,
      card.remark,
      JSON.stringify(row.cells),
      card.faults.length > 0 ? `{${card.faults.join(',')}}` : null,
    ];
  }
}

async function tellReading(ctx: Ctx, batch: ImportBatch, count: number): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('cards.import_batch')
    .set({ progress: count })
    .where('id', '=', batch.id)
    .where('state', '=', 'checking')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NoLongerWanted();
  await tellImport(ctx, { ...batch, progress: count });
}
