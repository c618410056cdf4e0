import { previewTaskRetry, retryRefused as retryEndpoint } from '@cardinal/contract/api/cardBatches/retry.ts';
import * as selection from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo as undoEndpoint } from '@cardinal/contract/api/cardBatches/undo.ts';
import { bind, bindList, type Route, type Upload } from '../../framework/domain.ts';
import { previewUndo } from './repeating/previewUndo.ts';
import { retryFailed } from './repeating/retryFailed.ts';
import { retryRefused } from './repeating/retryRefused.ts';
import { previewSelection } from './selection/previewSelection.ts';
import { readAsked } from './selection/readAsked.ts';
import { readStoredPreview } from './selection/selectionStore.ts';
import { skippedDataset } from './selection/skippedList.ts';
import { startAction } from './selection/startAction.ts';
import { uploadSelection } from './selection/uploadSelection.ts';
import { setRoutes } from './sets/setRoutes.ts';

export const routes: readonly Route[] = [
  bind(selection.previewSelection, (ctx, { body }) => previewSelection(ctx, body)),
  bind(selection.readPreview, (ctx, { query }) => readStoredPreview(ctx, query.previewId)),
  bind(selection.readAsked, (ctx, { query }) => readAsked(ctx, query)),
  bind(selection.uploadSelection, (ctx, { upload }) => uploadSelection(ctx, upload as Upload)),
  bindList(selection.listSkipped, skippedDataset),
  bind(undoEndpoint, (ctx, { body }) => previewUndo(ctx, body.taskId)),
  bind(retryEndpoint, (ctx, { body }) => retryRefused(ctx, body.source)),
  bind(previewTaskRetry, (ctx, { body }) => retryFailed(ctx, body.taskId)),
  bind(selection.startAction, (ctx, { body }) => startAction(ctx, body)),
  ...setRoutes,
];
