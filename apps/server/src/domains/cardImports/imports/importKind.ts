import { IMPORT_PROGRESS } from '@cardinal/contract/api/cardImports/imports.ts';
import { importNotFound, importNotWaiting } from '@cardinal/contract/api/cardImports/refusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { ImportKind } from '../../sheetImports/face.ts';
import { IMPORT_COLUMNS } from './importColumns.ts';
import { ALREADY, readFault, readRow } from './importRules.ts';
import { judgeReading } from './importStore.ts';
import type { ImportBatchTable } from './importTables.ts';
import { requestSync } from './requestSync.ts';
import { sourceRows } from './sourceRows.ts';
import { removeUntouched } from './undoImport.ts';
import { writePart } from './writePart.ts';

/** Cards imported from a sheet. */
export const CARD_IMPORT: ImportKind<ImportBatchTable> = {
  schema: 'card_imports',
  folder: 'imports',
  letter: 'I',
  topic: IMPORT_PROGRESS,
  objectKind: 'importBatch',
  action: 'import_card',
  notFound: importNotFound,
  notWaiting: importNotWaiting,
  already: ALREADY,
  subject: 'iccid',
  staged: [
    'reading_id',
    'row_number',
    'card_id',
    'iccid',
    'business_number',
    'mapping_number',
    'imsi',
    'imei',
    'eid',
    'size',
    'remark',
    'cells',
    'faults',
  ],
  columns: () => IMPORT_COLUMNS,
  rows: sourceRows,
  reader: (ctx, batch, readingId, places) => {
    const terms = { platform: batch.platform, isPrefixConfirmed: batch.is_prefix_confirmed };
    return (row) => {
      const card = readRow(row, places, terms);
      return [
        readingId,
        row.rowNumber,
        ctx.ids.next(),
        card.iccid,
        card.businessNumber,
        card.mappingNumber,
        card.imsi,
        card.imei,
        card.eid,
        card.size,
        card.remark,
        JSON.stringify(row.cells),
        card.faults.length > 0 ? `{${card.faults.join(',')}}` : null,
      ];
    };
  },
  judge: async (ctx, { platform }, readingId) => {
    await judgeReading(ctx.db, readingId, platform);
    return {};
  },
  stored: (_batch, code) => readFault(code),
  titles: ({ file_name: name }) => ({
    write: text(`导入卡 ${name}`, `Import cards ${name}`),
    undo: text(`撤销导入 ${name}`, `Undo the import of ${name}`),
  }),
  write: writePart,
  written: async (ctx, batch) => {
    await requestSync(ctx, batch);
    return {};
  },
  remove: removeUntouched,
};
