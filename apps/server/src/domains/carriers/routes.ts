import { readCarrierMonitor } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import { readCarrierPools } from '@cardinal/contract/api/carriers/carrierPools.ts';
import {
  listProfilePresets,
  readCarrierMatrix as matrixEndpoint,
  tryCarrierProfile as tryEndpoint,
} from '@cardinal/contract/api/carriers/carrierProfiles.ts';
import { listCarrierPushes, readCarrierPushes } from '@cardinal/contract/api/carriers/carrierPushes.ts';
import { setNewSchedules as setEndpoint } from '@cardinal/contract/api/carriers/carrierSchedules.ts';
import {
  addCarrierAccount as addEndpoint,
  deleteCarrierAccount as deleteEndpoint,
  readCarrierAccount as detailEndpoint,
  editCarrierAccount as editEndpoint,
  listAdapters,
  listCarrierAccounts,
  listCarrierCalls,
  pauseCarrierAccount as pauseEndpoint,
  resumeCarrierAccount as resumeEndpoint,
  setCarrierSecret as secretEndpoint,
  testCarrierAccount as testEndpoint,
} from '@cardinal/contract/api/carriers/carriers.ts';
import { bind, bindList, bindPrepared } from '../../framework/domain.ts';
import { callDataset } from './gate/callList.ts';
import { accountDataset } from './management/accountList.ts';
import { setCarrierSecret, testCarrierAccount } from './management/proveAccount.ts';
import { readAdapters, readCarrierAccount, readCarrierMatrix } from './management/readAccount.ts';
import { setNewSchedules } from './management/setNewSchedules.ts';
import { readPresets, tryCarrierProfile } from './management/tryProfile.ts';
import {
  addCarrierAccount,
  deleteCarrierAccount,
  editCarrierAccount,
  pauseCarrierAccount,
  resumeCarrierAccount,
} from './management/writeAccount.ts';
import { readMonitor } from './monitor/readMonitor.ts';
import { networkRoutes } from './networks/networkRoutes.ts';
import { readPoolsNow } from './pools/poolJobs.ts';
import { pushDataset } from './pushes/pushList.ts';
import { readPushes } from './pushes/readPushes.ts';

export const routes = [
  bindList(listCarrierAccounts, accountDataset),
  ...networkRoutes,
  bind(listAdapters, (ctx) => readAdapters(ctx)),
  bind(setEndpoint, (ctx, { body }) => setNewSchedules(ctx, body)),
  bind(matrixEndpoint, (ctx) => readCarrierMatrix(ctx)),
  bind(detailEndpoint, (ctx, { query }) => readCarrierAccount(ctx, query)),
  bind(addEndpoint, (ctx, { body }) => addCarrierAccount(ctx, body)),
  bind(editEndpoint, (ctx, { body }) => editCarrierAccount(ctx, body)),
  bindPrepared(secretEndpoint, (ctx, { body }) => setCarrierSecret(ctx, body), { perMinute: 30 }),
  bindPrepared(testEndpoint, (ctx, { body }) => testCarrierAccount(ctx, body), { perMinute: 60 }),
  bindPrepared(tryEndpoint, (ctx, { body }) => tryCarrierProfile(ctx, body), { perMinute: 60 }),
  bind(listProfilePresets, (ctx, { query }) => readPresets(ctx, query)),
  bind(pauseEndpoint, (ctx, { body }) => pauseCarrierAccount(ctx, body)),
  bind(resumeEndpoint, (ctx, { body }) => resumeCarrierAccount(ctx, body)),
  bind(deleteEndpoint, (ctx, { body }) => deleteCarrierAccount(ctx, body)),
  bindList(listCarrierCalls, callDataset),
  bind(readCarrierPools, (ctx, { body }) => readPoolsNow(ctx, body)),
  bindList(listCarrierPushes, pushDataset),
  bind(readCarrierPushes, (ctx, { query }) => readPushes(ctx, query)),
  bind(readCarrierMonitor, (ctx, { query }) => readMonitor(ctx, query)),
];
