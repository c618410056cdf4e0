import { globalSearch as endpoint, searchSheet as sheet } from '@cardinal/contract/api/cardViews/search.ts';
import { bind, bindFile, type Route } from '../../../framework/domain.ts';
import { globalSearch } from './globalSearch.ts';
import { searchSheet } from './searchSheet.ts';

export const searchRoutes: readonly Route[] = [
  bind(endpoint, (ctx, { query }) => globalSearch(ctx, query.q)),
  bindFile(sheet, (ctx, { query }) => searchSheet(ctx, query.q)),
];
