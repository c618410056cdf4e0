import { domain } from '../../framework/domain.ts';
import { measures } from '../../framework/measures.ts';
import { objectCarriers } from '../audit/face.ts';
import { customerCards } from '../customers/face.ts';
import { engineCoverage } from '../engines/face.ts';
import { dictUse } from '../settings/face.ts';
import { cardTables } from './cardTables.ts';
import { countByCustomer } from './countByCustomer.ts';
import { cardWords } from './countByWord.ts';
import { cardCountersJob, checkCountersJob, countersAge, countersDrift } from './counting/countChanges.ts';
import { cardCounterTables } from './counting/counterTables.ts';
import { engineCards } from './engineCards.ts';
import { foldBeforeJob } from './history/foldBefore.ts';
import { cardViews } from './publishedView.ts';
import { routes } from './routes.ts';

export const cardsDomain = domain({
  name: 'cards',
  needs: ['customers', 'settings', 'audit', 'tasks', 'carriers', 'catalogue', 'control', 'engines'],
  tables: { ...cardTables, ...cardViews, ...cardCounterTables },
  partitions: [{ table: 'cards.card_event', isAppendOnly: true }],
  routes,
  jobs: [cardCountersJob, checkCountersJob, foldBeforeJob],
  contributes: [
    objectCarriers.with({ kind: 'card', table: 'cards.card' }),
    customerCards.with(countByCustomer),
    dictUse.with(...cardWords),
    measures.with(countersAge, countersDrift),
    engineCoverage.with({ code: 'location', list: engineCards }, { code: 'diagnosis', list: engineCards }),
  ],
});
