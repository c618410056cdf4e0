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
import { matchingValue } from '../matching.ts';
import { numberPlace } from '../sealing.ts';
import { CONTENTS } from './contents.ts';
import { importPath, removeImportFile } from './importFile.ts';
import { changeBatch, countRows, dropRows, findBatch, lockBatch } from './importStore.ts';
import type { EsimImportBatch } from './importTables.ts';
import { judgeRows } from './judgeRows.ts';
import { findColumns, type Places, shownCells } from './sheetColumns.ts';

/** How often somebody who waits sees the number of rows grow. */
const TELL_EVERY_ROWS = 2_000;

/** The sheet as a whole cannot be read. */
class ImportRefused extends Error {
  readonly words: Text;
  constructor(found: Problem) {
    super(found.text.en);
    this.name = 'ImportRefused';
    this.words = said(found);
  }
}

/** Cancelled while it was being read, or read by another worker meanwhile. */
class NoLongerWanted extends Error {}

const STAGED = [
  'reading_id',
  'row_number',
  'id',
  'subject',
  'fields',
  'matching_id',
  'activation_code',
  'matching_value',
  'cells',
  'faults',
  'warnings',
] as const;
const noRows = rowCountRule()(0) as Problem;

/**
 * Reads the sheet of a batch and judges every row, writing nothing else. A check that is cut off is done anew from the
 * file: its rows are of a reading that never came into force.
 */
export async function checkImport(ctx: Ctx, batchId: string, signal: AbortSignal): Promise<void> {
  const batch = await findBatch(ctx.db, batchId);
  if (!batch) return;
  if (batch.state !== 'checking') return removeImportFile(ctx, batch);
  const readingId = ctx.ids.next();
  await sayDictWords(ctx.db);
  try {
    const { rows, titles } = await stageRows(ctx, batch, readingId, signal);
    await ctx.transact((inside) => judge(inside, batch, readingId, rows, titles));
  } catch (error) {
    await dropRows(ctx.db, readingId);
    if (error instanceof NoLongerWanted) return removeImportFile(ctx, batch);
    const words =
      error instanceof ImportRefused ? error.words : error instanceof SheetRefusal ? said(error.problem) : undefined;
    if (!words) throw error;
    await ctx.transact((inside) => failCheck(inside, batchId, words));
  }
  await removeImportFile(ctx, batch);
}

/** Ends a batch of which nothing was written, and says why. */
export async function failCheck(ctx: Ctx, batchId: string, words: Text): Promise<void> {
  const batch = await lockBatch(ctx.db, batchId);
  if (batch?.state !== 'checking') return;
  await changeBatch(ctx, batch, {
    state: 'failed',
    failure_zh: words.zh,
    failure_en: words.en,
    finished_at: ctx.clock.now(),
  });
}

async function judge(
  ctx: Ctx,
  { id }: EsimImportBatch,
  readingId: string,
  rows: number,
  titles: readonly string[],
): Promise<void> {
  const batch = await lockBatch(ctx.db, id);
  if (batch?.state !== 'checking') throw new NoLongerWanted();
  await judgeRows(ctx, batch, readingId);
  await changeBatch(ctx, batch, {
    ...(await countRows(ctx.db, readingId)),
    state: 'waiting',
    reading_id: readingId,
    rows,
    progress: rows,
    titles: JSON.stringify(titles),
    checked_at: ctx.clock.now(),
  });
}

async function stageRows(ctx: Ctx, batch: EsimImportBatch, readingId: string, signal: AbortSignal) {
  const { importFileBytes: bytes, importRows } = await limitsOf(ctx.db);
  const sheet = await openSheet(importPath(ctx, batch), batch.file_name, { bytes, rows: importRows });
  try {
    const rows = sheet.rows();
    const { value: heading } = await rows.next();
    if (!heading) throw new ImportRefused(noRows);
    const staged = stagedRows(ctx, batch, readingId, { rows, places: placesOf(batch, heading), signal });
    const count = await ctx.copyRows('esim.import_row', STAGED, staged);
    if (count === 0) throw new ImportRefused(noRows);
    return { rows: count, titles: [...heading.cells] };
  } finally {
    await sheet.close();
  }
}

function placesOf(batch: EsimImportBatch, heading: SheetRow): Places {
  const found = findColumns(CONTENTS[batch.content].columns, heading.cells);
  if ('places' in found) return found.places;
  if ('twice' in found) {
    throw new ImportRefused(
      problem('{title} 列出现了两次', 'The column {title} stands there twice', { title: found.twice }),
    );
  }
  throw new ImportRefused(
    problem(
      '第一行没有 {title} 列标题，请使用导入模板',
      'The first row has no column titled {title}; use the import template',
      { title: found.missing },
    ),
  );
}

const arrayOf = (codes: readonly string[]): string | null =>
  codes.length === 0 ? null : `{${codes.map((code) => JSON.stringify(code)).join(',')}}`;

async function* stagedRows(
  ctx: Ctx,
  batch: EsimImportBatch,
  readingId: string,
  from: { rows: AsyncGenerator<SheetRow>; places: Places; signal: AbortSignal },
): AsyncGenerator<readonly CopyValue[]> {
  const { columns, read } = CONTENTS[batch.content];
  let count = 0;
  for await (const row of from.rows) {
    count += 1;
    if (count % TELL_EVERY_ROWS === 0) {
      from.signal.throwIfAborted();
      await tellReading(ctx, batch, count);
    }
    const { subject, fields, secrets, faults, warnings } = read(row, from.places, batch);
    const id = ctx.ids.next();
    const sealed = (secret: 'matchingId' | 'activationCode') =>
      secrets && faults.length === 0 ? ctx.secrets.seal(secrets[secret], numberPlace(id, secret)) : null;
    yield [
      readingId,
      row.rowNumber,
      id,
      subject,
      JSON.stringify(fields),
      sealed('matchingId'),
      sealed('activationCode'),
      secrets ? matchingValue(secrets.smdpAddress, secrets.matchingId) : null,
      JSON.stringify(shownCells(columns, row, from.places)),
      arrayOf(faults),
      arrayOf(warnings),
    ];
  }
}

async function tellReading(ctx: Ctx, batch: EsimImportBatch, count: number): Promise<void> {
  const now = await findBatch(ctx.db, batch.id);
  if (now?.state !== 'checking') throw new NoLongerWanted();
  await changeBatch(ctx, now, { progress: count });
}
