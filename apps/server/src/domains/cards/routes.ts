import {
  peekCard as peekEndpoint,
  readCard,
  readTradedCard,
  refreshCard as refreshEndpoint,
} from '@cardinal/contract/api/cards/cardDetail.ts';
import {
  listCards,
  listNbCards,
  listVoiceCards,
  readSilence as silenceEndpoint,
} from '@cardinal/contract/api/cards/cardList.ts';
import * as selection from '@cardinal/contract/api/cards/selection.ts';
import { previewUndo as undoEndpoint } from '@cardinal/contract/api/cards/undo.ts';
import { bind, bindList, type Route, type Upload } from '../../framework/domain.ts';
import { cardDataset } from './cardDataset.ts';
import { cardDetail } from './detail/cardDetail.ts';
import { peekCard } from './detail/peekCard.ts';
import { tradedCard } from './detail/tradedCard.ts';
import { historyRoutes } from './history/historyRoutes.ts';
import { importRoutes } from './imports/importRoutes.ts';
import { nbDataset, readSilence, voiceDataset } from './kindLists.ts';
import { lineRoutes } from './line/lineRoutes.ts';
import { lookupRoutes } from './lookups/lookupRoutes.ts';
import { planRoutes } from './plans/planRoutes.ts';
import { positionRoutes } from './positioning/positionRoutes.ts';
import { readonlyRoutes } from './readonly/readonlyRoutes.ts';
import { realNameRoutes } from './realName/realNameRoutes.ts';
import { searchRoutes } from './search/searchRoutes.ts';
import { segmentRoutes } from './segments/segmentRoutes.ts';
import { previewSelection } from './selection/previewSelection.ts';
import { readAsked } from './selection/readAsked.ts';
import { readStoredPreview } from './selection/selectionStore.ts';
import { skippedDataset } from './selection/skippedList.ts';
import { startAction } from './selection/startAction.ts';
import { uploadSelection } from './selection/uploadSelection.ts';
import { sessionRoutes } from './sessions/sessionRoutes.ts';
import { setRoutes } from './sets/setRoutes.ts';
import { refreshCard } from './sync/refreshCard.ts';
import { syncRoutes } from './sync/syncRoutes.ts';
import { tagRoutes } from './tags/tagRoutes.ts';
import { previewUndo } from './undo/previewUndo.ts';

export const routes: readonly Route[] = [
  bindList(listCards, cardDataset),
  bindList(listVoiceCards, voiceDataset),
  bindList(listNbCards, nbDataset),
  bind(silenceEndpoint, (ctx) => readSilence(ctx)),
  bind(readCard, (ctx, { query }) => cardDetail(ctx, query.iccid)),
  bind(readTradedCard, (ctx, { query }) => tradedCard(ctx, query.iccid)),
  bind(peekEndpoint, (ctx, { query }) => peekCard(ctx, query.id)),
  bind(refreshEndpoint, (ctx, { body }) => refreshCard(ctx, body.id), { transaction: 'none' }),
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
