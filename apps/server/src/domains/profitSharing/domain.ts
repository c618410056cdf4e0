import { domain } from '../../framework/domain.ts';
import { marginKeeper } from '../orders/face.ts';
import { marginEntries } from './entries/keepMargins.ts';
import { releaseProfitJob } from './entries/releaseProfit.ts';
import { profitTables } from './profitTables.ts';
import { routes } from './routes.ts';

export const profitSharingDomain = domain({
  name: 'profitSharing',
  needs: ['customers', 'ledger', 'subAccounts', 'packages', 'orders'],
  tables: profitTables,
  routes,
  jobs: [releaseProfitJob],
  contributes: [marginKeeper.with(marginEntries)],
});
