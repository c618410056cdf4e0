import { domain } from '../../framework/domain.ts';
import { customerCards } from '../customers/face.ts';
import { engineCoverage } from '../engines/face.ts';
import { dictUse } from '../settings/face.ts';
import { cardTables } from './cardTables.ts';
import { countByCustomer } from './countByCustomer.ts';
import { cardWords } from './countByWord.ts';
import { engineCards } from './engineCards.ts';
import { foldBeforeJob } from './history/foldBefore.ts';
import { cardCountersJob, cardCounterTables } from './list/cardCounters.ts';
import { cardViews } from './publishedView.ts';
import { routes } from './routes.ts';

export const cardsDomain = domain({
  name: 'cards',
  needs: ['customers', 'settings', 'tasks', 'carriers', 'catalogue', 'engines'],
  tables: { ...cardTables, ...cardViews, ...cardCounterTables },
  partitions: [{ table: 'cards.card_event', isAppendOnly: true }],
  routes,
  jobs: [cardCountersJob, foldBeforeJob],
  contributes: [
    customerCards.with(countByCustomer),
    dictUse.with(...cardWords),
    engineCoverage.with({ code: 'location', list: engineCards }, { code: 'diagnosis', list: engineCards }),
  ],
});
