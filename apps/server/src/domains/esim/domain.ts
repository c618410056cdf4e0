import { domain } from '../../framework/domain.ts';
import { esimTables } from './esimTables.ts';
import { importTables } from './imports/importTables.ts';
import { routes } from './routes.ts';

export const esimDomain = domain({
  name: 'esim',
  needs: ['customers', 'identity', 'settings', 'tasks', 'carriers', 'catalogue', 'cards'],
  tables: { ...esimTables, ...importTables },
  routes,
});
