import { domain } from '../../framework/domain.ts';
import { paymentTables } from './paymentTables.ts';
import { routes } from './routes.ts';

export const paymentsDomain = domain({
  name: 'payments',
  needs: ['customers'],
  tables: paymentTables,
  routes,
});
