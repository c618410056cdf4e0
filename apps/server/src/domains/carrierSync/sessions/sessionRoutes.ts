import { readCardPlaces, readCardSessions } from '@cardinal/contract/api/carrierSync/sessions.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { readPlaces } from './places.ts';
import { listSessions } from './sessionList.ts';

export const sessionRoutes: readonly Route[] = [
  bind(readCardPlaces, (ctx, { query }) => readPlaces(ctx, query)),
  bind(readCardSessions, (ctx, { query }) => listSessions(ctx, query)),
];
