import * as api from '@cardinal/contract/api/cardLookups/realName.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { askRealName, viewRealNameLink } from './askRealName.ts';

// A carrier is never called inside a transaction.
export const realNameRoutes: readonly Route[] = [
  bind(api.askRealName, (ctx, { body }) => askRealName(ctx, body.id), { transaction: 'none' }),
  bind(api.viewRealNameLink, (ctx, { body }) => viewRealNameLink(ctx, body.id), { transaction: 'none' }),
];
