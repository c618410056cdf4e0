import { domain } from '../../framework/domain.ts';
import { registerMoveWitness } from '../customers/face.ts';
import { catalogueTables } from './catalogueTables.ts';
import { productWitness } from './moveWitness.ts';
import { routes } from './routes.ts';

registerMoveWitness(productWitness);

export const catalogueDomain = domain({
  name: 'catalogue',
  needs: ['customers', 'carriers'],
  tables: catalogueTables,
  routes,
});
