import { domain } from '../../framework/domain.ts';
import { countCardsJob } from './countCards.ts';
import { engineTables } from './engineTables.ts';
import { routes } from './routes.ts';

export const enginesDomain = domain({
  name: 'engines',
  needs: ['customers'],
  tables: engineTables,
  routes,
  jobs: [countCardsJob],
});
