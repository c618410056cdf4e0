import {
  listCardEvents,
  previewTaskRetry,
  retryRefused as retryEndpoint,
} from '@cardinal/contract/api/cards/history.ts';
import { readCardMoment, readCardTimeline } from '@cardinal/contract/api/cards/timeMachine.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { cardMoment, cardTimeline } from './cardMoment.ts';
import { eventDataset } from './eventList.ts';
import { retryFailed } from './retryFailed.ts';
import { retryRefused } from './retryRefused.ts';

export const historyRoutes: readonly Route[] = [
  bindList(listCardEvents, eventDataset),
  bind(retryEndpoint, (ctx, { body }) => retryRefused(ctx, body.source)),
  bind(previewTaskRetry, (ctx, { body }) => retryFailed(ctx, body.taskId)),
  bind(readCardTimeline, (ctx, { query }) => cardTimeline(ctx, query.id)),
  bind(readCardMoment, (ctx, { query }) => cardMoment(ctx, query)),
];
