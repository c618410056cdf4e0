import { listStoppedCards } from '@cardinal/contract/api/stoppedCards/stoppedCards.ts';
import { bindList, domain } from '../../framework/domain.ts';
import { cardListFilters, eventHearers } from '../cards/face.ts';
import { keepStops } from './keepStops.ts';
import { mendJob, traceJob } from './mendStops.ts';
import { stoppedDataset, stoppedFilters } from './stoppedList.ts';
import { stoppedTables } from './stoppedTables.ts';

export const stoppedCardsDomain = domain({
  name: 'stoppedCards',
  needs: ['cards', 'cardViews'],
  tables: stoppedTables,
  routes: [bindList(listStoppedCards, stoppedDataset)],
  jobs: [traceJob, mendJob],
  contributes: [eventHearers.with(keepStops), cardListFilters.with(...stoppedFilters)],
});
