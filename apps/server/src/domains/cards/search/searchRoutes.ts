import { globalSearch as endpoint } from '@cardinal/contract/api/cards/search.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { globalSearch } from './globalSearch.ts';

export const searchRoutes: readonly Route[] = [bind(endpoint, (ctx, { query }) => globalSearch(ctx, query.q))];
