import { chipImports, numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { bind, bindFile, bindList, type Route, type Upload } from '../../../framework/domain.ts';
import { cancelImport, decideImport, undoImport } from './decideImport.ts';
import { importDataset, readImport } from './importList.ts';
import { importTemplate, wrongRowsSheet } from './importSheets.ts';
import type { EsimImportContent } from './importTables.ts';
import { importOptions, uploadImport } from './uploadImport.ts';
import { verifyImport } from './verifyImport.ts';

/** The steps the two wizards have in common. */
const stepsOf = (api: typeof chipImports | typeof numberImports, content: EsimImportContent): readonly Route[] => [
  bindList(api.list, importDataset(content)),
  bind(api.detail, (ctx, { query }) => readImport(ctx, content, query.esimBatchId)),
  bind(api.decide, (ctx, { body }) => decideImport(ctx, content, body)),
  bind(api.cancel, (ctx, { body }) => cancelImport(ctx, content, body.esimBatchId)),
  bind(api.undo, (ctx, { body }) => undoImport(ctx, content, body.esimBatchId)),
  bind(api.options, (ctx) => importOptions(ctx, content)),
  bindFile(api.template, (ctx) => importTemplate(ctx, content)),
  bindFile(api.wrongRows, (ctx, { query }) => wrongRowsSheet(ctx, content, query.esimBatchId)),
];

export const importRoutes: readonly Route[] = [
  bind(chipImports.upload, (ctx, { body, upload }) => uploadImport(ctx, 'chips', body, upload as Upload)),
  ...stepsOf(chipImports, 'chips'),
  bind(numberImports.upload, (ctx, { body, upload }) => uploadImport(ctx, 'numbers', body, upload as Upload)),
  ...stepsOf(numberImports, 'numbers'),
  bind(numberImports.verify, (ctx, { body }) => verifyImport(ctx, body.esimBatchId)),
];
