import { domain } from '../../framework/domain.ts';
import { controlTables } from './controlTables.ts';
import { limitRoutes } from './limits/limitRegister.ts';

export const controlDomain = domain({
  name: 'control',
  needs: ['customers', 'carriers'],
  tables: controlTables,
  routes: limitRoutes,
});
