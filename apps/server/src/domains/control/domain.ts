import { domain } from '../../framework/domain.ts';
import { packageLimits } from '../packages/face.ts';
import { associationRoutes } from './associations/associationRoutes.ts';
import { limitedPackages } from './associations/limitedPackages.ts';
import { limitUsesInFlows } from './associations/limitUses.ts';
import { controlTables } from './controlTables.ts';
import { displayRoutes } from './displays/displayRegister.ts';
import { flowRoutes } from './flows/flowRegister.ts';
import { limitRoutes } from './limits/limitRegister.ts';
import { limitStrategyUse } from './limits/limitUse.ts';

export const controlDomain = domain({
  name: 'control',
  needs: ['customers', 'carriers', 'catalogue', 'packages'],
  tables: controlTables,
  routes: [...limitRoutes, ...flowRoutes, ...associationRoutes, ...displayRoutes],
  contributes: [limitStrategyUse.with(limitUsesInFlows), packageLimits.with(limitedPackages)],
});
