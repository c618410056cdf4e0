import { domain } from '../../framework/domain.ts';
import { merchantUse } from '../paymentProviders/face.ts';
import { paymentSplits } from '../payments/face.ts';
import { useOfMerchant } from './accounts/useOfMerchant.ts';
import { followAccountsJob } from './opening/followAccounts.ts';
import { routes } from './routes.ts';
import { splitPayments } from './splitting/payees.ts';
import { subAccountTables } from './subAccountTables.ts';

export const subAccountsDomain = domain({
  name: 'subAccounts',
  needs: ['customers', 'ledger', 'providerAdapters', 'paymentProviders', 'payments'],
  tables: subAccountTables,
  routes,
  jobs: [followAccountsJob],
  contributes: [paymentSplits.with(splitPayments), merchantUse.with(useOfMerchant)],
});
