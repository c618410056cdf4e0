import {
  associateFlowPackages,
  endFlowException,
  exceptFlowPackage,
  flowPackageOptions,
  limitFlowPackage,
  listFlowPackages,
  previewFlowPackage,
  readFlowPackage,
  releaseFlowPackage,
} from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import {
  endException,
  previewPackageLimit,
  readPackageLimit,
  setException,
  setPackageLimit,
} from './flowPackageLimit.ts';
import { associate, flowPackageDataset, packageOptions, release } from './flowPackages.ts';

export const associationRoutes: readonly Route[] = [
  bindList(listFlowPackages, flowPackageDataset),
  bind(flowPackageOptions, (ctx, { query }) => packageOptions(ctx, query)),
  bind(associateFlowPackages, (ctx, { body }) => associate(ctx, body)),
  bind(releaseFlowPackage, (ctx, { body }) => release(ctx, body)),
  bind(readFlowPackage, (ctx, { query }) => readPackageLimit(ctx, query)),
  bind(limitFlowPackage, (ctx, { body }) => setPackageLimit(ctx, body)),
  bind(exceptFlowPackage, (ctx, { body }) => setException(ctx, body)),
  bind(endFlowException, (ctx, { body }) => endException(ctx, body)),
  bind(previewFlowPackage, (ctx, { query }) => previewPackageLimit(ctx, query)),
];
