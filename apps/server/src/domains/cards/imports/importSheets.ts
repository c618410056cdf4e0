import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { importNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { FileAnswer } from '../../../framework/domain.ts';
import { type SheetToWrite, writeSheet } from '../../../sheets/writeSheet.ts';
import { IMPORT_COLUMN_NAMES, IMPORT_COLUMNS } from './importColumns.ts';
import { passingPath } from './importFile.ts';
import { faultWords } from './importList.ts';
import { findBatch } from './importStore.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const REASON = text('错误原因', 'What is wrong');
const ROW_NUMBER = text('原行号', 'Row of the sheet');
const ROWS_AT_ONCE = 5_000;

/** Writes a sheet for this one answer; it is gone when it has been sent. */
export async function answerSheet(
  ctx: Ctx,
  fileName: string,
  sheet: Omit<SheetToWrite, 'format'>,
): Promise<FileAnswer> {
  const path = await passingPath(ctx);
  const { bytes } = await writeSheet(path, { ...sheet, format: 'xlsx' });
  const remove = () => void rm(path, { force: true }).catch(() => undefined);
  return {
    stream: (range) => createReadStream(path, range ?? {}).once('close', remove),
    fileName,
    type: XLSX,
    bytes,
  };
}

/** The columns an import knows, all as text so that Excel leaves the digits alone, and one row that shows how. */
export function importTemplate(ctx: Ctx): Promise<FileAnswer> {
  const title = (name: (typeof IMPORT_COLUMN_NAMES)[number]) =>
    `${say(IMPORT_COLUMNS[name].title, ctx.language)}${name === 'iccid' ? '*' : ''}`;
  return answerSheet(ctx, say(text('导入卡模板.xlsx', 'Import cards template.xlsx'), ctx.language), {
    columns: IMPORT_COLUMN_NAMES.map((name) => ({
      title: title(name),
      kind: 'text',
      width: name === 'iccid' ? 24 : 18,
    })),
    rows: [],
    sheetName: say(text('导入卡', 'Import cards'), ctx.language),
  });
}

/** The wrong rows in the columns of the upload, with their number there and the reason: correct and upload it again. */
export async function wrongRowsSheet(ctx: Ctx, batchId: string): Promise<FileAnswer> {
  const batch = await findBatch(ctx.db, batchId);
  if (!batch) throw new Refused(importNotFound);
  const titles = [...batch.titles, say(ROW_NUMBER, ctx.language), say(REASON, ctx.language)];
  const base = batch.file_name.replace(/\.[^.]*$/, '');
  return answerSheet(ctx, `${base}${say(text('-错误行', '-wrong-rows'), ctx.language)}.xlsx`, {
    columns: titles.map((title, index) => ({
      title: title || `#${index + 1}`,
      kind: index === titles.length - 2 ? 'number' : 'text',
    })),
    rows: batch.reading_id ? wrongRows(ctx, batch.reading_id, batch.titles.length) : [],
  });
}

async function* wrongRows(ctx: Ctx, readingId: string, columns: number): AsyncGenerator<(string | number)[]> {
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('cards.import_row')
      .select(['row_number', 'cells', 'faults'])
      .where('reading_id', '=', readingId)
      .where('row_number', '>', after)
      .where('faults', 'is not', null)
      .orderBy('row_number')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      const cells = Array.from({ length: columns }, (_, index) => row.cells[index] ?? '');
      yield [...cells, row.row_number, faultWords(row.faults ?? [], ctx.language)];
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.row_number;
  }
}
