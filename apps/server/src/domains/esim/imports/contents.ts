import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { FLAW_FAULTS, type Places, type SheetColumns, type StoredWords, splitStored } from '../../sheetImports/face.ts';
import { CHIP_COLUMNS, CHIP_FAULTS, CHIP_WARNINGS, readChipRow } from './chipRules.ts';
import type { EsimImportBatch, EsimImportContent } from './importTables.ts';
import { NUMBER_COLUMNS, NUMBER_FAULTS, NUMBER_WARNINGS, readNumberRow } from './numberRules.ts';
import type { ReadRow } from './readRow.ts';

/** What differs between the two sheets while reading. */
type Content = {
  readonly noun: Text;
  readonly columns: SheetColumns;
  readonly words: Readonly<Record<string, Text>>;
  readonly read: (row: SheetRow, places: Places, batch: EsimImportBatch) => ReadRow;
};

export const CONTENTS: Readonly<Record<EsimImportContent, Content>> = {
  chips: {
    noun: text('eSIM卡', 'eSIM cards'),
    columns: CHIP_COLUMNS,
    words: { ...CHIP_FAULTS, ...CHIP_WARNINGS },
    read: (row, places) => readChipRow(row, places),
  },
  numbers: {
    noun: text('码号', 'code numbers'),
    columns: NUMBER_COLUMNS,
    words: { ...NUMBER_FAULTS, ...NUMBER_WARNINGS },
    read: (row, places, { platform, currency }) =>
      readNumberRow(row, places, { platform: platform ?? Platform.values.unknown, currency }),
  },
};

/** A row whose chip or number is known already is counted apart from wrong rows. */
export const ALREADY = 'exists';

/** The words of a stored fault or warning, with the text after its colon in readable form. */
export function readStored(content: EsimImportContent, stored: string): StoredWords {
  const [code, fact] = splitStored(stored);
  const { words, columns } = CONTENTS[content];
  const title = ['missing', ...Object.values<string>(FLAW_FAULTS)].includes(code) ? columns[fact]?.title : undefined;
  const carrier = code === 'crossPlatform' ? Platform.labelOf(Number(fact)) : undefined;
  return { words: words[code] ?? text(code, code), facts: { fact: title ?? carrier ?? fact } };
}
