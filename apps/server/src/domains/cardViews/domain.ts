import { domain } from '../../framework/domain.ts';
import { readonlyTables } from './readonly/readonlyTables.ts';
import { routes } from './routes.ts';

export const cardViewsDomain = domain({
  name: 'cardViews',
  needs: [
    'customers',
    'identity',
    'settings',
    'tasks',
    'carriers',
    'sheetImports',
    'control',
    'cards',
    'cardCommands',
    'cardBatches',
    'carrierSync',
    'cardLookups',
  ],
  tables: readonlyTables,
  routes,
});
