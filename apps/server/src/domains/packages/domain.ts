import { domain } from '../../framework/domain.ts';
import { packageTables } from './packageTables.ts';

export const packagesDomain = domain({
  name: 'packages',
  tables: packageTables,
});
