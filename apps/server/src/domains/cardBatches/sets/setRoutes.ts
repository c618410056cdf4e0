import * as api from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { bind, bindFile, type Route, type Upload } from '../../../framework/domain.ts';
import { askRefresh, deleteSet, editSet, uploadSet } from './editSets.ts';
import { listSets, readReport, restSheet } from './setReport.ts';

export const setRoutes: readonly Route[] = [
  bind(api.listCardSets, (ctx) => listSets(ctx)),
  bind(api.uploadCardSet, (ctx, { body, upload }) => uploadSet(ctx, body, upload as Upload)),
  bind(api.readCardSet, (ctx, { query }) => readReport(ctx, query.id)),
  bind(api.editCardSet, (ctx, { body }) => editSet(ctx, body)),
  bind(api.deleteCardSet, (ctx, { body }) => deleteSet(ctx, body.id)),
  bind(api.refreshCardSet, (ctx, { body }) => askRefresh(ctx, body.id)),
  bindFile(api.cardSetRest, (ctx, { query }) => restSheet(ctx, query.id)),
];
