import * as api from '@cardinal/contract/api/packages/packageDistributions.ts';
import { readPackagePrices } from '@cardinal/contract/api/packages/packagePrices.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { copyPackageDistributions, distributePackages, editPackagePrice } from './distributePackages.ts';
import { distributionsOf } from './distributionList.ts';
import { heldPackageDataset, packageOptions } from './heldPackages.ts';
import { readPackagePrices as readPrices } from './priceHistory.ts';
import { previewRecall, recallPackage } from './recallPackage.ts';

export const distributionRoutes: readonly Route[] = [
  bindList(api.listPackageDistributions, distributionsOf(api.listPackageDistributions, false)),
  bindList(api.listHeldPackages, heldPackageDataset),
  bind(api.packageOptions, (ctx, { query }) => packageOptions(ctx, query)),
  bind(readPackagePrices, (ctx, { query }) => readPrices(ctx, query)),
  bind(api.distributePackages, (ctx, { body }) => distributePackages(ctx, body)),
  bind(api.editPackagePrice, (ctx, { body }) => editPackagePrice(ctx, body)),
  bind(api.previewPackageRecall, (ctx, { query }) => previewRecall(ctx, query)),
  bind(api.recallPackage, (ctx, { body }) => recallPackage(ctx, body)),
  bind(api.copyPackageDistributions, (ctx, { body }) => copyPackageDistributions(ctx, body)),
];
