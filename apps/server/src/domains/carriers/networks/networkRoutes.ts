import * as api from '@cardinal/contract/api/carriers/networks.ts';
import { bind, bindList, bindPrepared, type Route, type Upload } from '../../../framework/domain.ts';
import { addNetwork, editNetwork, importNetworks } from './editNetworks.ts';
import { networkDataset, roamingAccounts } from './networkList.ts';
import { steerNetwork } from './steerNetwork.ts';

export const networkRoutes: readonly Route[] = [
  bindList(api.listNetworks, networkDataset),
  bind(api.roamingAccounts, (ctx) => roamingAccounts(ctx)),
  bind(api.addNetwork, (ctx, { body }) => addNetwork(ctx, body)),
  bind(api.editNetwork, (ctx, { body }) => editNetwork(ctx, body)),
  bindPrepared(api.steerNetwork, (ctx, { body }) => steerNetwork(ctx, body), { perMinute: 60 }),
  bind(api.importNetworks, (ctx, { upload }) => importNetworks(ctx, upload as Upload)),
];
