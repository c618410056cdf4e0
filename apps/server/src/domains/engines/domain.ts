import { domain } from '../../framework/domain.ts';
import { closedPages } from '../settings/face.ts';
import { closedByEngines } from './closedByEngines.ts';
import { countCardsJob } from './countCards.ts';
import { engineTables } from './engineTables.ts';
import { routes } from './routes.ts';

export const enginesDomain = domain({
  name: 'engines',
  needs: ['customers', 'settings'],
  tables: engineTables,
  routes,
  jobs: [countCardsJob],
  contributes: [closedPages.with(closedByEngines)],
});
