import * as api from '@cardinal/contract/api/openApi/interfaces.ts';
import { bind, bindList } from '../../framework/domain.ts';
import {
  listOpenTags,
  openCardDataset,
  readOpenCard,
  readOpenTask,
  readOpenUsage,
  readSelf,
  remarkCards,
  restartCards,
  stopCards,
  tagCards,
} from './cardInterfaces.ts';
import { bindOpen, type OpenRoute } from './openRoute.ts';

export const openRoutes: readonly OpenRoute[] = [
  bind(api.openSelf, (ctx) => readSelf(ctx)),
  bindList(api.openCards, openCardDataset),
  bind(api.openCard, (ctx, { params }) => readOpenCard(ctx, params)),
  bind(api.openUsage, (ctx, { params, query }) => readOpenUsage(ctx, params, query)),
  bind(api.openStop, (ctx, { body }) => stopCards(ctx, body)),
  bind(api.openRestart, (ctx, { body }) => restartCards(ctx, body)),
  bind(api.openTags, (ctx) => listOpenTags(ctx)),
  bind(api.openSetTags, (ctx, { body }) => tagCards(ctx, body)),
  bind(api.openRemark, (ctx, { body }) => remarkCards(ctx, body)),
  bind(api.openTask, (ctx, { params, query }) => readOpenTask(ctx, params, query)),
].map(bindOpen);
