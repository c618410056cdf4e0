import * as selection from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo as undoEndpoint } from '@cardinal/contract/api/cardCommands/undo.ts';
import {
  listCards,
  listNbCards,
  listVoiceCards,
  readSilence as silenceEndpoint,
} from '@cardinal/contract/api/cards/cardList.ts';
import {
  peekCard as peekEndpoint,
  readCard,
  readTradedCard,
  refreshCard as refreshEndpoint,
} from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { bind, bindList, bindPrepared, type Route, type Upload } from '../../framework/domain.ts';
import { previewSelection } from '../cardBatches/selection/previewSelection.ts';
import { readAsked } from '../cardBatches/selection/readAsked.ts';
import { readStoredPreview } from '../cardBatches/selection/selectionStore.ts';
import { skippedDataset } from '../cardBatches/selection/skippedList.ts';
import { startAction } from '../cardBatches/selection/startAction.ts';
import { uploadSelection } from '../cardBatches/selection/uploadSelection.ts';
import { setRoutes } from '../cardBatches/sets/setRoutes.ts';
import { planRoutes } from '../cardCommands/plans/planRoutes.ts';
import { previewUndo } from '../cardCommands/undo/previewUndo.ts';
import { importRoutes } from '../cardImports/imports/importRoutes.ts';
import { segmentRoutes } from '../cardImports/segments/segmentRoutes.ts';
import { lineRoutes } from '../cardLookups/line/lineRoutes.ts';
import { lookupRoutes } from '../cardLookups/lookups/lookupRoutes.ts';
import { positionRoutes } from '../cardLookups/positioning/positionRoutes.ts';
import { realNameRoutes } from '../cardLookups/realName/realNameRoutes.ts';
import { cardDetail } from '../cardViews/detail/cardDetail.ts';
import { peekCard } from '../cardViews/detail/peekCard.ts';
import { tradedCard } from '../cardViews/detail/tradedCard.ts';
import { readonlyRoutes } from '../cardViews/readonly/readonlyRoutes.ts';
import { searchRoutes } from '../cardViews/search/searchRoutes.ts';
import { sessionRoutes } from '../carrierSync/sessions/sessionRoutes.ts';
import { refreshCard } from '../carrierSync/sync/refreshCard.ts';
import { syncRoutes } from '../carrierSync/sync/syncRoutes.ts';
import { cardDataset } from './cardDataset.ts';
import { historyRoutes } from './history/historyRoutes.ts';
import { nbDataset, readSilence, voiceDataset } from './kindLists.ts';
import { tagRoutes } from './tags/tagRegister.ts';

export const routes: readonly Route[] = [
  bindList(listCards, cardDataset),
  bindList(listVoiceCards, voiceDataset),
  bindList(listNbCards, nbDataset),
  bind(silenceEndpoint, (ctx) => readSilence(ctx)),
  bind(readCard, (ctx, { query }) => cardDetail(ctx, query.iccid)),
  bind(readTradedCard, (ctx, { query }) => tradedCard(ctx, query.iccid)),
  bind(peekEndpoint, (ctx, { query }) => peekCard(ctx, query.id)),
  bindPrepared(refreshEndpoint, (ctx, { body }) => refreshCard(ctx, body.id)),
  bind(selection.previewSelection, (ctx, { body }) => previewSelection(ctx, body)),
  bind(selection.readPreview, (ctx, { query }) => readStoredPreview(ctx, query.previewId)),
  bind(selection.readAsked, (ctx, { query }) => readAsked(ctx, query)),
  bind(selection.uploadSelection, (ctx, { upload }) => uploadSelection(ctx, upload as Upload)),
  bindList(selection.listSkipped, skippedDataset),
  bind(undoEndpoint, (ctx, { body }) => previewUndo(ctx, body.taskId)),
  bind(selection.startAction, (ctx, { body }) => startAction(ctx, body)),
  ...importRoutes,
  ...planRoutes,
  ...segmentRoutes,
  ...sessionRoutes,
  ...tagRoutes,
  ...historyRoutes,
  ...searchRoutes,
  ...setRoutes,
  ...lookupRoutes,
  ...positionRoutes,
  ...readonlyRoutes,
  ...lineRoutes,
  ...realNameRoutes,
  ...syncRoutes,
];
