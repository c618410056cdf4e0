import * as api from '@cardinal/contract/api/cardLookups/realName.ts';
import { bindPrepared, type Route } from '../../../framework/domain.ts';
import { askRealName, viewRealNameLink } from './askRealName.ts';

export const realNameRoutes: readonly Route[] = [
  bindPrepared(api.askRealName, (ctx, { body }) => askRealName(ctx, body.id)),
  bindPrepared(api.viewRealNameLink, (ctx, { body }) => viewRealNameLink(ctx, body.id)),
];
