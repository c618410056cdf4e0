import { domain } from '../../framework/domain.ts';
import { merchantUse } from '../paymentProviders/face.ts';
import { programTables } from './programTables.ts';
import { routes } from './routes.ts';
import { useOfMerchant } from './useOfMerchant.ts';

export const miniProgramsDomain = domain({
  name: 'miniPrograms',
  needs: ['customers', 'providerAdapters', 'paymentProviders', 'payments', 'publicAccounts'],
  tables: programTables,
  routes,
  contributes: [merchantUse.with(useOfMerchant)],
});
