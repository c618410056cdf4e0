import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import type { FileAnswer } from '../../framework/domain.ts';
import { scratchPath } from '../../framework/scratchFiles.ts';
import { type SheetToWrite, writeSheet } from '../../sheets/writeSheet.ts';
import { findBatch, isToldWrong, lent, rowsOf } from './batchStore.ts';
import type { Batch } from './batchTables.ts';
import { exampleRow } from './exampleRow.ts';
import type { ImportKind } from './importKind.ts';
import type { SheetColumns } from './sheetColumns.ts';
import { storedWords } from './showBatch.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const REASON = text('错误原因', 'What is wrong');
const ROW_NUMBER = text('原行号', 'Original row');
const ROWS_AT_ONCE = 5_000;

/** Writes a sheet for a single response and deletes it after sending. */
export async function answerSheet(
  ctx: Ctx,
  fileName: string,
  sheet: Omit<SheetToWrite, 'format'>,
): Promise<FileAnswer> {
  const path = await scratchPath(ctx);
  const { bytes } = await writeSheet(path, { ...sheet, format: 'xlsx' });
  const remove = () => void rm(path, { force: true }).catch(() => undefined);
  return {
    stream: (range) => createReadStream(path, range ?? {}).once('close', remove),
    fileName,
    type: XLSX,
    bytes,
  };
}

/**
 * The columns of an import and an example row, which is never imported. All is text so that Excel keeps the digits; the first
 * column and secrets are `wide`.
 */
export const templateSheet = (
  ctx: Ctx,
  of: { readonly fileName: Text; readonly sheetName: Text; readonly columns: SheetColumns; readonly wide: number },
): Promise<FileAnswer> =>
  answerSheet(ctx, say(of.fileName, ctx.language), {
    columns: Object.values(of.columns).map(({ title, isRequired, isSecret }, at) => ({
      title: `${say(title, ctx.language)}${isRequired ? '*' : ''}`,
      kind: 'text',
      width: at === 0 || isSecret ? of.wide : 24,
    })),
    rows: [exampleRow(of.columns, ctx.language)],
    sheetName: say(of.sheetName, ctx.language),
  });

/** The wrong rows in the columns of the upload, with row number and reason, to be corrected and uploaded again. */
export async function wrongRowsSheet(ctx: Ctx, kind: ImportKind, batchId: string): Promise<FileAnswer> {
  const batch = await findBatch(ctx.db, kind, batchId);
  if (!batch) throw new Refused(kind.notFound);
  const titles = [...batch.titles, say(ROW_NUMBER, ctx.language), say(REASON, ctx.language)];
  const base = batch.file_name.replace(/\.[^.]*$/, '');
  return answerSheet(ctx, `${base}${say(text('-错误行', '-wrong-rows'), ctx.language)}.xlsx`, {
    columns: titles.map((title, index) => ({
      title: title || `#${index + 1}`,
      kind: index === titles.length - 2 ? 'number' : 'text',
    })),
    rows: wrongRows(ctx, kind, batch),
  });
}

async function* wrongRows(ctx: Ctx, kind: ImportKind, batch: Batch): AsyncGenerator<(string | number)[]> {
  for (let after = 0; batch.reading_id !== null; ) {
    const rows = await lent(ctx.db)
      .selectFrom(rowsOf(kind))
      .select(['row_number', 'cells', 'faults'])
      .where('reading_id', '=', batch.reading_id)
      .where('row_number', '>', after)
      .where('faults', 'is not', null)
      .where(isToldWrong(kind))
      .orderBy('row_number')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      const cells = batch.titles.map((_, index) => row.cells[index] ?? '');
      yield [...cells, row.row_number, storedWords(kind, batch, row.faults ?? [], ctx.language)];
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.row_number;
  }
}
