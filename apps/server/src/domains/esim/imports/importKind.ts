import { ESIM_IMPORT_PROGRESS } from '@cardinal/contract/api/esim/imports.ts';
import { esimImportNotFound, esimImportNotWaiting } from '@cardinal/contract/api/esim/refusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type ImportKind, shownCells } from '../../sheetImports/face.ts';
import { matchingValue } from '../matching.ts';
import { numberPlace } from '../sealing.ts';
import { ALREADY, CONTENTS, readStored } from './contents.ts';
import type { EsimImportBatchTable, EsimImportContent } from './importTables.ts';
import { countWarned, judgeRows } from './judgeRows.ts';
import { removeUntouched } from './undoImport.ts';
import { writePart } from './writePart.ts';
import { stockOfTypes } from './writeRows.ts';

const arrayOf = (codes: readonly string[]): string | null =>
  codes.length === 0 ? null : `{${codes.map((code) => JSON.stringify(code)).join(',')}}`;

/** Chips and code numbers imported from sheets; the batch says which of the two. */
export const ESIM_IMPORT: ImportKind<EsimImportBatchTable> = {
  schema: 'esim',
  folder: 'esim-imports',
  letter: 'E',
  topic: ESIM_IMPORT_PROGRESS,
  objectKind: 'esimImport',
  action: 'import_esim',
  notFound: esimImportNotFound,
  notWaiting: esimImportNotWaiting,
  already: ALREADY,
  subject: 'subject',
  staged: [
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
  ],
  columns: ({ content }) => CONTENTS[content].columns,
  reader: (ctx, batch, readingId, places) => {
    const { columns, read } = CONTENTS[batch.content];
    return (row) => {
      const { subject, fields, secrets, faults, warnings } = read(row, places, batch);
      const id = ctx.ids.next();
      const sealed = (secret: 'matchingId' | 'activationCode') =>
        secrets && faults.length === 0 ? ctx.secrets.seal(secrets[secret], numberPlace(id, secret)) : null;
      return [
        readingId,
        row.rowNumber,
        id,
        subject,
        JSON.stringify(fields),
        sealed('matchingId'),
        sealed('activationCode'),
        secrets ? matchingValue(secrets.smdpAddress, secrets.matchingId) : null,
        JSON.stringify(shownCells(columns, row, places)),
        arrayOf(faults),
        arrayOf(warnings),
      ];
    };
  },
  judge: async (ctx, batch, readingId) => {
    await judgeRows(ctx, batch, readingId);
    return countWarned(ctx, readingId);
  },
  stored: ({ content }, code) => readStored(content, code),
  titles: ({ content, file_name: name }) => {
    const { noun } = CONTENTS[content];
    return {
      write: text(`导入${noun.zh} ${name}`, `Import ${noun.en} ${name}`),
      undo: text(`撤销导入${noun.zh} ${name}`, `Undo the import of ${noun.en} ${name}`),
    };
  },
  write: writePart,
  written: async (ctx, { stock_before: before }) =>
    before ? { stock_after: JSON.stringify(await stockOfTypes(ctx, Object.keys(before))) } : {},
  remove: removeUntouched,
};

/** The batches of one kind. */
export const ofContent = (content: EsimImportContent): ImportKind<EsimImportBatchTable> => ({
  ...ESIM_IMPORT,
  only: { content },
});
