import { domain } from '../../framework/domain.ts';
import { registerBatchActions } from '../cardBatches/face.ts';
import { registerTaskActions } from '../tasks/face.ts';
import { lookupBatchActions } from './batchActions.ts';
import { lineTables } from './line/lineTables.ts';
import { forgetLookupsJob } from './lookups/forgetLookups.ts';
import { lookupAction } from './lookups/lookupAction.ts';
import { lookupTables } from './lookups/lookupTables.ts';
import { locationAction } from './positioning/locationAction.ts';
import { positionTables } from './positioning/positionTables.ts';
import { routes } from './routes.ts';

registerBatchActions(lookupBatchActions);
registerTaskActions([lookupAction, locationAction]);

export const cardLookupsDomain = domain({
  name: 'cardLookups',
  needs: [
    'customers',
    'settings',
    'tasks',
    'carriers',
    'engines',
    'cards',
    'cardCommands',
    'cardBatches',
    'carrierSync',
  ],
  tables: { ...lineTables, ...lookupTables, ...positionTables },
  routes,
  jobs: [forgetLookupsJob],
});
