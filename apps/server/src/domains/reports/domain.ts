import * as api from '@cardinal/contract/api/reports/dashboard.ts';
import { bind, domain } from '../../framework/domain.ts';
import { backgroundTile } from './backgroundTile.ts';
import { activationsTile, attentionTile, cardsTile, endingTile, onlineTile, stoppedTile } from './cardTiles.ts';
import { countCardsJob } from './countCards.ts';
import { childrenTile, growthTile, placesTile } from './countTiles.ts';
import { cycleTile } from './cycleTile.ts';
import { reportTables } from './reportTables.ts';
import { usageTile } from './usageTile.ts';
import { carriersTile, workTile } from './workTile.ts';

export const reportsDomain = domain({
  name: 'reports',
  needs: ['customers', 'settings', 'tasks', 'carriers', 'cards', 'usage'],
  tables: reportTables,
  routes: [
    bind(api.readCardsTile, (ctx) => cardsTile(ctx)),
    bind(api.readWorkTile, (ctx) => workTile(ctx)),
    bind(api.readEndingTile, (ctx) => endingTile(ctx)),
    bind(api.readUsageTile, (ctx) => usageTile(ctx)),
    bind(api.readCarriersTile, (ctx) => carriersTile(ctx)),
    bind(api.readOnlineTile, (ctx) => onlineTile(ctx)),
    bind(api.readActivationsTile, (ctx) => activationsTile(ctx)),
    bind(api.readStoppedTile, (ctx) => stoppedTile(ctx)),
    bind(api.readAttentionTile, (ctx) => attentionTile(ctx)),
    bind(api.readGrowthTile, (ctx) => growthTile(ctx)),
    bind(api.readChildrenTile, (ctx) => childrenTile(ctx)),
    bind(api.readCycleTile, (ctx) => cycleTile(ctx)),
    bind(api.readPlacesTile, (ctx) => placesTile(ctx)),
    bind(api.readBackgroundTile, (ctx) => backgroundTile(ctx)),
  ],
  jobs: [countCardsJob],
});
