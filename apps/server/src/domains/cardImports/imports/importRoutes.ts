import * as sources from '@cardinal/contract/api/cardImports/importSources.ts';
import * as api from '@cardinal/contract/api/cardImports/imports.ts';
import * as unmatched from '@cardinal/contract/api/cardImports/unmatchedCarrierCards.ts';
import { text } from '@cardinal/primitives/text.ts';
import { bind, bindFile, bindList, type Route, type Upload } from '../../../framework/domain.ts';
import { cancelBatch, startUndo, templateSheet, wrongRowsSheet } from '../../sheetImports/face.ts';
import { offeredDataset } from '../unmatched/offeredCards.ts';
import { closeUnmatchedCards, unmatchedCardDataset } from '../unmatched/unmatchedCards.ts';
import { decideImport } from './decideImport.ts';
import { IMPORT_COLUMNS } from './importColumns.ts';
import { CARD_IMPORT } from './importKind.ts';
import { importDataset, readImport } from './importList.ts';
import { importUnmatchedCards } from './importUnmatchedCards.ts';
import { matchDataset } from './matchList.ts';
import { importFromCarrier, listInventoryNow, readInventory } from './pullImport.ts';
import { importFromSegments } from './segmentImport.ts';
import { importOptions, uploadImport } from './uploadImport.ts';

const TEMPLATE = {
  fileName: text('导入卡模板.xlsx', 'Import cards template.xlsx'),
  sheetName: text('导入卡', 'Import cards'),
  columns: IMPORT_COLUMNS,
  wide: 24,
};

export const importRoutes: readonly Route[] = [
  bindList(api.listImports, importDataset),
  bind(api.uploadImport, (ctx, { body, upload }) => uploadImport(ctx, body, upload as Upload)),
  bind(api.readImport, (ctx, { query }) => readImport(ctx, query.batchId)),
  bind(api.decideImport, (ctx, { body }) => decideImport(ctx, body)),
  bind(api.cancelImport, (ctx, { body }) => cancelBatch(ctx, CARD_IMPORT, body.batchId)),
  bind(api.undoImport, (ctx, { body }) => startUndo(ctx, CARD_IMPORT, body.batchId)),
  bind(sources.importFromSegments, (ctx, { body }) => importFromSegments(ctx, body)),
  bind(sources.importFromCarrier, (ctx, { body }) => importFromCarrier(ctx, body)),
  bind(sources.readInventory, (ctx, { query }) => readInventory(ctx, query.carrierAccountId)),
  bind(sources.listInventoryNow, (ctx, { body }) => listInventoryNow(ctx, body.carrierAccountId)),
  bindList(sources.listOffered, offeredDataset),
  bindList(sources.listMatched, matchDataset),
  bindList(unmatched.listUnmatchedCards, unmatchedCardDataset),
  bind(unmatched.importUnmatchedCards, (ctx, { body }) => importUnmatchedCards(ctx, body)),
  bind(unmatched.closeUnmatchedCards, (ctx, { body }) => closeUnmatchedCards(ctx, body)),
  bind(api.importOptions, (ctx) => importOptions(ctx)),
  bindFile(api.importTemplate, (ctx) => templateSheet(ctx, TEMPLATE)),
  bindFile(api.wrongRowsSheet, (ctx, { query }) => wrongRowsSheet(ctx, CARD_IMPORT, query.batchId)),
];
