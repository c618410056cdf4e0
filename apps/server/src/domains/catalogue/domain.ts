import { domain } from '../../framework/domain.ts';
import { objectCarriers } from '../audit/face.ts';
import { moveWitnesses } from '../customers/face.ts';
import { catalogueTables } from './catalogueTables.ts';
import { productWitness } from './moveWitness.ts';
import { routes } from './routes.ts';

export const catalogueDomain = domain({
  name: 'catalogue',
  needs: ['customers', 'settings', 'audit', 'carriers'],
  tables: catalogueTables,
  routes,
  contributes: [
    objectCarriers.with({
      kind: 'product',
      table: 'catalogue.product',
    }),
    moveWitnesses.with(productWitness),
  ],
});
