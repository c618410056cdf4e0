import { domain } from '../../framework/domain.ts';
import { catalogueTables } from './catalogueTables.ts';
import { routes } from './routes.ts';

export const catalogueDomain = domain({
  name: 'catalogue',
  needs: ['customers', 'carriers'],
  tables: catalogueTables,
  routes,
});
