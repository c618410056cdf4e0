import {
  globalSearch as endpoint,
  pastedNotFoundSheet,
  readPasted,
  searchSheet as sheet,
} from '@cardinal/contract/api/cardViews/search.ts';
import { bind, bindFile, type Route } from '../../../framework/domain.ts';
import { globalSearch } from './globalSearch.ts';
import { findPasted, notFoundSheet } from './pastedNumbers.ts';
import { searchSheet } from './searchSheet.ts';

export const searchRoutes: readonly Route[] = [
  bind(endpoint, (ctx, { query }) => globalSearch(ctx, query.q)),
  bind(readPasted, (ctx, { query }) => findPasted(ctx, query)),
  bindFile(pastedNotFoundSheet, (ctx, { query }) => notFoundSheet(ctx, query)),
  bindFile(sheet, (ctx, { query }) => searchSheet(ctx, query.q)),
];
