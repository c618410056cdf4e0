import { domain } from '../../framework/domain.ts';
import { measures } from '../../framework/measures.ts';
import { eventHearers } from '../customerEvents/face.ts';
import { warningMetrics } from '../earlyWarnings/face.ts';
import { deliverAllJob, deliverJob, forgetJob, wakeOf } from './delivering/jobs.ts';
import { pushTables } from './pushTables.ts';
import { failingFigure } from './reading/failingFigure.ts';
import { restingAddresses } from './reading/figures.ts';
import { routes } from './routes.ts';

export const pushesDomain = domain({
  name: 'pushes',
  needs: ['customerEvents', 'earlyWarnings'],
  tables: pushTables,
  routes,
  jobs: [deliverJob, deliverAllJob, forgetJob],
  contributes: [eventHearers.with(wakeOf), measures.with(restingAddresses), warningMetrics.with(failingFigure)],
});
