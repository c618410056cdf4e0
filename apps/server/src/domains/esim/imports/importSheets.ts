import { esimImportNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { FileAnswer } from '../../../framework/domain.ts';
import { answerSheet } from '../../cards/face.ts';
import { CONTENTS } from './contents.ts';
import { storedWords } from './importList.ts';
import { findBatch } from './importStore.ts';
import type { EsimImportBatch, EsimImportContent } from './importTables.ts';

const REASON = text('错误原因', 'What is wrong');
const ROW_NUMBER = text('原行号', 'Row of the sheet');
const ROWS_AT_ONCE = 5_000;
const WIDE = 36;
const NARROW = 18;

/** The columns an import knows, all as text so that Excel leaves the digits alone. */
export function importTemplate(ctx: Ctx, content: EsimImportContent): Promise<FileAnswer> {
  const { columns, noun } = CONTENTS[content];
  const sheetName = say(text(`导入${noun.zh}`, `Import ${noun.en}`), ctx.language);
  const name = say(text(`导入${noun.zh}模板.xlsx`, `Import ${noun.en} template.xlsx`), ctx.language);
  return answerSheet(ctx, name, {
    columns: Object.values(columns).map(({ title, isRequired, isSecret }, at) => ({
      title: `${say(title, ctx.language)}${isRequired ? '*' : ''}`,
      kind: 'text',
      width: at === 0 || isSecret ? WIDE : NARROW,
    })),
    rows: [],
    sheetName,
  });
}

/** The wrong rows in the columns of the upload, without what is secret, with their number there and the reason. */
export async function wrongRowsSheet(ctx: Ctx, content: EsimImportContent, batchId: string): Promise<FileAnswer> {
  const batch = await findBatch(ctx.db, batchId, content);
  if (!batch) throw new Refused(esimImportNotFound);
  const titles = [...batch.titles, say(ROW_NUMBER, ctx.language), say(REASON, ctx.language)];
  const base = batch.file_name.replace(/\.[^.]*$/, '');
  return answerSheet(ctx, `${base}${say(text('-错误行', '-wrong-rows'), ctx.language)}.xlsx`, {
    columns: titles.map((title, index) => ({
      title: title || `#${index + 1}`,
      kind: index === titles.length - 2 ? 'number' : 'text',
    })),
    rows: wrongRows(ctx, batch),
  });
}

async function* wrongRows(ctx: Ctx, batch: EsimImportBatch): AsyncGenerator<(string | number)[]> {
  for (let after = 0; batch.reading_id !== null; ) {
    const rows = await ctx.db
      .selectFrom('esim.import_row')
      .select(['row_number', 'cells', 'faults'])
      .where('reading_id', '=', batch.reading_id)
      .where('row_number', '>', after)
      .where('faults', 'is not', null)
      .orderBy('row_number')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      const cells = batch.titles.map((_, index) => row.cells[index] ?? '');
      yield [...cells, row.row_number, storedWords(batch.content, row.faults ?? [], ctx.language)];
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.row_number;
  }
}
