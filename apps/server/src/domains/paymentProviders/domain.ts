import { domain } from '../../framework/domain.ts';
import { measures } from '../../framework/measures.ts';
import { openBreakers } from './gate/openBreakers.ts';
import { merchantTables } from './merchants/merchantTables.ts';
import { routes } from './routes.ts';

export const paymentProvidersDomain = domain({
  name: 'paymentProviders',
  needs: ['customers', 'providerAdapters'],
  tables: merchantTables,
  routes,
  partitions: [{ table: 'payment_providers.call', keepMonths: 6 }],
  contributes: [measures.with(openBreakers)],
});
