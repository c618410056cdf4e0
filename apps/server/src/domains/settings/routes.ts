import * as logoApi from '@cardinal/contract/api/logos.ts';
import { readMenu as readMenuEndpoint } from '@cardinal/contract/api/menus.ts';
import * as selfCheck from '@cardinal/contract/api/selfCheck.ts';
import * as api from '@cardinal/contract/api/settings.ts';
import { bind, bindFile, bindStream, type Route, type Upload } from '../../framework/domain.ts';
import { countryRoutes } from './countries/countryRoutes.ts';
import { editCustomerSetting, readCustomerSettings, readOwnLook } from './customerSettings.ts';
import { arrangeDashboard, readDashboardCards } from './dashboardCards.ts';
import { dictRoutes } from './dictionaries/dictRoutes.ts';
import { guideRoutes } from './guides/guideRoutes.ts';
import { listLogos, readLogo, removeLogo, uploadLogo } from './logos.ts';
import {
  editPlatformSettings,
  readPlatformSettings,
  readSite,
  readSiteMap,
  switchCarrierFamily,
} from './platformSettings.ts';
import { readMenu } from './readMenu.ts';
import { checkFile, measureUpload, sendCheckEvents } from './selfCheck.ts';

const seldom = (route: Route): Route => ({ ...route, options: { ...route.options, perMinute: 12 } });

export const routes: readonly Route[] = [
  // The menu stands here and not with the menu tree, because hosts hide carriers and hosts are settings.
  bind(readMenuEndpoint, (ctx) => readMenu(ctx)),
  ...countryRoutes,
  ...dictRoutes,
  ...guideRoutes,
  bind(api.readSite, (ctx) => readSite(ctx)),
  bind(api.readSiteMap, (ctx) => readSiteMap(ctx)),
  bindFile(logoApi.readLogo, (ctx, { query }) => readLogo(ctx, query)),
  bind(logoApi.listLogos, (ctx) => listLogos(ctx)),
  bind(logoApi.uploadLogo, (ctx, { body, upload }) => uploadLogo(ctx, body, upload as Upload)),
  bind(logoApi.removeLogo, (ctx, { body }) => removeLogo(ctx, body)),
  bind(api.readPlatformSettings, (ctx) => readPlatformSettings(ctx.db)),
  bind(api.editPlatformSettings, (ctx, { body }) => editPlatformSettings(ctx, body)),
  bind(api.switchCarrierFamily, (ctx, { body }) => switchCarrierFamily(ctx, body)),
  bind(api.readCustomerSettings, (ctx, { query }) => readCustomerSettings(ctx, query)),
  bind(api.editCustomerSetting, (ctx, { body }) => editCustomerSetting(ctx, body)),
  bind(api.readOwnLook, (ctx) => readOwnLook(ctx)),
  bind(api.readDashboardCards, (ctx) => readDashboardCards(ctx)),
  bind(api.arrangeDashboard, (ctx, { body }) => arrangeDashboard(ctx, body)),

  // Without a login, so a few times a minute and address only.
  bind(selfCheck.checkUpload, async (_, { body }) => measureUpload(body), {
    transaction: 'none',
    perMinute: 6,
    bodyBytes: selfCheck.CHECK_UPLOAD_BYTES + 1024,
  }),
  seldom(bindFile(selfCheck.checkDownload, async () => checkFile())),
  seldom(bindStream(selfCheck.checkEvents, (_, __, outlet) => sendCheckEvents(outlet))),
];
