import { domain } from '../../framework/domain.ts';
import { routes } from './routes.ts';

export const packageSharesDomain = domain({
  name: 'packageShares',
  needs: ['customers', 'catalogue', 'packages', 'profitSharing'],
  tables: {},
  routes,
});
