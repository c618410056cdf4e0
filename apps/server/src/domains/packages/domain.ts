import { domain } from '../../framework/domain.ts';
import { packageTables } from './packageTables.ts';
import { specRoutes } from './specs/specRegisters.ts';
import { specTables } from './specs/specTables.ts';

export const packagesDomain = domain({
  name: 'packages',
  needs: ['customers', 'carriers', 'catalogue'],
  tables: { ...packageTables, ...specTables },
  routes: specRoutes,
});
