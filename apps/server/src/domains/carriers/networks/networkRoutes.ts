import * as api from '@cardinal/contract/api/carriers/networks.ts';
import { bind, bindPrepared, type Route, type Upload } from '../../../framework/domain.ts';
import { importNetworks } from './importNetworks.ts';
import { networkRegister, roamingAccounts } from './networkRegister.ts';
import { steerNetwork } from './steerNetwork.ts';

export const networkRoutes: readonly Route[] = [
  ...networkRegister,
  bind(api.roamingAccounts, (ctx) => roamingAccounts(ctx)),
  bindPrepared(api.steerNetwork, (ctx, { body }) => steerNetwork(ctx, body), { perMinute: 60 }),
  bind(api.importNetworks, (ctx, { upload }) => importNetworks(ctx, upload as Upload)),
];
