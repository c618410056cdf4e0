import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import { type CellFlawKind, FLAW_PROBLEMS, type SheetRow } from '../../sheets/sheetRow.ts';
import type { SheetColumns } from './sheetColumns.ts';

const MARK = text('示例：', 'Example: ');
/** In either language, however its colon was typed. */
const MARKED = /^(?:示例|example)\s*[:：]/i;

const shown = (example: Text | string, language: Language): string =>
  typeof example === 'string' ? example : say(example, language);

/** The example row of a template. Every cell says that it is one, so no cell of it can be taken for a value. */
export const exampleRow = (columns: SheetColumns, language: Language): string[] =>
  Object.values(columns).map(({ example }) =>
    example === undefined ? '' : `${say(MARK, language)}${shown(example, language)}`,
  );

/**
 * The row as it is read. The example row is none (undefined). Where examples stay beside what somebody filled in, their cells
 * are flawed and the row is refused.
 */
export function withoutExamples(row: SheetRow): SheetRow | undefined {
  const marked = row.cells.flatMap((cell, column) => (MARKED.test(cell) ? [column] : []));
  if (marked.length === 0) return row;
  if (row.cells.every((cell, column) => cell === '' || marked.includes(column))) return undefined;
  const flaws = marked.map((column) => ({ column, kind: 'example', problem: FLAW_PROBLEMS.example }) as const);
  return { ...row, flaws: [...row.flaws, ...flaws] };
}

/** The fault of a row for each flaw of a cell; `fact` is the column. */
export const FLAW_FAULTS = {
  damagedNumber: 'damagedNumber',
  errorValue: 'brokenCell',
  formulaWithoutResult: 'brokenCell',
  example: 'exampleLeft',
} as const satisfies Record<CellFlawKind, string>;
export const EXAMPLE_LEFT = text(
  '{fact} 还是模板的示例，请填写或清空',
  '{fact} is still the template’s example; fill it in or clear it',
);
