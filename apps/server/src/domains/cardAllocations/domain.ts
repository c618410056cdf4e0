import { domain } from '../../framework/domain.ts';
import { batchActions } from '../cardBatches/face.ts';
import { ownerHearers } from '../cards/face.ts';
import { taskActions } from '../tasks/face.ts';
import { allocationTables } from './allocationTables.ts';
import { hearOwners } from './documents/hearOwners.ts';
import { settleDocumentsJob } from './documents/settleDocuments.ts';
import { allocationBatchActions } from './moving/allocationBatchActions.ts';
import { allocationActions } from './moving/moveCards.ts';
import { routes } from './routes.ts';

export const cardAllocationsDomain = domain({
  name: 'cardAllocations',
  needs: ['customers', 'tasks', 'ledger', 'catalogue', 'cards', 'cardCommands', 'cardBatches', 'orders'],
  tables: allocationTables,
  routes,
  jobs: [settleDocumentsJob],
  contributes: [
    batchActions.with(...allocationBatchActions),
    taskActions.with(...allocationActions),
    ownerHearers.with(hearOwners),
  ],
});
