import { domain } from '../../framework/domain.ts';
import { registerCustomerCards } from '../customers/face.ts';
import { registerCoverage } from '../engines/face.ts';
import { cardCountersJob, cardCounterTables } from './cardCounters.ts';
import { cardTables } from './cardTables.ts';
import { countByCustomer } from './countByCustomer.ts';
import { registerCardWords } from './countByWord.ts';
import { engineCards } from './engineCards.ts';
import { foldBeforeJob } from './history/foldBefore.ts';
import { cardViews } from './publishedView.ts';
import { routes } from './routes.ts';

registerCustomerCards(countByCustomer);
registerCardWords();
registerCoverage(['location', 'diagnosis'], engineCards);

export const cardsDomain = domain({
  name: 'cards',
  needs: ['customers', 'identity', 'settings', 'tasks', 'carriers', 'catalogue', 'engines'],
  tables: { ...cardTables, ...cardViews, ...cardCounterTables },
  partitions: [{ table: 'cards.card_event', isAppendOnly: true }],
  routes,
  jobs: [cardCountersJob, foldBeforeJob],
});
