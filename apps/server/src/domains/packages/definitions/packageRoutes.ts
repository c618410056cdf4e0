import { checkSystemPackages as checkEndpoint } from '@cardinal/contract/api/packages/carrierChecks.ts';
import { readQueuedPackages as queuedEndpoint } from '@cardinal/contract/api/packages/queuedPackages.ts';
import * as api from '@cardinal/contract/api/packages/systemPackages.ts';
import * as virtualApi from '@cardinal/contract/api/packages/virtualPackages.ts';
import { bind, bindPrepared, type Route } from '../../../framework/domain.ts';
import { readQueued } from '../queuedPackages.ts';
import { checkSystemPackages } from './carrierCheck.ts';
import { packageChoices } from './packageParts.ts';
import { shelveSystemPackages, systemPackageRoutes, systemPackageVersions } from './systemPackages.ts';
import { shelveVirtualPackages, virtualPackageRoutes, warnVirtualPackage } from './virtualPackages.ts';

export const packageRoutes: readonly Route[] = [
  ...systemPackageRoutes,
  bind(api.systemPackageChoices, (ctx) => packageChoices(ctx)),
  bind(api.systemPackageVersions, (ctx, { query }) => systemPackageVersions(ctx, query.id)),
  bind(api.shelveSystemPackages, (ctx, { body }) => shelveSystemPackages(ctx, body)),
  bindPrepared(checkEndpoint, (ctx, { body }) => checkSystemPackages(ctx, body), { perMinute: 60 }),
  bind(queuedEndpoint, (ctx, { query }) => readQueued(ctx, query)),
  ...virtualPackageRoutes,
  bind(virtualApi.shelveVirtualPackages, (ctx, { body }) => shelveVirtualPackages(ctx, body)),
  bind(virtualApi.warnVirtualPackage, (ctx, { body }) => warnVirtualPackage(ctx, body)),
];
