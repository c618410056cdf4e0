import { type Text, text } from '@cardinal/primitives/text.ts';
import type { SheetRow } from '../../sheets/sheetRow.ts';
import { EXAMPLE_LEFT, FLAW_FAULTS } from './exampleRow.ts';
import type { Places, SheetColumns } from './sheetColumns.ts';

/** Faults common to sheets; a fault or warning may have a text after a colon. */
export const SHARED_FAULTS = {
  missing: text('缺少{fact}', 'No {fact}'),
  damagedNumber: text(
    '{fact} 被 Excel 存成了数字（如 8.9E+31），15 位以后的数字已经丢失，请把该列设为文本格式后重新填写',
    'Excel stored {fact} as a number (such as 8.9E+31) and lost the digits after the 15th. Format the column as text and enter it again.',
  ),
  brokenCell: text('{fact} 的单元格没有可用的值', 'The cell of {fact} has no usable value'),
  exampleLeft: EXAMPLE_LEFT,
} as const satisfies Record<string, Text>;

/** The cells of a row by column name, with Excel's changes marked. */
export function cellsOf<N extends string>(columns: SheetColumns<N>, row: SheetRow, places: Places<N>) {
  const broken = new Set<N>();
  const faults: string[] = [];
  for (const flaw of row.flaws) {
    const name = (Object.keys(places) as N[]).find((each) => places[each] === flaw.column);
    if (!name || (flaw.kind === 'damagedNumber' && !columns[name].isNumber)) continue;
    broken.add(name);
    faults.push(`${FLAW_FAULTS[flaw.kind]}:${name}`);
  }
  const cell = (name: N): string => {
    const place = places[name];
    return place === undefined ? '' : (row.cells[place] ?? '').trim();
  };
  return {
    faults,
    cell,
    /** The value of a column in stored form, or null if empty; reported as `fault` if invalid. */
    value: (name: N, fault: string, read: (typed: string) => string | undefined): string | null => {
      const typed = cell(name);
      if (broken.has(name)) return null;
      if (typed === '') {
        if (columns[name].isRequired) faults.push(`missing:${name}`);
        return null;
      }
      const kept = read(typed);
      if (kept === undefined) faults.push(fault);
      return kept ?? null;
    },
  };
}

/** The cells that may be returned: without secrets. */
export function shownCells<N extends string>(columns: SheetColumns<N>, row: SheetRow, places: Places<N>): string[] {
  const secret = new Set(
    (Object.keys(places) as N[]).filter((name) => columns[name].isSecret).map((name) => places[name]),
  );
  return row.cells.map((cell, at) => (secret.has(at) ? '' : cell));
}
