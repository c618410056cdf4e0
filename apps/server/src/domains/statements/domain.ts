import { domain } from '../../framework/domain.ts';
import { statementSweep } from './fetching/statementJobs.ts';
import { routes } from './routes.ts';
import { statementTables } from './statementTables.ts';

export const statementsDomain = domain({
  name: 'statements',
  needs: ['customers', 'ledger', 'providerAdapters', 'paymentProviders', 'payments'],
  tables: statementTables,
  routes,
  jobs: [statementSweep],
});
