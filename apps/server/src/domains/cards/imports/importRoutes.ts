import * as api from '@cardinal/contract/api/cards/imports.ts';
import { bind, bindFile, bindList, type Route, type Upload } from '../../../framework/domain.ts';
import { cancelImport, decideImport, undoImport } from './decideImport.ts';
import { importDataset, readImport } from './importList.ts';
import { importTemplate, wrongRowsSheet } from './importSheets.ts';
import { importOptions, uploadImport } from './uploadImport.ts';

export const importRoutes: readonly Route[] = [
  bindList(api.listImports, importDataset),
  bind(api.uploadImport, (ctx, { body, upload }) => uploadImport(ctx, body, upload as Upload)),
  bind(api.readImport, (ctx, { query }) => readImport(ctx, query.batchId)),
  bind(api.decideImport, (ctx, { body }) => decideImport(ctx, body)),
  bind(api.cancelImport, (ctx, { body }) => cancelImport(ctx, body.batchId)),
  bind(api.undoImport, (ctx, { body }) => undoImport(ctx, body)),
  bind(api.importOptions, (ctx) => importOptions(ctx)),
  bindFile(api.importTemplate, (ctx) => importTemplate(ctx)),
  bindFile(api.wrongRowsSheet, (ctx, { query }) => wrongRowsSheet(ctx, query.batchId)),
];
