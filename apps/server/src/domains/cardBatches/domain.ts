import { domain } from '../../framework/domain.ts';
import { cardListFilters } from '../cards/face.ts';
import { productUse } from '../catalogue/face.ts';
import { taskActions } from '../tasks/face.ts';
import { commandBatchActions } from './commands/commandBatchActions.ts';
import { countByProduct } from './editing/countByProduct.ts';
import { editingBatchActions } from './editing/editingBatchActions.ts';
import { productAction } from './editing/productAction.ts';
import { remarkAction } from './editing/remarkAction.ts';
import { tagActions } from './editing/tagActions.ts';
import { imeiActions } from './information/imeiActions.ts';
import { imeiWatchJob } from './information/imeiWatch.ts';
import { informationBatchActions } from './information/informationBatchActions.ts';
import { servicePeriodAction } from './information/servicePeriodAction.ts';
import { routes } from './routes.ts';
import { batchActions } from './selection/batchAction.ts';
import { sweepSelectionsJob } from './selection/selectionJobs.ts';
import { selectionTables } from './selection/selectionTables.ts';
import { setJobs, setsOfImported } from './sets/setJobs.ts';
import { setTables } from './sets/setTables.ts';
import { setFilter } from './sets/useSets.ts';

export const cardBatchesDomain = domain({
  name: 'cardBatches',
  needs: [
    'customers',
    'identity',
    'settings',
    'tasks',
    'carriers',
    'ledger',
    'catalogue',
    'sheetImports',
    'cards',
    'cardCommands',
  ],
  tables: { ...selectionTables, ...setTables },
  routes,
  jobs: [sweepSelectionsJob, imeiWatchJob, ...setJobs],
  reactions: [setsOfImported],
  contributes: [
    productUse.with(countByProduct),
    cardListFilters.with(setFilter),
    batchActions.with(...commandBatchActions, ...editingBatchActions, ...informationBatchActions),
    taskActions.with(...tagActions, remarkAction, productAction, servicePeriodAction, ...imeiActions),
  ],
});
