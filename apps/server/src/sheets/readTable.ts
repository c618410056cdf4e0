import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Problem } from '@cardinal/primitives/problem.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { openSheet } from './readSheet.ts';
import { SheetRefusal } from './sheetRefusal.ts';

export type TableRow = { readonly rowNumber: number; readonly cells: readonly string[] };

const atFile = ({ text: words, facts = {} }: Problem) =>
  new Refused(invalid, {}, [{ field: 'file', text: words, facts }]);

/**
 * A small sheet as a whole: the rows below its heading, within the given limits. Problems of the file are refused at the field
 * `file`; damaged cells are identified by their row.
 */
export async function readTable(
  file: { readonly path: string; readonly fileName: string },
  limits: { readonly rows: number; readonly bytes: number },
): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  try {
    const sheet = await openSheet(file.path, file.fileName, limits);
    try {
      for await (const { rowNumber, cells, flaws } of sheet.rows()) {
        const flaw = flaws[0];
        if (flaw) throw refusedRow(rowNumber, flaw.problem);
        rows.push({ rowNumber, cells });
      }
    } finally {
      await sheet.close();
    }
  } catch (error) {
    throw error instanceof SheetRefusal ? atFile(error.problem) : error;
  }
  if (rows.length < 2) throw atFile({ text: text('表头下面没有数据', 'No data below the header row') });
  return rows.slice(1);
}

/** A problem of one row and column, refused at the field `file`. */
export function refusedRow(rowNumber: number, { text: found, facts }: Problem, column?: Text): Refused {
  const [zh, en] = column ? [`${column.zh}：`, `${column.en}: `] : ['', ''];
  const said = text(`第 {rowNumber} 行：${zh}${found.zh}`, `Row {rowNumber}: ${en}${found.en}`);
  return atFile({ text: said, facts: { ...facts, rowNumber } });
}
