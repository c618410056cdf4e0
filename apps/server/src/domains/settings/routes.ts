import * as backgroundApi from '@cardinal/contract/api/settings/loginBackgrounds.ts';
import * as logoApi from '@cardinal/contract/api/settings/logos.ts';
import { readMenu as readMenuEndpoint } from '@cardinal/contract/api/settings/menu.ts';
import * as selfCheck from '@cardinal/contract/api/settings/selfCheck.ts';
import * as api from '@cardinal/contract/api/settings/settings.ts';
import { bind, bindFile, bindStream, type Route, type Upload } from '../../framework/domain.ts';
import { countryRoutes } from './countries/countryRoutes.ts';
import { editCustomerSetting, readCustomerSettings, readOwnLook } from './customerSettings.ts';
import { arrangeDashboard, readDashboardCards } from './dashboardCards.ts';
import { dictRoutes } from './dictionaries/dictRoutes.ts';
import { guideRoutes } from './guides/guideRoutes.ts';
import { BACKGROUND, LOGO, listPictures, readPicture, removePicture, uploadPicture } from './hostPictures.ts';
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
  // The menu is here and not with the menu tree, because hosts hide carriers and hosts are settings.
  bind(readMenuEndpoint, (ctx) => readMenu(ctx), { isRevalidated: true }),
  ...countryRoutes,
  ...dictRoutes,
  ...guideRoutes,
  bind(api.readSite, (ctx) => readSite(ctx)),
  bind(api.readSiteMap, (ctx) => readSiteMap(ctx)),
  bindFile(logoApi.readLogo, (ctx, { query }) => readPicture(ctx, LOGO, query)),
  bind(logoApi.listLogos, (ctx) => listPictures(ctx, LOGO)),
  bind(logoApi.uploadLogo, (ctx, { body, upload }) => uploadPicture(ctx, LOGO, body, upload as Upload)),
  bind(logoApi.removeLogo, (ctx, { body }) => removePicture(ctx, LOGO, body)),
  bindFile(backgroundApi.readLoginBackground, (ctx, { query }) => readPicture(ctx, BACKGROUND, query)),
  bind(backgroundApi.listLoginBackgrounds, (ctx) => listPictures(ctx, BACKGROUND)),
  bind(backgroundApi.uploadLoginBackground, (ctx, { body, upload }) =>
    uploadPicture(ctx, BACKGROUND, body, upload as Upload),
  ),
  bind(backgroundApi.removeLoginBackground, (ctx, { body }) => removePicture(ctx, BACKGROUND, body)),
  bind(api.readPlatformSettings, (ctx) => readPlatformSettings(ctx.db)),
  bind(api.editPlatformSettings, (ctx, { body }) => editPlatformSettings(ctx, body)),
  bind(api.switchCarrierFamily, (ctx, { body }) => switchCarrierFamily(ctx, body)),
  bind(api.readCustomerSettings, (ctx, { query }) => readCustomerSettings(ctx, query)),
  bind(api.editCustomerSetting, (ctx, { body }) => editCustomerSetting(ctx, body)),
  bind(api.readOwnLook, (ctx) => readOwnLook(ctx)),
  bind(api.readDashboardCards, (ctx) => readDashboardCards(ctx)),
  bind(api.arrangeDashboard, (ctx, { body }) => arrangeDashboard(ctx, body)),

  // Without sign-in, so limited to a few times a minute per address.
  bind(selfCheck.checkUpload, async (_, { body }) => measureUpload(body), {
    transaction: 'none',
    perMinute: 6,
    bodyBytes: selfCheck.CHECK_UPLOAD_BYTES + 1024,
  }),
  seldom(bindFile(selfCheck.checkDownload, async () => checkFile())),
  seldom(bindStream(selfCheck.checkEvents, (_, __, outlet) => sendCheckEvents(outlet))),
];
