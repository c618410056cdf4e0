import { domain } from '../../framework/domain.ts';
import { moveWitnesses } from '../customers/face.ts';
import { catalogueTables } from './catalogueTables.ts';
import { productWitness } from './moveWitness.ts';
import { routes } from './routes.ts';

export const catalogueDomain = domain({
  name: 'catalogue',
  needs: ['customers', 'settings', 'carriers'],
  tables: catalogueTables,
  routes,
  contributes: [moveWitnesses.with(productWitness)],
});
