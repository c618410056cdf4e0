import {
  listOnlineLookups,
  readOnlineLookup,
  startOnlineLookup,
} from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { lookupDataset, readOnlineLookup as readLookup } from './lookupList.ts';
import { startOnlineLookup as start } from './startLookup.ts';

export const lookupRoutes: readonly Route[] = [
  bind(startOnlineLookup, (ctx, { body }) => start(ctx, body)),
  bindList(listOnlineLookups, lookupDataset),
  bind(readOnlineLookup, (ctx, { query }) => readLookup(ctx, query)),
];
