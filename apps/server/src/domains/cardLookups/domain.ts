import { domain } from '../../framework/domain.ts';
import { batchActions } from '../cardBatches/face.ts';
import { taskActions } from '../tasks/face.ts';
import { lineTables } from './line/lineTables.ts';
import { forgetLookupsJob } from './lookups/forgetLookups.ts';
import { lookupAction } from './lookups/lookupAction.ts';
import { lookupTables } from './lookups/lookupTables.ts';
import { onlineBatchAction } from './lookups/onlineBatchAction.ts';
import { locationAction } from './positioning/locationAction.ts';
import { locationBatchAction } from './positioning/locationBatchAction.ts';
import { positionTables } from './positioning/positionTables.ts';
import { routes } from './routes.ts';

export const cardLookupsDomain = domain({
  name: 'cardLookups',
  needs: [
    'customers',
    'settings',
    'tasks',
    'carriers',
    'engines',
    'control',
    'cards',
    'cardCommands',
    'cardBatches',
    'carrierSync',
  ],
  tables: { ...lineTables, ...lookupTables, ...positionTables },
  routes,
  jobs: [forgetLookupsJob],
  contributes: [
    batchActions.with(onlineBatchAction, locationBatchAction),
    taskActions.with(lookupAction, locationAction),
  ],
});
