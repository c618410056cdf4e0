import { readMenu as readMenuEndpoint } from '@cardinal/contract/api/menus.ts';
import * as api from '@cardinal/contract/api/settings.ts';
import { bind, type Route } from '../../framework/domain.ts';
import { editCustomerSetting, readCustomerSettings } from './customerSettings.ts';
import { arrangeDashboard, readDashboardCards } from './dashboardCards.ts';
import { editPlatformSettings, readPlatformSettings, readSite } from './platformSettings.ts';
import { readMenu } from './readMenu.ts';

export const routes: readonly Route[] = [
  // The menu stands here and not with the menu tree, because hosts hide carriers and hosts are settings.
  bind(readMenuEndpoint, (ctx) => readMenu(ctx)),
  bind(api.readSite, (ctx) => readSite(ctx)),
  bind(api.readPlatformSettings, (ctx) => readPlatformSettings(ctx.db)),
  bind(api.editPlatformSettings, (ctx, { body }) => editPlatformSettings(ctx, body)),
  bind(api.readCustomerSettings, (ctx, { query }) => readCustomerSettings(ctx, query)),
  bind(api.editCustomerSetting, (ctx, { body }) => editCustomerSetting(ctx, body)),
  bind(api.readDashboardCards, (ctx) => readDashboardCards(ctx)),
  bind(api.arrangeDashboard, (ctx, { body }) => arrangeDashboard(ctx, body)),
];
