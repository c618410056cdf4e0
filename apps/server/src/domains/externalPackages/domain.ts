import { domain } from '../../framework/domain.ts';
import { measures } from '../../framework/measures.ts';
import { warningMetrics } from '../earlyWarnings/face.ts';
import { deliveredElsewhere } from '../orders/face.ts';
import { externalTables } from './externalTables.ts';
import { placeAllJob, placeOrdersJob } from './ordering/placeOrders.ts';
import { deliveredBySources } from './ordering/takeLines.ts';
import { balanceFigure } from './reading/balanceFigure.ts';
import { openBreakers } from './reading/sourceHealth.ts';
import { routes } from './routes.ts';
import { syncAllJob, syncSourceJob } from './syncing/syncSource.ts';

export const externalPackagesDomain = domain({
  name: 'externalPackages',
  needs: ['packages', 'orders', 'earlyWarnings'],
  tables: externalTables,
  routes,
  jobs: [syncSourceJob, syncAllJob, placeOrdersJob, placeAllJob],
  partitions: [{ table: 'external_packages.call', keepMonths: 6 }],
  contributes: [
    measures.with(openBreakers),
    deliveredElsewhere.with(deliveredBySources),
    warningMetrics.with(balanceFigure),
  ],
});
