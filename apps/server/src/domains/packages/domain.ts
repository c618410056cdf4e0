import { domain } from '../../framework/domain.ts';
import { moveWitnesses } from '../customers/face.ts';
import { taskActions } from '../tasks/face.ts';
import { customRoutes } from './composing/customPackages.ts';
import { reviewRoutes } from './composing/customReviews.ts';
import { packageRoutes } from './definitions/packageRoutes.ts';
import { distributionRoutes } from './distribution/distributionRoutes.ts';
import { packageWitness } from './distribution/recallPackage.ts';
import { packageTables } from './packageTables.ts';
import { poolChildrenRoutes } from './pooling/poolChildren.ts';
import { poolPackageRoutes } from './pooling/poolPackages.ts';
import { distributeAction } from './priceSheets/distributeAction.ts';
import { priceSheetJobs, priceSheetReactions } from './priceSheets/priceSheetKind.ts';
import { priceSheetRoutes } from './priceSheets/priceSheetRoutes.ts';
import { priceSheetTables } from './priceSheets/sheetTables.ts';
import { specRoutes } from './specs/specRegisters.ts';
import { specTables } from './specs/specTables.ts';

export const packagesDomain = domain({
  name: 'packages',
  needs: ['customers', 'settings', 'tasks', 'carriers', 'catalogue', 'sheetImports'],
  tables: { ...packageTables, ...specTables, ...priceSheetTables },
  routes: [
    ...specRoutes,
    ...packageRoutes,
    ...distributionRoutes,
    ...priceSheetRoutes,
    ...customRoutes,
    ...reviewRoutes,
    ...poolPackageRoutes,
    ...poolChildrenRoutes,
  ],
  jobs: priceSheetJobs,
  reactions: priceSheetReactions,
  contributes: [moveWitnesses.with(packageWitness), taskActions.with(distributeAction)],
});
