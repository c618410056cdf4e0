import { chipImports, numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { text } from '@cardinal/primitives/text.ts';
import { bind, bindFile, bindList, type Route, type Upload } from '../../../framework/domain.ts';
import { cancelBatch, startUndo, templateSheet, wrongRowsSheet } from '../../sheetImports/face.ts';
import { CONTENTS } from './contents.ts';
import { decideImport } from './decideImport.ts';
import { ofContent } from './importKind.ts';
import { importDataset, readImport } from './importList.ts';
import type { EsimImportContent } from './importTables.ts';
import { importOptions, uploadImport } from './uploadImport.ts';
import { verifyImport } from './verifyImport.ts';

function templateOf(content: EsimImportContent) {
  const { columns, noun } = CONTENTS[content];
  return {
    fileName: text(`导入${noun.zh}模板.xlsx`, `Import ${noun.en} template.xlsx`),
    sheetName: text(`导入${noun.zh}`, `Import ${noun.en}`),
    columns,
    wide: 36,
  };
}

/** The steps the two wizards have in common. */
const stepsOf = (api: typeof chipImports | typeof numberImports, content: EsimImportContent): readonly Route[] => [
  bindList(api.list, importDataset(content)),
  bind(api.detail, (ctx, { query }) => readImport(ctx, content, query.esimBatchId)),
  bind(api.decide, (ctx, { body }) => decideImport(ctx, content, body)),
  bind(api.cancel, (ctx, { body }) => cancelBatch(ctx, ofContent(content), body.esimBatchId)),
  bind(api.undo, (ctx, { body }) => startUndo(ctx, ofContent(content), body.esimBatchId)),
  bind(api.options, (ctx) => importOptions(ctx, content)),
  bindFile(api.template, (ctx) => templateSheet(ctx, templateOf(content))),
  bindFile(api.wrongRows, (ctx, { query }) => wrongRowsSheet(ctx, ofContent(content), query.esimBatchId)),
];

export const importRoutes: readonly Route[] = [
  bind(chipImports.upload, (ctx, { body, upload }) => uploadImport(ctx, 'chips', body, upload as Upload)),
  ...stepsOf(chipImports, 'chips'),
  bind(numberImports.upload, (ctx, { body, upload }) => uploadImport(ctx, 'numbers', body, upload as Upload)),
  ...stepsOf(numberImports, 'numbers'),
  bind(numberImports.verify, (ctx, { body }) => verifyImport(ctx, body.esimBatchId)),
];
