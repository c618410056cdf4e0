import { domain } from '../../framework/domain.ts';
import { moveWitnesses } from '../customers/face.ts';
import { customRoutes } from './composing/customPackages.ts';
import { reviewRoutes } from './composing/customReviews.ts';
import { packageRoutes } from './definitions/packageRoutes.ts';
import { distributionRoutes } from './distribution/distributionRoutes.ts';
import { packageWitness } from './distribution/recallPackage.ts';
import { packageTables } from './packageTables.ts';
import { specRoutes } from './specs/specRegisters.ts';
import { specTables } from './specs/specTables.ts';

export const packagesDomain = domain({
  name: 'packages',
  needs: ['customers', 'settings', 'carriers', 'catalogue'],
  tables: { ...packageTables, ...specTables },
  routes: [...specRoutes, ...packageRoutes, ...distributionRoutes, ...customRoutes, ...reviewRoutes],
  contributes: [moveWitnesses.with(packageWitness)],
});
