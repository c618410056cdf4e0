import * as api from '@cardinal/contract/api/packages/systemPackages.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { packageChoices } from './packageParts.ts';
import { shelveSystemPackages, systemPackageRoutes, systemPackageVersions } from './systemPackages.ts';

export const packageRoutes: readonly Route[] = [
  ...systemPackageRoutes,
  bind(api.systemPackageChoices, (ctx) => packageChoices(ctx)),
  bind(api.systemPackageVersions, (ctx, { query }) => systemPackageVersions(ctx, query.id)),
  bind(api.shelveSystemPackages, (ctx, { body }) => shelveSystemPackages(ctx, body)),
];
