import { domain } from '../../framework/domain.ts';
import { sweepJob } from './firing/sweepStrategies.ts';
import { routes } from './routes.ts';
import { strategyTables } from './strategyTables.ts';

export const operationStrategiesDomain = domain({
  name: 'operationStrategies',
  needs: [
    'customers',
    'settings',
    'carriers',
    'ledger',
    'catalogue',
    'packages',
    'control',
    'cards',
    'cardCommands',
    'orders',
  ],
  tables: strategyTables,
  routes,
  jobs: [sweepJob],
});
