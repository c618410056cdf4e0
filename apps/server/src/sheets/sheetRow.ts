import { rowCountRule } from '@cardinal/primitives/file.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import type { SheetLimits } from './sheetLimits.ts';
import { refusal, SheetRefusal } from './sheetRefusal.ts';

/** A problem with the stored content of a cell, whatever the column means. */
export type CellFlaw = {
  /** Index into `cells`, from 0. */
  readonly column: number;
  readonly kind: CellFlawKind;
  readonly problem: Problem;
};
export type CellFlawKind = 'damagedNumber' | 'errorValue' | 'formulaWithoutResult' | 'example';

/** A row with content. Empty rows are left out, so `rowNumber` (1-based, as in Excel) may skip. */
export type SheetRow = {
  readonly rowNumber: number;
  /** Texts from column A on, without blanks around them and without invisible characters; cells after the last one with content are absent. */
  readonly cells: readonly string[];
  /** Usually empty. An importer refuses the row if a column it uses has a flaw. */
  readonly flaws: readonly CellFlaw[];
};

export const FLAW_PROBLEMS: Record<CellFlawKind, Problem> = {
  damagedNumber: problem(
    '号码被 Excel 存成了数字，15 位以后的数字已经丢失，请把该列设为文本格式后重新填写',
    'Excel stored this number as a numeric value and lost the digits after the 15th. Format the column as text and enter it again.',
  ),
  errorValue: problem('单元格是 Excel 错误值', 'The cell holds an Excel error value'),
  formulaWithoutResult: problem(
    '公式没有保存计算结果，请用 Excel 打开并保存后再导入',
    'The formula has no saved result. Open and save the file in Excel first.',
  ),
  example: problem('单元格还是模板的示例', 'The cell still holds the example of the template'),
};

/** The flaw in one column of a row, if it has one. */
export function flawAt(row: SheetRow, column: number): CellFlaw | undefined {
  return row.flaws.find((flaw) => flaw.column === column);
}

/** Characters pasted along with numbers by accident: control characters, zero-width blanks, direction marks. */
const INVISIBLE = /[^\P{Cc}\t\n]|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a quick look before the thorough one
const MAYBE_INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u2000-\u2069\ufeff\ud800-\udfff]/;

function cleaned(raw: string): string {
  if (!MAYBE_INVISIBLE.test(raw)) return raw.trim();
  return raw.toWellFormed().replace(INVISIBLE, '').trim();
}

const NO_FLAWS: readonly CellFlaw[] = [];

/** Assembles rows cell by cell and applies the same limits for every reader. */
export class RowAssembly {
  private readonly limits: SheetLimits;
  private rowNumber = 0;
  private cells: string[] = [];
  private flaws: CellFlaw[] | undefined;
  private rowsWithContent = 0;

  constructor(limits: SheetLimits) {
    this.limits = limits;
  }

  begin(rowNumber: number): void {
    this.rowNumber = rowNumber;
    this.cells = [];
    this.flaws = undefined;
  }

  put(column: number, raw: string, flaw?: CellFlawKind): void {
    const value = cleaned(raw);
    if (value === '' && !flaw) return;
    if (column >= this.limits.columns) {
      throw refusal('tooManyColumns', { row: this.rowNumber, limit: this.limits.columns });
    }
    if (value.length > this.limits.cellLength) {
      throw refusal('cellTooLong', {
        row: this.rowNumber,
        column: column + 1,
        limit: this.limits.cellLength,
      });
    }
    while (this.cells.length < column) this.cells.push('');
    this.cells[column] = value;
    if (flaw) {
      this.flaws ??= [];
      this.flaws.push({ column, kind: flaw, problem: FLAW_PROBLEMS[flaw] });
    }
  }

  /** The row; undefined if it has no content. */
  end(): SheetRow | undefined {
    if (this.cells.length === 0) return undefined;
    this.rowsWithContent += 1;
    if (this.rowsWithContent > this.limits.rows + this.limits.headingRows) {
      throw new SheetRefusal('tooManyRows', rowCountRule(this.limits.rows)(this.limits.rows + 1)!);
    }
    return { rowNumber: this.rowNumber, cells: this.cells, flaws: this.flaws ?? NO_FLAWS };
  }
}
