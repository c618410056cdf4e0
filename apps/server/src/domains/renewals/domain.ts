import { domain } from '../../framework/domain.ts';
import { cardListFilters } from '../cards/face.ts';
import { renewalRules } from '../orders/face.ts';
import { endingFilters } from './endings/endingFilters.ts';
import { remindEndingsJob } from './endings/remindEndings.ts';
import { renewalTables } from './renewalTables.ts';
import { routes } from './routes.ts';
import { lastWord } from './ruling/rulesInForce.ts';

export const renewalsDomain = domain({
  name: 'renewals',
  needs: ['customers', 'catalogue', 'packages', 'control', 'cards', 'orders'],
  tables: renewalTables,
  routes,
  jobs: [remindEndingsJob],
  contributes: [cardListFilters.with(...endingFilters), renewalRules.with(lastWord)],
});
